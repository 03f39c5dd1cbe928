/* SPDX-License-Identifier: MIT */
/* What was asked for and what the device can do, resolved to what will be run. Pure arithmetic;
 * calls no Vulkan. */
#ifndef VKSCAN_PLAN_H
#define VKSCAN_PLAN_H

#include "algorithm.h"
#include "element.h"
#include "report.h"

struct plan {
    vkscan_primitive primitive;
    const struct algorithm *algorithm;
    const struct element_type *type;
    const struct op *op;
    uint64_t capacity;
    struct shape shape;
    uint32_t tile_size;    /* elements */
    uint32_t banks;        /* that shared memory is padded for */
    uint64_t workgroups;   /* of a persistent kernel: no more than this */
    bool by_index;         /* there is one of these for each tile, which has its index */
    uint32_t looks;        /* of those who wait for a tile, before they make up for it */
    uint32_t stall;        /* one of STALL_...: for the tests, which tiles come late */
    uint64_t scratch_size; /* bytes, at least VECTOR_BYTES */
    uint64_t zeroed_size;  /* of these, from the start: bytes to be 0 before the first run */
};

/*
 * Checks params and fills in *out. Errors: RESULT_INVALID, RESULT_UNSUPPORTED, each reported.
 */
VkResult vks_plan_resolve(const struct caps *caps, const vkscan_plan_params *params,
                          const struct report *errors, struct plan *out);

/*
 * The same with an operator that need not be in the API, and a shape of the caller's (NULL: the
 * tuning table's). A shape that exceeds the device's limits is RESULT_UNSUPPORTED.
 */
VkResult vks_plan_resolve_with(const struct caps *caps, const vkscan_plan_params *params,
                               const struct op *op, const struct shape *shape,
                               const struct report *errors, struct plan *out);

/*
 * Elements that kernels of vectors take along in front of a source and a destination that begin so
 * many elements behind the start of a vector and of a sector: so many that the source begins with a
 * whole vector, and a scan's destination in the first vector of a sector (as far as vectors have
 * addresses that are multiples of their size). They are neither read nor written, stand for the
 * operator's identity, and belong to the count that passes are planned for. None of sums and
 * products of floats: they would be grouped by offset. And none where that took further passes. An
 * algorithm of one dispatch never takes further ones, which kernels that define SKIPS rely on.
 */
uint32_t vks_plan_skipped(const struct plan *plan, uint64_t count, uint32_t source,
                          uint32_t destination);

/* The dispatches for a count of at most the capacity, and of what is skipped. */
void vks_plan_passes(const struct plan *plan, uint64_t count, struct pass_list *list);

/* Whether the kernel of a stage, where it can do both, scans exclusively. */
bool vks_plan_exclusive(const struct plan *plan, const struct stage *stage);

/* Bytes of source and destination that a full run reads and writes. */
uint64_t vks_plan_source_size(const struct plan *plan);
uint64_t vks_plan_destination_size(const struct plan *plan);

#endif
