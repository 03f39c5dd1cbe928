/* SPDX-License-Identifier: MIT */
/* The ports of a plan, its stages, which are kernels with their modules and constants, and the
 * passes, which dispatch them. Pure arithmetic. */
#ifndef VKSCAN_PASS_H
#define VKSCAN_PASS_H

#include "element.h"

struct caps;
struct plan;

/* ---- ports, a primitive's named buffers: rows from which descriptors, checks and messages
 * follow ---- */

#define PORTS_MAX 10

/* The number of all ports. */
#define NAMED_PORT(...) +1
enum {
    PORT_IDS =
#include "ports.def"
};
#undef NAMED_PORT

/* The ports that several primitives have. Every primitive has scratch. */
enum port_index {
    PORT_SOURCE,
    PORT_DESTINATION,
    PORT_SCRATCH,
    PORT_COUNT,
    PORT_SEED,
    PORT_TOTAL,
    PORT_SECOND_SOURCE,
    PORT_SECOND_DESTINATION,
    PORT_OWN, /* the first of each primitive's own */
};

/* The range that holds all operands, in place of a port. */
#define PORT_OPERANDS PORTS_MAX

struct port {
    bool declared;                                 /* false: the primitive has no such port */
    vkscan_port id;                                /* the caller's name for its buffer */
    uint32_t (*bits)(const struct plan *plan);     /* bits of an element; NULL: 32 */
    uint64_t (*elements)(const struct plan *plan); /* elements of a full run; NULL: the capacity */
    bool bounded; /* with `elements`: they may be as many as the capacity, and are to be in reach */
    bool written;
    bool second;      /* bound as second input or output: plans that have it need six bindings */
    uint32_t operand; /* the OPERAND_... of dispatch.h that it holds; 0: none */
    uint32_t flag;    /* the vkscan_plan_flag of plans that have it; 0: all have */
    bool (*exists)(const struct plan *plan); /* a further condition; NULL: none */
    uint32_t coincides; /* bits 1 << port_index: earlier ports that may be the same place */
};

/* The beginning of a row. */
#define PORT(ID) true, VKSCAN_PORT_##ID

/* The rows that every primitive has. A count has one word or two, as its buffer has. */
#define COMMON_PORTS                                                                               \
    [PORT_SCRATCH] = {PORT(SCRATCH), .elements = vks_plan_scratch_words, .written = true},         \
    [PORT_COUNT] = {PORT(COUNT), .elements = vks_plan_one, .operand = OPERAND_COUNT,               \
                    .flag = VKSCAN_PLAN_COUNT_IN_BUFFER_BIT}

/* ---- stages ---- */

#define ALGORITHM_MAX_STAGES 12

/* Specialization constants of one stage. */
#define CONSTANTS_MAX 32

struct constants {
    uint32_t id[CONSTANTS_MAX]; /* SPEC_... of dispatch.h */
    uint32_t value[CONSTANTS_MAX];
    uint32_t count;
};

struct stage;

/* Adds the specialization constants that the stage's module has. */
typedef void constants_fn(const struct caps *caps, const struct plan *plan,
                          const struct stage *stage, struct constants *list);

/* A kernel in place of the stage's. A stage takes the first of its table for which the device has
 * the capabilities, the plan fits, and the arithmetic class has a module. */
struct kernel_variant {
    const char *kernel;
    uint32_t needs;                        /* mask of vkscan_capability */
    bool (*fits)(const struct plan *plan); /* NULL: all plans fit */
};

/* A stage: a kernel, which is a .comp file in a room of shaders/ or a variant that its row in
 * shaders/meson.build names, and what it is specialized by. vks_module_name() tells its modules. */
struct stage {
    const char *kernel;
    bool exclusive; /* scans exclusively, whatever the plan */
    constants_fn *constants;
    const struct kernel_variant *variants; /* table that ends without a kernel; NULL: none */
    /* For kernels that know formats: the input is the source, the output the destination. All other
     * inputs and outputs are scratch. */
    bool reads_source, writes_destination;
    const char *class; /* arithmetic class of its module; NULL: the plan's */
    /* The kernel takes elements of any type by their words: its module is of class uint32, or the
     * user operator's. */
    bool by_words;
    bool (*exists)(const struct plan *plan); /* NULL: all plans have the stage */
    /* Returns the plan of another primitive that the stage belongs to, within this one; NULL: the
     * stage is the plan's own. */
    struct plan (*within)(const struct plan *plan);
};

/* A stage as it is compiled. */
struct planned_stage {
    const char *module; /* name, without the class; NULL: no such stage, or no such module */
    const char *class;  /* arithmetic class of the module; NULL: no such stage */
    struct constants constants;
};

/* ---- passes: the dispatches that compute a primitive over a count, and their scratch ---- */

#define PASSES_MAX 96

/* A place in one of the ports' buffers. */
struct span {
    uint32_t port;
    uint32_t unit;   /* bytes that kernels' offsets count: an element, or of 12 bytes a word */
    uint64_t offset; /* bytes from the port's start, a multiple of the unit */
    uint32_t like;   /* for scratch: the port whose offset within a vector it has; 0: none */
};

/* One dispatch. The kernel's file tells what it does with its buffers. */
struct pass {
    uint32_t stage; /* STAGE_..., index into the algorithm's stages */
    struct span input, output, auxiliary;
    struct span second_input, second_output; /* for plans with second ports */
    uint64_t count;                          /* elements of the input */
    uint64_t divisor;   /* for kernels with operands: elements of the source for one of the input */
    uint64_t parameter; /* the kernel's own word, if it has one, which its file explains */
    uint64_t second_parameter; /* the same, of kernels without persistent state */
    uint64_t strides[2];       /* two more, of kernels without a total */
    uint64_t groups; /* workgroups; where a device allows fewer, each takes several tiles */
    bool unpadded;   /* its kernel has no head padding, which the count is without */
    bool prefixed;   /* each tile starts from its own element of the auxiliary buffer */
    bool seeded; /* begins with the run's seed; other passes begin with the identity. A kernel with
                  * operands knows the total in this pass */
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

/* ---- modules: those that the build compiled, and those of user operators ---- */

struct module_name {
    const char *kernel, *class;
};

/* Returns the names of the build's module with this index, or NULL past the last. */
const struct module_name *vks_module_entry(uint32_t index);

/* Returns the index of the kernel's module for the class, or with NULL for any class: one past the
 * last if the build has none. */
uint32_t vks_module_find(const char *kernel, const char *class);

/* Returns the name of the kernel's module, or NULL if the build has none: the kernel's own name, or
 * by_address that name and "_by_address", for modules whose ports are device addresses. */
const char *vks_module_name(const char *kernel, bool by_address);

/* Tells whether the build has a module of the kernel for any arithmetic class. */
bool vks_module_exists(const char *kernel);

/* Tells whether there is a module of this name for the class: for MODULE_CLASS_USER among those of
 * the user operator, for all others in the build. No module has the name NULL. */
bool vks_module_computes(const char *kernel, const char *class, const struct op *op);

/* Returns the arithmetic class of the stage's module for plans of a class and an operator. */
const char *vks_stage_class(const struct stage *stage, const char *class, const struct op *op);

/* ---- constants of stages ---- */

void vks_constants_add(struct constants *list, uint32_t id, uint32_t value);

/* Adds the constants of kernels that move elements: workgroup size, keys and identity. */
void vks_constants_move(uint32_t workgroup_size, const struct op *op, const struct computation *c,
                        struct constants *list);

/* Adds the constants of kernels that combine elements: those of vks_constants_move, the operator
 * and the arithmetic. */
void vks_constants_combine(uint32_t workgroup_size, const struct op *op,
                           const struct computation *c, struct constants *list);

/* Further ones, of kernels over tiles in registers: see shaders/tile/tile.glsl. */
constants_fn vks_constants_vectors;      /* combine, formats, items per thread */
constants_fn vks_constants_tile;         /* combine, items per thread, the subgroup size */
constants_fn vks_constants_tile_scan;    /* these, and whether the scan is exclusive */
constants_fn vks_constants_tree;         /* combine, items per thread, banks */
constants_fn vks_constants_tree_reduce;  /* these, and whether the operator commutes */
constants_fn vks_constants_tree_ordered; /* these, and that the operator does not commute */
constants_fn vks_constants_tree_scan;    /* these, and whether the scan is exclusive */

/* Tells whether workgroups take tiles by index: there is a workgroup for each tile, and tiles are
 * few. */
bool vks_goes_by_index(const struct caps *caps, const struct plan *plan);

/* ---- parts of planning functions ---- */

/* Returns a / b, rounded up. */
uint64_t vks_divide_up(uint64_t a, uint64_t b);

/* Rounds up to words of 4 bytes, by which kernels access narrow elements. */
uint64_t vks_whole_words(uint64_t bytes);

uint64_t vks_least(uint64_t a, uint64_t b);

void vks_pass_add(struct pass_list *list, struct pass pass);

/* Returns the span of all elements of the source. */
struct span vks_pass_source(const struct plan *plan);

/* Returns the span of the whole destination. */
struct span vks_pass_destination(const struct plan *plan);

/* Returns the second input of a pass with this input: beside the source the second source,
 * otherwise scratch. */
struct span vks_pass_second(struct span input);

/* Returns a span for a buffer that a pass does not access. It is in scratch, because the kernel
 * declares that it may write. */
struct span vks_pass_unused(const struct plan *plan);

/* Takes bytes of scratch, rounded up to vectors. */
struct span vks_pass_bytes(struct pass_list *list, uint32_t unit, uint64_t bytes);

/* Takes scratch for `count` elements of a size. */
struct span vks_pass_elements(struct pass_list *list, uint32_t element_size, uint64_t count);

/* Takes scratch for `count` elements of the plan, as T. */
struct span vks_pass_scratch(const struct plan *plan, struct pass_list *list, uint64_t count);

/* Takes scratch for the bytes of a port, and a vector more: kernels find it at the same byte of a
 * vector as the port. */
struct span vks_pass_scratch_like(struct pass_list *list, struct span port, uint64_t bytes);

/* Takes the first `words` words of scratch, as persistent state. */
struct span vks_pass_state(struct pass_list *list, uint64_t words);

/* Takes room for the header of persistent state, where the carry is, if runs go by pieces.
 * Hierarchies have no other persistent state. */
void vks_pass_header(const struct plan *plan, struct pass_list *list);

/* Tells whether runs have a total besides their results. Runs over no elements have a pass then,
 * too. */
bool vks_pass_has_total(const struct plan *plan);

/* The stage of algorithms that do everything in one pass. */
enum single_pass_stage { STAGE_ALL };

/* Adds the one pass of a single-pass algorithm, with `words` words of persistent state. */
void vks_pass_single(const struct plan *plan, uint64_t count, struct pass_list *list,
                     uint64_t words, uint64_t groups);

/* Returns the workgroups of a persistent kernel: `workgroups`, or the least multiple of it with
 * which no workgroup takes more than WORKGROUP_TILES_MAX tiles; never more than tiles. For 2^30
 * elements in tiles of 512 that is less than the 65,535 that every device allows. */
uint64_t vks_persistent_groups(uint64_t tiles, uint64_t workgroups);

/* ---- hierarchies of tiles, for primitives and textbook alike ---- */

/* Stages that reduce the source or a level: to the next level, or to the result. */
enum reduce_stage {
    STAGE_REDUCE_SOURCE,
    STAGE_REDUCE_LEVEL,
    STAGE_SOURCE_TO_RESULT,
    STAGE_LEVEL_TO_RESULT
};

/* Returns the stage that reduces the input; `is_last`: to the result. */
uint32_t vks_reduce_stage(struct span input, bool is_last);

/* Reduces the tiles of each level to the next level, until a single tile is left. */
passes_fn vks_passes_reduce;

#define VKS_REDUCE_STAGES(reduce, add_constants)                                                   \
    [STAGE_REDUCE_SOURCE] = {reduce, .constants = add_constants, .reads_source = true},            \
    [STAGE_REDUCE_LEVEL] = {reduce, .constants = add_constants},                                   \
    [STAGE_SOURCE_TO_RESULT] = {reduce, .constants = add_constants, .reads_source = true,          \
                                .writes_destination = true},                                       \
    [STAGE_LEVEL_TO_RESULT] = {reduce, .constants = add_constants, .writes_destination = true}

/* Stages that reduce the tiles of the source or of a level, upwards, or scan them, downwards. */
enum reduce_then_scan_stage {
    STAGE_UPSWEEP_SOURCE,
    STAGE_DOWNSWEEP_LEVEL,
    STAGE_DOWNSWEEP_SOURCE,
    STAGE_UPSWEEP_LEVEL
};

/* Reduces the tiles of each level to the next level; from the last level back, scans the tiles from
 * their prefixes. */
passes_fn vks_passes_reduce_then_scan;

/* Scans `count` sums of one word in place, exclusively, in tiles of `tile_size` sums. The passes
 * are those of vks_passes_reduce_then_scan, by a stage that reduces and one that scans. */
void vks_passes_scan_sums(struct span sums, uint64_t count, uint32_t tile_size,
                          uint32_t reduce_stage, uint32_t scan_stage, struct pass_list *list);

/* Stages that add prefixes to tiles, and that scan the tiles of a level or of the source. */
enum scan_then_add_stage { STAGE_ADD_PREFIXES, STAGE_SCAN_LEVEL, STAGE_SCAN_SOURCE };

/* Scans the tiles of each level by themselves and stores their aggregates as the next level; from
 * the last level but one back, adds the scanned aggregates to the tiles. */
passes_fn vks_passes_scan_then_add;

#endif
