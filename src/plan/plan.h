/* SPDX-License-Identifier: MIT */
/* A plan: the caller's parameters, resolved by the device's capabilities. Pure arithmetic. */
#ifndef VKSCAN_PLAN_H
#define VKSCAN_PLAN_H

#include "algorithm.h"
#include "element.h"

#include "interface.h"

#define PLAN_OWN_WORDS 12

/* Workgroups that one dispatch may have on every device. */
#define WORKGROUPS_GUARANTEED 65535

/* A stage as it is compiled. */
struct planned_stage {
    const char *module; /* name, without the class; NULL: no such stage, or no such module */
    const char *class;  /* arithmetic class of the module; NULL: no such stage */
    struct constants constants;
};

struct plan {
    vkscan_primitive primitive;
    const struct port *ports;
    const struct algorithm *algorithm;
    const struct element_type *type, *out; /* elements of the source, and of the destination */
    const struct op *op;
    struct op user_op; /* the operator that op points to if the parameters have a user operator. Its
                        * constant and name are the caller's, and gone once the plan is created */
    /* The user operator that has the modules of the plan's class; NULL: the library has all. */
    const vkscan_operator *modules;
    struct computation computation;
    uint64_t capacity;
    vkscan_access access;
    uint64_t own[PLAN_OWN_WORDS]; /* values that the primitive's file alone reads and writes */
    uint32_t flags;               /* mask of vkscan_plan_flag */
    uint32_t operands;            /* mask of OPERAND_... that runs may have */
    uint32_t bindings;            /* storage buffers of a stage, if access is by descriptors */
    bool exclusive;               /* scans give each element the prefix before it */
    bool pads;                    /* runs may have head padding: see vks_plan_head */
    uint64_t piece; /* elements of a piece: the capacity, unless runs have several pieces */
    uint64_t part;  /* elements that one dispatch takes of a port: the piece, or a power of two that
                     * is a multiple of the tile */
    struct shape shape; /* the policy's, cut to the device's limits */
    uint32_t items;     /* per thread, as kernels count them: SPEC_ITEMS, STRIPES of tile.glsl */
    uint32_t tile_size; /* elements */
    uint32_t banks;     /* banks that shared memory is padded for */
    uint32_t subgroup_size; /* subgroup size that pipelines require; 0: none */
    uint64_t workgroups;    /* the most of a persistent kernel */
    uint64_t scratch_size;  /* bytes, at least VECTOR_BYTES */
    uint64_t zeroed_size;   /* bytes of persistent state, at the start of the scratch */
    struct planned_stage stages[ALGORITHM_MAX_STAGES];
};

/*
 * Returns the elements of head padding: identity elements in front of the first, so that the source
 * begins at the start of a vector, and a scan's destination in the first vector of a sector (if
 * addresses of vectors are multiples of their size). Head padding is neither read nor written, and
 * is part of the count that passes are planned for. `source` is the number of bytes from a vector's
 * start to the source's first element; in reverse it is the number to the end of the last element,
 * negated. `destination` is the same from a sector's start.
 * Results that round have no head padding, because their grouping would depend on the offset,
 * unless they are floats and the plan's determinism allows that. Runs to which head padding would
 * add passes have none, either. It adds no pass to a single-pass algorithm, so kernels that define
 * HEAD_PADDED always have it.
 */
uint32_t vks_plan_head(const struct plan *plan, uint64_t count, uint32_t source,
                       uint32_t destination);

/* Returns the largest count that passes are planned for: a piece with its head padding. */
uint64_t vks_plan_largest_count(const struct plan *plan);

/* Plans the passes for a count, which includes head padding. */
void vks_plan_passes(const struct plan *plan, uint64_t count, struct pass_list *list);

/* Tells whether a stage scans exclusively, if its kernel can do both. */
bool vks_plan_exclusive(const struct plan *plan, const struct stage *stage);

/* The ports of a pass by binding: its inputs, outputs and auxiliary buffer. */
struct route {
    uint32_t port[BINDING_COUNT];
};

#define ROUTES_MAX 8

struct route vks_plan_route(const struct pass *pass);

/* Lists the routes of the passes for all counts up to the capacity. Returns their number. */
uint32_t vks_plan_routes(const struct plan *plan, struct route routes[ROUTES_MAX]);

/* Returns the index of a route among `count` routes, or `count` if it is not one of them. */
uint32_t vks_plan_find_route(const struct route *routes, uint32_t count, struct route route);

/* Returns the number of pieces of a run over a count: at least one. */
uint64_t vks_plan_pieces(const struct plan *plan, uint64_t count);

/* Returns the number of parts of all pieces of a run over a count: at least one. */
uint64_t vks_plan_parts(const struct plan *plan, uint64_t count);

/*
 * Returns the most elements that a dispatch takes. The number depends on the device, the access,
 * the element's size and the tile's size alone: where it is that of a piece, the grouping of sums
 * of floats depends on the count alone. A piece begins at the same byte of a vector, of a sector
 * and of a descriptor's alignment as its port.
 */
uint64_t vks_plan_reach(const struct caps *caps, const struct plan *plan);

/* Returns the most elements that have at most `bytes` bytes in each port, and in each a multiple of
 * PIECE_UNIT. */
uint64_t vks_plan_elements_within(const struct plan *plan, uint64_t bytes);

/* Returns the most elements of a piece: the algorithm's number for all devices, if it has one,
 * otherwise what vks_plan_reach returns. */
uint64_t vks_plan_piece_limit(const struct caps *caps, const struct plan *plan);

/* Returns the elements that one dispatch takes of a piece of `piece` elements. */
uint64_t vks_plan_part_size(const struct caps *caps, const struct plan *plan, uint64_t piece);

/* Returns a pass over the source for one part: `count` elements of the piece from `first` on. */
struct pass vks_plan_pass_of_part(const struct plan *plan, const struct pass *pass, uint64_t first,
                                  uint64_t count);

/* Returns the bytes of a port that kernels reach on this device. */
uint64_t vks_plan_port_limit(const struct caps *caps, const struct plan *plan);

/* Returns the arithmetic class of a stage's module. */
const char *vks_plan_class(const struct plan *plan, const struct stage *stage);

/* Tells whether the algorithm's kernels compute the plan by class packed. Scans into elements of
 * another size are not packed. */
bool vks_plan_packs(const struct caps *caps, const struct plan *plan,
                    const struct algorithm *algorithm);

/* Fills in plan->stages. */
void vks_plan_stages(const struct caps *caps, struct plan *plan);

/* Tells whether the destination has a result for each element. */
bool vks_plan_has_results(const struct plan *plan);

/* ---- for rows of ports: bits of an element, exists, numbers of elements ---- */

uint32_t vks_plan_source_bits(const struct plan *plan);
uint32_t vks_plan_destination_bits(const struct plan *plan);
uint32_t vks_plan_second_bits(const struct plan *plan);
uint32_t vks_plan_seed_bits(const struct plan *plan);
bool vks_plan_has_second_elements(const struct plan *plan);
uint64_t vks_plan_one(const struct plan *plan);
uint64_t vks_plan_scratch_words(const struct plan *plan);

/* ---- ports ---- */

bool vks_plan_has_port(const struct plan *plan, const struct port *port);

/* Returns the number of bindings that the plan's ports need. */
uint32_t vks_plan_bindings(const struct plan *plan);

/* Returns the OPERAND_... flags of the operands that the plan's ports hold. */
uint32_t vks_plan_port_operands(const struct plan *plan);

/* Returns the element size that policies are for: the larger one of the source's and the
 * destination's; with POLICY_PACKED if the algorithm packs, or POLICY_HALF for f16 that rounds. */
uint32_t vks_plan_policy_size(const struct caps *caps, const struct plan *plan,
                              const struct algorithm *algorithm);

/* Returns the bits of an element of a port. */
uint32_t vks_plan_element_bits(const struct plan *plan, const struct port *port);

/* Returns the bytes of an element of a port; 0 if it is smaller than a byte. */
uint32_t vks_plan_element_size(const struct plan *plan, const struct port *port);

/* Returns the bytes of `elements` elements of a port. */
uint64_t vks_plan_elements_size(const struct plan *plan, const struct port *port,
                                uint64_t elements);

/* Returns the bytes of a port that a run over the capacity uses; 0 if the plan has no such port. A
 * count in a buffer may have more: 8 in place of 4. */
uint64_t vks_plan_port_size(const struct plan *plan, const struct port *port);

#endif
