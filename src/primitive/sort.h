/* SPDX-License-Identifier: MIT */
/* Parameters and dispatches of sorts. */
#ifndef VKSCAN_PRIMITIVE_SORT_H
#define VKSCAN_PRIMITIVE_SORT_H

#include "segments.h"
#include "sort/digits.h"

/* Vectors per thread of the kernels that scan counts. */
#define SORT_SCAN_ITEMS 2

struct sorting {
    vkscan_segments_params segments; /* first, where vks_segments_params() finds them */
    uint32_t flags;                  /* bits of vkscan_sort_flag */
    uint32_t first_bit, end_bit;     /* range of bits in the keys' ordered form */
    uint32_t digits;                 /* passes over the keys, of SORT_DIGIT_BITS bits at most */
};

/* Stages of radix, which takes all of them for each digit, of the sort of segments, which has these
 * too, and of onesweep. */
enum radix_stage { STAGE_HISTOGRAM, STAGE_REDUCE, STAGE_SCAN, STAGE_SCATTER };
enum segment_sort_stage {
    STAGE_CLEAR_STARTS = STAGE_SCATTER + 1,
    STAGE_STORE_STARTS,
    STAGE_REDUCE_STARTS,
    STAGE_SCAN_STARTS,
    STAGE_FIND_TILES,
    STAGE_SORT_SHORT
};
enum onesweep_stage { STAGE_COUNT, STAGE_BINS, STAGE_SWEEP, STAGE_WHOLE, STAGE_ROWS };

/* Returns the plan's parameters, with defaults filled in. */
struct sorting vks_sorting(const struct plan *plan);

/* Tells whether workgroups sort in one dispatch: one of them all keys, or each whole rows. */
bool vks_sort_is_in_workgroups(const struct plan *plan);

/* Plans a histogram, a scan and a scatter for each digit. */
passes_fn vks_passes_radix;

/* Plans where segments begin and their tiles, a sort of the short ones, and of the long ones a
 * histogram, a scan and a scatter for each digit. */
passes_fn vks_passes_sort_segments;

/* Plans the histogram of all digits, its scan, and a pass over the keys for each digit. */
passes_fn vks_passes_onesweep;

/* ---- segments: sort_segments.c ---- */

#define SORT_SEGMENTS_FLAGS                                                                        \
    (uint32_t)(VKSCAN_SEGMENTS_STARTS_BIT | VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT)

/* Checks what is for segments alone. Errors: RESULT_INVALID and RESULT_TOO_LARGE, reported. */
VkResult vks_sort_check_segments(const vkscan_sort_params *sort, const struct report *errors);

/* Constants of the steps that mark where segments begin, of the scan of these, and of the sort of
 * short ones. */
constants_fn vks_constants_mark_starts, vks_constants_reduce_starts, vks_constants_scan_starts,
    vks_constants_sort_short;
extern const struct arrangement vks_segment_sort_tile;

/* Adds the constants of sorts in workgroups. */
void vks_sort_add_whole(const struct plan *plan, struct constants *list);

/* ---- radix within plans of other primitives ---- */

/* The stages of radix from number `first` on; `sort`: their `within`, of plans for which `has`. */
#define RADIX_STAGES(first, sort, has)                                                             \
    [(first) + STAGE_HISTOGRAM] = {"radix_histogram", .constants = vks_constants_radix_histogram,  \
                                   .within = sort, .exists = has},                                 \
               [(first) + STAGE_REDUCE] = {"blelloch_reduce", .class = "uint32",                   \
                                           .constants = vks_constants_radix_reduce,                \
                                           .within = sort, .exists = has},                         \
               [(first) + STAGE_SCAN] = {"blelloch_scan",   .class = "uint32",                     \
                                         .exclusive = true, .constants = vks_constants_radix_scan, \
                                         .within = sort,    .exists = has},                        \
               [(first) + STAGE_SCATTER] = {                                                       \
                   "radix_scatter", .constants = vks_constants_radix_scatter,                      \
                   .variants = vks_radix_variants, .within = sort, .exists = has}
constants_fn vks_constants_radix_histogram, vks_constants_radix_reduce, vks_constants_radix_scan,
    vks_constants_radix_scatter;
extern const struct kernel_variant vks_radix_variants[];
extern const struct arrangement vks_radix_tile;
extern const struct policy vks_radix_policies[];

/* Returns the sort of keys of a type, within a plan that has the shape of radix. `row`: elements of
 * a row; 0: there are no rows. Its values are indices, if it has any. */
struct plan vks_sort_within(const struct plan *plan, const struct element_type *type,
                            struct sorting sorting, uint64_t row);

/* The spans of keys and values. */
struct records {
    struct span keys, values;
};

/* Adds the passes of radix from one place to another, by stages from number `first_stage` on. */
void vks_passes_radix_within(const struct plan *sort, uint64_t count, const struct records *source,
                             const struct records *destination, uint32_t first_stage,
                             struct pass_list *list);

#endif
