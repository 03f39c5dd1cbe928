/* SPDX-License-Identifier: MIT */
/* Which dispatches compute a primitive over a count, and in what scratch. Pure arithmetic. */
#ifndef VKSCAN_PASS_H
#define VKSCAN_PASS_H

#include <stdbool.h>
#include <stdint.h>

#include "port.h"

#define PASSES_MAX 96

/* A place in one of the ports' buffers. */
struct span {
    uint32_t port;
    uint32_t unit;   /* bytes that a kernel's offsets count: an element, or of 12 bytes a word */
    uint64_t offset; /* bytes from the port's start, a multiple of the unit */
    uint32_t
        like; /* of scratch: another port, which begins at as many bytes of a vector; 0: none */
};

/* One dispatch. What a kernel does with its buffers is said in its file. */
struct pass {
    uint32_t stage; /* index into the algorithm's stages */
    struct span input, output, auxiliary;
    struct span second_input, second_output; /* of plans with second ports */
    uint64_t count;                          /* elements of the input */
    uint64_t divisor;   /* elements of the source for each of the input, of kernels with operands */
    uint64_t parameter; /* the kernel's own word, which its file explains; 0: it has none */
    uint64_t groups;    /* workgroups; where a device allows fewer, each takes several tiles */
    bool prefixed;      /* each tile starts from its own element of the auxiliary buffer */
    bool seeded;        /* the run's seed enters here; elsewhere the identity does. A kernel with
                           operands knows the total here */
};

struct pass_list {
    struct pass pass[PASSES_MAX];
    uint32_t count;
    uint64_t scratch; /* bytes in use */
    uint64_t zeroed;  /* bytes of these, from the start: persistent state */
};

/*
 * Adds the passes for a count to an empty list. Those for a smaller count use no other stages and
 * no more scratch.
 */
typedef void passes_fn(const struct plan *plan, uint64_t count, struct pass_list *list);

/* ---- what planning functions are made of ---- */

uint64_t vks_divide_up(uint64_t a, uint64_t b);
uint64_t vks_least(uint64_t a, uint64_t b);

void vks_pass_add(struct pass_list *list, struct pass pass);

/* All elements of the port. */
struct span vks_pass_source(const struct plan *plan);
struct span vks_pass_destination(const struct plan *plan);

/* What a pass has as second input where it has that input: beside the source the second one. */
struct span vks_pass_second(struct span input);

/* For a buffer that a pass does not access: scratch, as the kernel declares that it may write. */
struct span vks_pass_unused(const struct plan *plan);

/* All take scratch: bytes of it; `count` elements of it, of a size or of the plan's; `words` words
 * of it as persistent state.
 */
struct span vks_pass_bytes(struct pass_list *list, uint32_t unit, uint64_t bytes);
struct span vks_pass_elements(struct pass_list *list, uint32_t element_size, uint64_t count);
struct span vks_pass_scratch(const struct plan *plan, struct pass_list *list, uint64_t count);
/* Of as many bytes as a port, with one vector more for where that begins. */
struct span vks_pass_scratch_like(struct pass_list *list, struct span port, uint64_t bytes);
struct span vks_pass_state(struct pass_list *list, uint64_t words);

/* Where runs go by pieces, takes the header of persistent state: all that hierarchies have of it.
 */
void vks_pass_header(const struct plan *plan, struct pass_list *list);

/* Whether runs have a total besides their results, so that there is a pass for no elements, too. */
bool vks_pass_has_total(const struct plan *plan);

/* Adds the one pass of a single-pass algorithm, with `words` words of persistent state. */
void vks_pass_single(const struct plan *plan, uint64_t count, struct pass_list *list,
                     uint64_t words, uint64_t groups);

/* ---- hierarchies of tiles, for primitives and textbook alike ---- */

/*
 * Reduces the tiles of each level to the next level, until a single tile is left: from the source
 * by stage 0, from a level by stage 1, and where the result is the destination's by stage 2 and 3.
 */
passes_fn vks_passes_reduce;

#define VKS_REDUCE_STAGES(reduce, add_constants)                                                   \
    {                                                                                              \
        {reduce, .constants = add_constants, .reads_source = true},                                \
            {reduce, .constants = add_constants},                                                  \
            {reduce, .constants = add_constants, .reads_source = true,                             \
             .writes_destination = true},                                                          \
            {reduce, .constants = add_constants, .writes_destination = true},                      \
    }

/*
 * Stage 0 (for the source) and stage 3 (for aggregates) reduce the tiles of each level to the next
 * level; from the last level back, stage 1
 * (for aggregates) and stage 2 (for the source) scan the tiles from their prefixes.
 */
passes_fn vks_passes_reduce_then_scan;

/* Scans so many sums of a word where they are, exclusively: as above, by stage 0 and stage 1 from
 * `first` on, in tiles of their own size. */
void vks_passes_scan_sums(struct span sums, uint64_t count, uint32_t tile_size, uint32_t first,
                          struct pass_list *list);

/*
 * Stage 2 (for the source) and stage 1 (for aggregates) scan the tiles of each level by themselves
 * and store their aggregates as the next level; from the last level but one back, stage 0 adds the
 * scanned aggregates to the tiles.
 */
passes_fn vks_passes_scan_then_add;

#endif
