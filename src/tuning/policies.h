/* SPDX-License-Identifier: MIT */
/* The library's policies: the tables of policies.def. Each ends without a shape. */
#ifndef VKSCAN_POLICIES_H
#define VKSCAN_POLICIES_H

#include "tuning.h"

/* hierarchy.def */
extern const struct policy vks_blelloch_policies[], vks_subgroup_policies[];

/* reduce.def */
extern const struct policy vks_single_policies[];

/* scan.def */
extern const struct policy vks_lookback_policies[], vks_lookahead_policies[];
extern const struct policy vks_tree_lookback_policies[];

/* select.def */
extern const struct policy vks_select_lookback_policies[], vks_select_lookahead_policies[];
extern const struct policy vks_partition_lookahead_policies[];

/* sort.def */
extern const struct policy vks_radix_policies[], vks_onesweep_policies[];

/* histogram.def */
extern const struct policy vks_counters_policies[];

/* textbook.def */
extern const struct policy vks_textbook_step_policies[], vks_textbook_pairs_policies[];
extern const struct policy vks_textbook_halves_policies[], vks_textbook_doubled_policies[];
extern const struct policy vks_textbook_coarse_policies[], vks_textbook_segments_policies[];
extern const struct policy vks_textbook_chain_policies[];

#endif
