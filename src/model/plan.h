/* SPDX-License-Identifier: MIT */
/* What was asked for and what the device can do, resolved to what will be run. Pure arithmetic. */
#ifndef VKSCAN_PLAN_H
#define VKSCAN_PLAN_H

#include "algorithm.h"
#include "element.h"

#include "detail/interface.h"

#define PLAN_OWN_WORDS 8

/* Workgroups of one dispatch, on every device. */
#define WORKGROUPS_GUARANTEED 65535

/* A stage as it will be compiled. */
struct planned_stage {
    const char *module; /* name, without the class; NULL: no such stage, or no such module */
    const char *class;  /* arithmetic class of the module; NULL: no such stage */
    struct constants constants;
};

struct plan {
    vkscan_primitive primitive;
    const struct port *ports;
    const struct algorithm *algorithm;
    const struct element_type *type, *out; /* of the source, of the destination */
    const struct op *op;
    struct op user_op; /* what op points to where parameters have a user operator; this one's
                        * constant and name are the caller's, and gone once the plan is created */
    /* Of these the kernels of the plan's class, by name; NULL: all are the library's own. */
    const vkscan_operator *modules;
    struct computation computation;
    uint64_t capacity;
    vkscan_access access;
    uint64_t own[PLAN_OWN_WORDS]; /* the primitive's, which its file alone reads and writes */
    uint32_t flags;               /* of vkscan_plan_flag */
    uint32_t operands;            /* mask of OPERAND_... that runs may have */
    uint32_t bindings; /* storage buffers of its stages, where access is by descriptors */
    bool exclusive;    /* scans give each element the prefix before it */
    bool pads;         /* runs may have head padding: see vks_plan_head */
    uint64_t piece;    /* elements of a run's piece: all of the capacity unless it takes several */
    uint64_t part; /* of a piece, elements that one dispatch takes of a port: all, or a power of two
                    * that is a multiple of tiles */
    struct shape shape;
    uint32_t items;         /* per thread, as kernels count them */
    uint32_t tile_size;     /* elements */
    uint32_t banks;         /* that shared memory is padded for */
    uint32_t subgroup_size; /* that pipelines require; 0: none */
    uint64_t workgroups;    /* of a persistent kernel, at most */
    uint64_t scratch_size;  /* bytes, at least VECTOR_BYTES */
    uint64_t zeroed_size;   /* bytes of these, from the start: persistent state */
    struct planned_stage stages[ALGORITHM_MAX_STAGES];
};

/*
 * Elements of head padding: identity elements in front of the first, so that the source begins at
 * the start of a vector, and a scan's destination in the first vector of a sector (if addresses of
 * vectors are multiples of their size). They are neither read nor written, and are part of the
 * count that passes are planned for. `source` counts the bytes from a vector's start to the
 * source's first element, or in reverse to the one behind its last, negated; `destination` those
 * from a sector's start. 0 for what rounds, whose grouping would depend on the offset, unless the
 * plan's determinism allows that of floats; and where padding would add passes. It never adds one
 * to a single-pass algorithm, so kernels that define HEAD_PADDED always have it.
 */
uint32_t vks_plan_head(const struct plan *plan, uint64_t count, uint32_t source,
                       uint32_t destination);

/* The largest count that passes are planned for: of a piece, with its head padding. */
uint64_t vks_plan_largest_count(const struct plan *plan);

/* The passes for a count, head padding included. */
void vks_plan_passes(const struct plan *plan, uint64_t count, struct pass_list *list);

/* Whether a stage scans exclusively, where its kernel can do both. */
bool vks_plan_exclusive(const struct plan *plan, const struct stage *stage);

/* The ports that a pass has as its inputs, outputs and auxiliary buffer, by binding. */
struct route {
    uint32_t port[BINDING_COUNT];
};

#define ROUTES_MAX 8

struct route vks_plan_route(const struct pass *pass);

/* All routes that passes take, of any count up to the capacity; returns how many these are. */
uint32_t vks_plan_routes(const struct plan *plan, struct route routes[ROUTES_MAX]);

/* The index of a route among those; count if it is none of them. */
uint32_t vks_plan_find_route(const struct route *routes, uint32_t count, struct route route);

/* Pieces of a run over a count, and parts of them all: at least one. */
uint64_t vks_plan_pieces(const struct plan *plan, uint64_t count);
uint64_t vks_plan_parts(const struct plan *plan, uint64_t count);

/*
 * Elements that a dispatch takes at most. They go by the device, the access, the element's and the
 * tile's size alone, so that sums of floats are grouped by the count alone where these are a piece.
 * A piece begins at the same bytes of a vector, of a sector and of what descriptors are aligned to
 * as the port.
 */
uint64_t vks_plan_reach(const struct caps *caps, const struct plan *plan);

/* Elements that have no more bytes than that in any port; of these no part of PIECE_UNIT is left.
 */
uint64_t vks_plan_elements_within(const struct plan *plan, uint64_t bytes);

/* Elements of a piece at most: these, or of algorithms that say so a number for all devices. */
uint64_t vks_plan_piece_limit(const struct caps *caps, const struct plan *plan);

/* Elements of a part, of pieces of so many. */
uint64_t vks_plan_part_size(const struct caps *caps, const struct plan *plan, uint64_t piece);

/* What a pass over the source does in the part that begins at an element of the piece. */
struct pass vks_plan_pass_of_part(const struct plan *plan, const struct pass *pass, uint64_t first,
                                  uint64_t count);

/* Bytes of a port that kernels reach on this device. */
uint64_t vks_plan_port_limit(const struct caps *caps, const struct plan *plan);

/* The arithmetic class whose module a stage takes. */
const char *vks_plan_class(const struct plan *plan, const struct stage *stage);

/* Whether the algorithm's kernels compute class packed, which scans into elements of other sizes
 * are not. */
bool vks_plan_packs(const struct caps *caps, const struct plan *plan,
                    const struct algorithm *algorithm);

/* Fills in the stages. */
void vks_plan_stages(const struct caps *caps, struct plan *plan);

/* Whether the destination has a result for each element. */
bool vks_plan_has_results(const struct plan *plan);

/* For rows of ports: bits of an element as the computation has it, whether second ports have
 * elements, and numbers of elements. */
uint32_t vks_plan_source_bits(const struct plan *plan);
uint32_t vks_plan_destination_bits(const struct plan *plan);
uint32_t vks_plan_second_bits(const struct plan *plan);
uint32_t vks_plan_seed_bits(const struct plan *plan);
bool vks_plan_has_second_elements(const struct plan *plan);
uint64_t vks_plan_one(const struct plan *plan);
uint64_t vks_plan_scratch_words(const struct plan *plan);

/* Whether the plan has the port; the bindings that its ports need; the operands that they hold. */
bool vks_plan_has_port(const struct plan *plan, const struct port *port);
uint32_t vks_plan_bindings(const struct plan *plan);
uint32_t vks_plan_port_operands(const struct plan *plan);

/* The element size by which policies go: the wider one of the source's and the destination's; with
 * POLICY_PACKED where the algorithm packs, with POLICY_HALF where both are f16. */
uint32_t vks_plan_policy_size(const struct caps *caps, const struct plan *plan,
                              const struct algorithm *algorithm);

/* Bits of an element of a port; bytes of it, 0 of a part of a byte; bytes of so many. */
uint32_t vks_plan_element_bits(const struct plan *plan, const struct port *port);
uint32_t vks_plan_element_size(const struct plan *plan, const struct port *port);
uint64_t vks_plan_elements_size(const struct plan *plan, const struct port *port,
                                uint64_t elements);

/* Bytes of a port that a full run uses; of a count in a buffer at least. */
uint64_t vks_plan_port_size(const struct plan *plan, const struct port *port);

#endif
