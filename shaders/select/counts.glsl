// SPDX-License-Identifier: MIT
// T from here on: a number of elements, a uint that is added, whatever the elements are. The tiles
// of single-pass selections publish these numbers. All files that work on elements are included
// before.
#ifndef COUNTS_GLSL
#define COUNTS_GLSL

#undef T
#undef T_VECTOR
#undef ELEMENT_WORDS
#undef FROM_WORDS
#undef TO_WORDS
#undef ROUNDS

#define T uint
#define ELEMENT_WORDS 1
#define FROM_WORDS(words) (words)
#define TO_WORDS(value) (value)

#define combine(left, right) ((left) + (right))
#define identity() 0u
#define COMMUTATIVE 1
#define FIRST_PREFIX 0u // of the first tile
#define RESET_OWN_WORDS                                                                            \
    if ((STORES & STORES_REST) != 0)                                                               \
        state_store(STATE_KEPT, 0);
#define STORES_OWN_TOTAL

layout(constant_id = SPEC_SUBGROUP_SIZE) const uint SUBGROUP_SIZE = 0;

#define VKS_BUILT_IN_SCAN(value) return subgroupInclusiveAdd(value);
#define VKS_BUILT_IN_REDUCE(value) return subgroupAdd(value);
#define VKS_WORKGROUP_SCANS (SCANS + 1) // the kernel's, and a spare one for fallbacks
#include "vkscan/workgroup.glsl"

#endif
