/* SPDX-License-Identifier: MIT */
/* The plans of harness.h, one for each distinct configuration of a context. */
#ifndef POOL_H
#define POOL_H

#include <vkscan/vkscan.h>

/* Destroys the pool's plans on a context. */
void pool_forget(vkscan_context *context);

#endif
