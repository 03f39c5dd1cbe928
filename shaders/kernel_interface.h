/* SPDX-License-Identifier: MIT */
/* vkscan_operator::kernel_interface: raised when kernels that were compiled with an operator before
 * no longer fit, as tests/operators/interface tells. */
#ifndef KERNEL_INTERFACE_H
#define KERNEL_INTERFACE_H

#define KERNEL_INTERFACE 7

#endif
