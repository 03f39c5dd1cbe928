/* SPDX-License-Identifier: MIT */
/* Parameters and dispatches of select, partition and unique. */
#ifndef VKSCAN_PRIMITIVE_SELECT_H
#define VKSCAN_PRIMITIVE_SELECT_H

#include "primitive.h"
#include "select/criteria.h"

/* Ports besides those that several primitives have. */
enum select_port { PORT_ARGUMENTS = PORT_OWN, PORT_LENGTHS };

/* Vectors per thread of the kernels that scan the numbers of the tiles. */
#define SELECT_SCAN_ITEMS 4

/* Stages of vks_passes_select_by_marks, which stores values, and indices or the number alone. */
enum select_by_marks_stage {
    STAGE_MARK,
    STAGE_REDUCE_NUMBERS,
    STAGE_SCAN_NUMBERS,
    STAGE_STORE_VALUES,
    STAGE_STORE_OTHERS,
    STAGE_COPY_MARKED,
    STAGE_LENGTHS_MARKED
};

/* Stages of vks_passes_select_at_once. */
enum select_at_once_stage {
    STAGE_SELECT,
    STAGE_COPY_SELECTED,
    STAGE_LENGTHS_SELECTED,
    STAGE_COUNT_KEPT
};

/* An output of a selection within a plan of another primitive: the indices in scratch, and their
 * number in STATE_TOTAL. */
#define SELECT_STARTS 0x80000000u

extern const struct algorithm vks_select_algorithms[];

/* Returns the selection of the elements with which segments begin, within a plan that has flags of
 * these in its second source; or there keys, which are the elements of this selection, except keys
 * of other sizes than a word's that are not stored: those decide alone, as the modules for their
 * type may be left out. `outputs` are SELECT_STARTS and others. */
struct plan vks_select_of_heads(const struct plan *plan, vkscan_criterion criterion,
                                uint32_t key_size, uint32_t outputs, uint32_t divisor);

/* Gives a selection within another plan the tile of LOOKBACK by that plan's shape, or that of
 * BLELLOCH if the plan's algorithm needs no subgroups: of its vectors per thread, two elements
 * each. */
void vks_select_arrange(struct plan *plan);

/* The constants of the stages of vks_passes_select_by_marks. */
constants_fn vks_constants_mark, vks_constants_reduce_numbers, vks_constants_scan_numbers,
    vks_constants_store_values, vks_constants_store_others;

/* The constants and the variants of the stage STAGE_SELECT of LOOKBACK. */
constants_fn vks_constants_select_lookback;
extern const struct kernel_variant vks_select_variants[];

/* Returns the plan's parameters, with defaults filled in. */
vkscan_select_params vks_select_params(const struct plan *plan);

/* Returns the bits of the arguments of an indirect dispatch, three words. */
uint32_t vks_select_argument_bits(const struct plan *plan);

/* Tells whether the plan has any of these outputs, a mask of vkscan_select_output. */
bool vks_select_has(const struct plan *plan, uint32_t outputs);

/* Tells whether the elements themselves are an output. */
bool vks_select_has_values(const struct plan *plan);

/* Tells whether the lengths of runs are an output. They are made from indices, which are in scratch
 * unless they are an output, too. */
bool vks_select_has_lengths(const struct plan *plan);

/* Tells whether the destination may be the source. */
bool vks_select_in_place(const struct plan *plan);

/* Tells whether the elements that are not kept are stored too, behind those that are. */
bool vks_select_has_rest(const struct plan *plan);

/* Returns the number of groups of kept elements: two in a partition into three ways, else one. */
uint64_t vks_select_groups(const struct plan *plan);

/* Tells whether the last element of each run of equal keys or elements is kept, not the first. */
bool vks_select_keeps_last(const struct plan *plan);

/* Returns the bytes of a key, which for unique is an element; 0: there are none. */
uint32_t vks_select_key_size(const struct plan *plan);

/* Tells whether the first element is kept whatever its flag is. */
bool vks_select_keeps_first(const struct plan *plan);

/* Tells whether each run compares with a seed. */
bool vks_select_compares(const struct plan *plan);

/* Plans dispatches that mark the elements kept, scan the tiles' numbers of them, and store. */
passes_fn vks_passes_select_by_marks;

/* Plans one dispatch of persistent workgroups that does everything, or two for a partition. */
passes_fn vks_passes_select_at_once;

/* The same, of a plan within another one, with its words of the persistent state. */
uint64_t vks_select_state_words(const struct plan *plan);
void vks_passes_select_within(const struct plan *plan, uint64_t count, struct span state,
                              struct pass_list *list);

#endif
