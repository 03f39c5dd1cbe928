/* SPDX-License-Identifier: MIT */
#include "policies.h"

#include "interface.h"

#define NO_END POLICY_NO_END

#define POLICIES(name) const struct policy name[] = {
#define POLICY(devices, class, bytes, threads, items, workgroups, from, to, multiprocessors)       \
    {DEVICES_##devices, POLICY_##class | bytes, {threads, items, workgroups}, from, to,            \
     multiprocessors},
#define POLICIES_END                                                                               \
    POLICY(ANY, PLAIN, 0, 0, 0, 0, 0, 0, 0)                                                        \
    }                                                                                              \
    ;
#include "policies.def"
