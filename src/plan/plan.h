/* SPDX-License-Identifier: MIT */
/* A plan: the caller's parameters, resolved by the device's capabilities. Pure arithmetic. */
#ifndef VKSCAN_PLAN_H
#define VKSCAN_PLAN_H

#include "pass.h"

/* ---- the device ---- */

/* The caller's tuning, as in vkscan_context_params; 0: the library's. */
struct tuning {
    const vkscan_tuning_policy *policies; /* read by vks_tuning_read */
    uint32_t policy_count;
    uint32_t spin_limit;
    uint32_t multiprocessors;
};

/* The capabilities and limits of a device, as plain numbers. All decisions of the library branch on
 * these. */
struct caps {
    uint32_t capabilities;  /* mask of vkscan_capability */
    uint32_t subgroup_size; /* threads; 0 on a device below Vulkan 1.1 */
    uint32_t max_subgroups; /* in a workgroup, if the pipeline requires a subgroup size */
    uint32_t max_workgroup_size;
    uint32_t max_workgroup_count; /* in x */
    uint32_t shared_memory;       /* bytes that a workgroup can have */
    uint32_t max_storage_buffers; /* descriptors of one stage */
    uint32_t max_range;           /* bytes of a storage buffer descriptor */
    uint32_t range_alignment;     /* bytes that a descriptor's offset has to be a multiple of */
    uint32_t vendor_id;
    bool gpu; /* takes policies for GPUs: it is no software driver, and no quirk forbids */
    uint32_t multiprocessors; /* 0: the device does not tell */
    struct tuning tuning;
};

/* ---- shapes of workgroups ---- */

struct shape {
    uint32_t workgroup_size; /* threads, a power of two */
    uint32_t items;          /* per thread: 16 bytes each, or elements, as the arrangement has it */
    uint32_t workgroups;     /* per multiprocessor, of persistent kernels; 0: one for each tile */
};

/* An array in shared memory: its elements for each item, each 8 items, each thread, and each
 * element of an item that is a vector. */
struct shared_array {
    uint32_t per_item, per_8_items, per_thread, per_element;
    bool padded; /* against bank conflicts */
};

/* How a kernel arranges its workgroup's elements. */
struct arrangement {
    uint32_t least_items, most_items;
    bool persistent;       /* workgroups take tiles until there are none left */
    bool whole;            /* items are no more than a workgroup that takes the whole array needs */
    bool vectors;          /* items are vectors */
    bool pairs;            /* items are two elements; most_items is the most elements */
    bool subgroups;        /* workgroups should consist of full subgroups */
    bool no_head;          /* no head padding, though items are vectors */
    uint32_t most_threads; /* of a workgroup; 0: as many as the device allows */
    /* Elements in shared memory: two arrays that take turns in one place, and others beside them,
     * for each thread and each workgroup. */
    struct shared_array shared[2];
    uint32_t shared_per_thread, shared_per_workgroup;
    bool shares_words;  /* elements in shared memory are words */
    uint32_t most_rows; /* of an array, that a workgroup takes whole at a time; 0: it takes none */
};

/* Bounds of a policy's workgroup size, which is a power of two. Vulkan guarantees the least one,
 * which is also the largest subgroup size, so that workgroups consist of full subgroups. Most
 * devices can run the largest one. */
#define SHAPE_LEAST_WORKGROUP 128
#define SHAPE_LARGEST_WORKGROUP 1024

/* Banks of shared memory that arrays are padded for; a number with which arrays have no padding. */
#define SHAPE_BANKS 32
#define SHAPE_NO_PADDING 0x40000000

/* ---- algorithms: the entries of the catalogue ---- */

struct algorithm {
    vkscan_algorithm id;
    const char *name;
    const char *summary;
    uint32_t primitives; /* bits 1 << vkscan_primitive */
    uint32_t needs;      /* mask of vkscan_capability */
    bool commutative;    /* computes commutative operators only */
    bool production;     /* AUTO may choose it, if a policy has the capacity; it takes counts, seeds
                          * and totals in buffers, and arrays in pieces where its
                          * primitive does */
    bool unpadded;       /* shared memory is left without padding */
    bool binds_second_ports; /* binds a second input and output, whatever ports plans have */
    struct {
        const char *what;                     /* the plans, in words */
        bool (*has)(const struct plan *plan); /* tells whether a plan is one; NULL: none is */
    } unsupported;                            /* plans of its primitives that it does not compute */
    uint64_t largest;                         /* largest capacity; 0: any */
    /* Returns the fewest elements of a tile by which it computes the plan; NULL: any do. */
    uint64_t (*least_tile)(const struct plan *plan);
    /* Returns the elements of a piece; NULL: as many as the device reaches. Set for algorithms with
     * the tree that is the same on every device, and for these alone. */
    uint64_t (*piece)(const struct plan *plan);
    bool no_pieces; /* refuses capacities of more than one piece */
    const struct arrangement *arrangement;
    const struct policy *policies; /* see tuning.h; ends without a shape */
    const struct stage *stages;    /* by STAGES */
    uint32_t stage_count;
    passes_fn *passes;
};

/* The members of an algorithm that are its stages: initializers of each, at most
 * ALGORITHM_MAX_STAGES. */
#define STAGES(...)                                                                                \
    .stages = (const struct stage[]){__VA_ARGS__},                                                 \
    .stage_count = sizeof((const struct stage[]){__VA_ARGS__}) / sizeof(struct stage)

/* Bits of algorithm.primitives. */
#define PRIMITIVES_REDUCE (1u << VKSCAN_PRIMITIVE_REDUCE)
#define PRIMITIVES_SCAN                                                                            \
    (1u << VKSCAN_PRIMITIVE_INCLUSIVE_SCAN | 1u << VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)

/* ---- what reductions and scans over tiles in registers share ---- */

/* The arrangements of reductions and scans by blelloch and subgroup. */
extern const struct arrangement vks_tree_tile, vks_subgroup_tile;

/* ---- access: the ways in which kernels reach buffers ---- */

#define ACCESS_COUNT (VKSCAN_ACCESS_ADDRESSES + 1)

struct access {
    const char *name;
    uint32_t needs;           /* mask of vkscan_capability */
    VkBufferUsageFlags usage; /* that buffers need */
    const char *usage_name;
};

/* Returns the row of an access, or NULL if the value is unknown. */
const struct access *vks_access(vkscan_access access);

/* ---- plans ---- */

#define PLAN_OWN_WORDS 14

/* Workgroups that one dispatch may have on every device. */
#define WORKGROUPS_GUARANTEED 65535

struct plan {
    const char *label; /* the caller's name for it; NULL: none */
    vkscan_primitive primitive;
    const struct port *ports;
    const struct algorithm *algorithm;
    const struct element_type *type, *out; /* elements of the source, and of the destination */
    const struct op *op;
    struct op user_op; /* the operator that op points to if the parameters have a user operator. Its
                        * constant and name are the caller's, and gone once the plan is compiled */
    struct computation computation;
    uint64_t capacity;
    uint64_t row; /* elements of a row; 0: there are no rows */
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

/* Returns the elements of a piece and its most head padding: the largest count that passes are
 * planned for. */
uint64_t vks_plan_padded_piece(const struct plan *plan);

/* Plans the passes for a count, which includes head padding. */
void vks_plan_passes(const struct plan *plan, uint64_t count, struct pass_list *list);

/* Plans the passes for a padded piece, which are the most and take the most scratch. */
void vks_plan_most_passes(const struct plan *plan, struct pass_list *list);

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

/* Returns the elements of a piece of the algorithms whose combine tree is the same on every device.
 * Devices take a piece in parts that are whole tiles. */
uint64_t vks_everywhere_piece(const struct plan *plan);

/* Returns the elements that one dispatch takes of a piece of `piece` elements. */
uint64_t vks_plan_part_size(const struct caps *caps, const struct plan *plan, uint64_t piece);

/* Returns a pass over the source for one part: `count` elements of the piece from `first` on. */
struct pass vks_plan_pass_of_part(const struct plan *plan, const struct pass *pass, uint64_t first,
                                  uint64_t count);

/* Returns the bytes of a port that kernels reach on this device. */
uint64_t vks_plan_port_limit(const struct caps *caps, const struct plan *plan);

/* Tells whether the destination has a result for each element. */
bool vks_plan_has_results(const struct plan *plan);

/* ---- stages ---- */

/* Tells whether the algorithm's kernels compute the plan by a packed class. Scans into elements
 * of another size are not packed. */
bool vks_plan_packs(const struct caps *caps, const struct plan *plan,
                    const struct algorithm *algorithm);

/* Fills in plan->stages. */
void vks_plan_stages(const struct caps *caps, struct plan *plan);

/* Tells whether a stage scans exclusively, if its kernel can do both. */
bool vks_plan_exclusive(const struct plan *plan, const struct stage *stage);

/* Returns a copy of the plan that sums u32, to specialise the stages that scan counts. `items`:
 * vectors per thread; `operands`: the stages' mask of OPERAND_.... */
struct plan vks_plan_of_sums(const struct plan *plan, uint32_t items, uint32_t operands);

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

/* Returns what plans without the port lack, for messages. */
const char *vks_port_needs(vkscan_port port);

/* Returns the number of bindings that the plan's ports need. */
uint32_t vks_plan_bindings(const struct plan *plan);

/* Returns the OPERAND_... flags of the operands that the plan's ports hold. */
uint32_t vks_plan_port_operands(const struct plan *plan);

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
