/* SPDX-License-Identifier: MIT */
/* vkscan-bench --overhead: what the host pays, as tables and in files. */
#ifndef BENCH_OVERHEADS_H
#define BENCH_OVERHEADS_H

#include "session.h"

/* Switches off what drivers keep on disk; before Vulkan is loaded. False with errno set. */
bool bench_disable_caches(void);

/* Reports all plans of the options. Returns an exit status, reported. */
int bench_overheads(struct session *s);

#endif
