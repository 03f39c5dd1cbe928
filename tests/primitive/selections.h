/* SPDX-License-Identifier: MIT */
/* Plans that select, partition and find what is unique, with buffers of their own, and runs that
 * are checked against the CPU: what is stored, and that nothing else is written. What is behind the
 * count has flags and fulfils every criterion, so that a tail that is read shows. */
#ifndef SELECTIONS_H
#define SELECTIONS_H

#include "interface.h"
#include "ports.h"
#include "reference_select.h"

#define SELECT VKSCAN_PRIMITIVE_SELECT
#define PARTITION VKSCAN_PRIMITIVE_PARTITION
#define UNIQUE VKSCAN_PRIMITIVE_UNIQUE

#define VALUES VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT
#define INDICES VKSCAN_SELECT_OUTPUT_INDICES_BIT
#define NUMBER VKSCAN_SELECT_OUTPUT_NUMBER_BIT
#define ARGUMENTS VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT
#define ALL_OUTPUTS (VALUES | INDICES | NUMBER | ARGUMENTS)

#define CAPACITY 5003

/* Where operands lie in their buffer, in words. */
enum { AT_NUMBER = 3, AT_COUNT = 8, AT_SEED = 12, AT_ARGUMENTS = 17, OPERAND_WORDS = 24 };

/* Seeds of two bytes, one or both, lie in the upper half of a word. */
#define SEED_BYTE(size) (4 * AT_SEED + ((size) == 2 ? 2 : 0))

struct predicate;

struct subject {
    struct ports ports;
    vkscan_type type;
    const struct predicate *predicate; /* NULL: another criterion */
    struct memory source, flags, destination, indices, operands;
    uint32_t *expected; /* indices */
    bool in_place;
};

const struct plan *plan_of(const struct subject *s);
uint32_t size_of(const struct subject *s); /* of an element */

/* Buffers begin `offset` elements behind a multiple of 64 bytes, flags as many flags. */
struct subject open_subject(struct harness *h, vkscan_plan *plan, vkscan_type type,
                            uint32_t offset);
void close_subject(struct harness *h, struct subject *s);

/* Of a plan whose tiles are of 128 elements, so that there are many. */
struct subject open_selection(struct harness *h, vkscan_plan_params params,
                              vkscan_select_params select, uint32_t offset);

/* From now on; the other destination is not written. */
void run_in_place(struct subject *s);

/* Random elements, half of which equal the one before. */
void fill_source(struct subject *s, enum reference_data data, uint64_t random);

/* One in `rarity` is set, and every one behind the count; bits of a flag are any, but with three
 * ways half of the flags that are set are 1. */
void fill_flags(struct subject *s, uint64_t count, uint32_t rarity, uint64_t random);

struct run {
    uint64_t count; /* of vkscan_cmd_run */
    uint64_t in_buffer;
    const void *seed; /* NULL: elements from the middle, of what compares */
};

/* The source and the flags are there; the rest is poison. */
void check_run(struct harness *h, struct subject *s, struct run run);

/* Over new elements and flags. */
void check_count(struct harness *h, struct subject *s, uint64_t count, uint32_t rarity);

/* With a count in a buffer that comes and goes and may be more than the host allows, so that what a
 * run has not is that of another. */
void check_counts(struct harness *h, vkscan_plan_params params, vkscan_select_params select);

/* ---- plans ---- */

static const vkscan_algorithm algorithms[] = {VKSCAN_ALGORITHM_BLELLOCH, VKSCAN_ALGORITHM_SUBGROUP,
                                              VKSCAN_ALGORITHM_LOOKBACK,
                                              VKSCAN_ALGORITHM_LOOKAHEAD};

bool can_run(const struct harness *h, vkscan_algorithm algorithm);

/* Of each two that have one kernel's code in common, another one for each k, on each device. */
bool has_turn(const struct harness *h, size_t a, size_t k);

/* A single pass does not partition. */
vkscan_primitive made_by(vkscan_algorithm algorithm, vkscan_primitive primitive);

/* Tiles of 128 elements, so that there are many. */
extern const struct shape small;

vkscan_plan *make_plan(struct harness *h, vkscan_plan_params params, vkscan_select_params select);

#endif
