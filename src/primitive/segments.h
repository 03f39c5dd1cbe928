/* SPDX-License-Identifier: MIT */
/* The state and the parameters of segments, which scans and reductions share. */
#ifndef VKSCAN_PRIMITIVE_SEGMENTS_H
#define VKSCAN_PRIMITIVE_SEGMENTS_H

#include "primitive.h"
#include "segments/segments.h"

/* Returns the plan's parameters. */
vkscan_segments_params vks_segments_params(const struct plan *plan);

/* Returns the kernels' parameter by rows: the length of a row, or one that is longer than any array
 * and with a tile more is in reach of 32 bits. */
uint64_t vks_segments_length(const struct plan *plan);

/* Adds the constants of kernels that read offsets: what heads are, whether there is a closing
 * offset, and its bytes. */
void vks_segments_constants(const struct plan *plan, struct constants *list);

/* Adds those of kernels that scan: what heads are, and a key's bytes. By offsets, those are read
 * beforehand, and the bits that are made of them are the heads. */
void vks_segments_scan_constants(const struct plan *plan, struct constants *list);

/* Tells whether a scan's heads are found beforehand: by flags or keys, to number segments that have
 * seeds. */
bool vks_segments_find_heads(const struct plan *plan);

/* Tells whether a scan's heads are made beforehand: of offsets, or with seeds of the indices of
 * flags or keys. They are bits, or with seeds words. */
bool vks_segments_mark_heads(const struct plan *plan);

/* Returns the heads of a scan. Those that are made of offsets, or of the `starts` in scratch that a
 * selection has left, are so by stages from `mark_stage` on: it clears them, and the next one sets
 * them. */
struct span vks_segments_heads(const struct plan *plan, uint64_t count, uint64_t starts,
                               uint32_t mark_stage, struct pass_list *list);

/* Stages of vks_segments_heads; `first`: the number of the first of them. */
#define MARK_STAGES(first)                                                                         \
    [first] = {"mark_offsets", .constants = vks_constants_clear_heads, .class = "uint32",          \
               .exists = vks_segments_mark_heads},                                                 \
    [(first) + 1] = {"mark_offsets", .constants = vks_constants_mark_heads, .class = "uint32",     \
                     .exists = vks_segments_mark_heads}
constants_fn vks_constants_clear_heads, vks_constants_mark_heads;

/* Adds the constants of a step that reads offsets beforehand: one of STEP_.... */
void vks_segments_mark_constants(const struct plan *plan, uint32_t step, struct constants *list);

/* ---- scans by levels of tiles: segment_tree.c ---- */

constants_fn vks_constants_segment_tree; /* of stages of enum reduce_then_scan_stage */

/* Of vks_segments_heads, behind those of enum reduce_then_scan_stage. */
enum segment_tree_stage { STAGE_CLEAR_BITS = STAGE_UPSWEEP_LEVEL + 1 };

/* The stages but the one that scans the source, whose results go elsewhere in a reduction. */
#define SEGMENT_TREE_STAGE "blelloch_segments", .constants = vks_constants_segment_tree
#define SEGMENT_TREE_STAGES                                                                        \
    [STAGE_UPSWEEP_SOURCE] = {SEGMENT_TREE_STAGE, .reads_source = true},                           \
    [STAGE_DOWNSWEEP_LEVEL] = {SEGMENT_TREE_STAGE}, [STAGE_UPSWEEP_LEVEL] = {SEGMENT_TREE_STAGE},  \
    MARK_STAGES(STAGE_CLEAR_BITS)

constants_fn vks_constants_gather; /* of one that gathers the values at the ends of segments */

/* Adds the passes of vks_passes_reduce_then_scan over one element or more, from heads on. A level
 * has for each partial result a word beside it, which tells whether it has a head. */
void vks_segments_scan_levels(const struct plan *plan, uint64_t count, struct span heads,
                              struct span output, struct pass_list *list);

/* ---- columns of matrices: segment_columns.c ---- */

/* Stages over the lines of the source, and over parts of columns, levels in scratch. */
enum columns_stage {
    STAGE_REDUCE_LINES,
    STAGE_REDUCE_PARTS,
    STAGE_FINISH_LINES, /* reduces to results, columns of one part */
    STAGE_FINISH_PARTS,
    STAGE_SCAN_LINES,
    STAGE_SCAN_PARTS,
};

#define COLUMNS_STAGE "columns", .constants = vks_constants_columns
#define REDUCED_COLUMNS COLUMNS_STAGE, .exists = vks_segments_are_reduced_columns
#define SCANNED_COLUMNS COLUMNS_STAGE, .exists = vks_segments_are_scanned_columns

/* The algorithm, in the lists of several primitives. */
#define COLUMNS_OF(mask)                                                                           \
    .id = VKSCAN_ALGORITHM_COLUMNS, .name = "columns",                                             \
    .summary = "some lines of a column a thread, then the totals of these", .primitives = mask,    \
    .unsupported = {"other segments than columns, or rows with a pitch",                           \
                    vks_segments_are_no_columns},                                                  \
    .production = true, .no_pieces = true, .arrangement = &vks_columns_tile,                       \
    .policies = vks_columns_policies,                                                              \
    STAGES([STAGE_REDUCE_LINES] = {COLUMNS_STAGE, .reads_source = true},                           \
           [STAGE_REDUCE_PARTS] = {COLUMNS_STAGE},                                                 \
           [STAGE_FINISH_LINES] = {REDUCED_COLUMNS, .reads_source = true,                          \
                                   .writes_destination = true},                                    \
           [STAGE_FINISH_PARTS] = {REDUCED_COLUMNS, .writes_destination = true},                   \
           [STAGE_SCAN_LINES] = {SCANNED_COLUMNS, .reads_source = true,                            \
                                 .writes_destination = true},                                      \
           [STAGE_SCAN_PARTS] = {SCANNED_COLUMNS, .exclusive = true}),                             \
    .passes = vks_passes_columns

extern const struct arrangement vks_columns_tile;
extern const struct policy vks_columns_policies[];
constants_fn vks_constants_columns;
passes_fn vks_passes_columns;

bool vks_segments_are_columns(const struct plan *plan);
bool vks_segments_are_no_columns(const struct plan *plan);
bool vks_segments_have_seeds_or_columns(const struct plan *plan);
bool vks_segments_are_reduced_columns(const struct plan *plan);
bool vks_segments_are_scanned_columns(const struct plan *plan);

/* Returns the number of columns, or of rows, of the matrices that some elements are. */
uint64_t vks_segments_columns(const struct plan *plan, uint64_t count);

/* For rows of ports. */
bool vks_segments_by_offsets(const struct plan *plan);
bool vks_segments_has_number(const struct plan *plan);
uint32_t vks_segments_offset_bits(const struct plan *plan);
uint64_t vks_segments_offsets(const struct plan *plan); /* their number at most */
uint64_t vks_segments_seeds(const struct plan *plan);   /* of all segments, or one */

/* Returns the number of rows, or the most segments. */
uint64_t vks_segments_most(const struct plan *plan);

/* Tells whether each segment has a seed of its own. */
bool vks_segments_have_seeds(const struct plan *plan);

/* Returns a mask of SPEC_OPERANDS, to which OPERAND_SEEDS is added where segments have seeds. */
uint32_t vks_segments_operands(const struct plan *plan, uint32_t operands);

/* The rows of segments by offsets: the number of these, and the offsets. */
enum { PORT_OFFSETS = PORT_OWN };
#define PORT_OF_SEEDS                                                                              \
    [PORT_SEED] = {PORT(SEED), vks_plan_seed_bits, vks_segments_seeds, .operand = OPERAND_SEED,    \
                   .flag = VKSCAN_PLAN_SEED_IN_BUFFER_BIT}
#define PORTS_OF_OFFSETS                                                                           \
    [PORT_TOTAL] = {PORT(NUMBER), .elements = vks_plan_one, .operand = OPERAND_TOTAL,              \
                    .exists = vks_segments_has_number},                                            \
    [PORT_OFFSETS] = {PORT(HEADS), vks_segments_offset_bits, vks_segments_offsets,                 \
                      .operand = OPERAND_OWN, .exists = vks_segments_by_offsets}

/* Returns the bits of one of the heads, if they are no rows. */
uint32_t vks_segments_head_bits(const struct plan *plan);

/* Tells whether heads are flags or keys, one for each element. */
bool vks_segments_have_flags(const struct plan *plan);

/* Returns the selection of the elements with which segments by flags or keys begin: it leaves their
 * indices in scratch, and writes some of vkscan_select_output. */
struct plan vks_segments_selection(const struct plan *plan);

/* Adds that selection, with its words of the persistent state. Returns the first word of the
 * indices in scratch. */
uint64_t vks_segments_add_selection(const struct plan *plan, uint64_t count, struct span state,
                                    uint32_t stage, struct pass_list *list);

/* Returns the type of results. */
const struct element_type *vks_segments_out(const vkscan_plan_params *params);

/* Checks what scans and reductions have alike. Errors: RESULT_INVALID, reported. */
VkResult vks_segments_check(const vkscan_plan_params *params, const struct element_type *type,
                            const struct report *errors);

/* Checks the number of segments by offsets, of which each has so many words that kernels index.
 * Errors: RESULT_TOO_LARGE, reported. */
VkResult vks_segments_check_number(uint64_t number, uint64_t words, const struct report *errors);

/* Fills in a plan's own members. */
void vks_segments_resolve(const struct caps *caps, const vkscan_plan_params *params,
                          struct plan *plan);

#endif
