/* SPDX-License-Identifier: MIT */
#ifndef DEVICES_H
#define DEVICES_H

/* Prints the machine's devices and what vkscan can run on each. */
void devices_print(void);

#endif
