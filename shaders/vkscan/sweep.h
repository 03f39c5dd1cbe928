/* SPDX-License-Identifier: MIT */
/* Index arithmetic of sweep.glsl, which C may read too. */
#ifndef VKSCAN_SWEEP_H
#define VKSCAN_SWEEP_H

/*
 * The index of element i in a shared array with bank padding: one unused element after every
 * `banks` elements, so that strides of powers of two spread over the banks.
 */
#define VKS_PAD(i, banks) ((i) + (i) / (banks))

/* The two children that thread t combines at a stride of a balanced-tree sweep. */
#define VKS_SWEEP_LEFT(t, stride) ((2 * (t) + 1) * (stride)-1)
#define VKS_SWEEP_RIGHT(t, stride) ((2 * (t) + 2) * (stride)-1)

#endif
