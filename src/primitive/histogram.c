/* SPDX-License-Identifier: MIT */
/* The histogram: its ports, algorithm and passes. */
#include <string.h>

#include "even_bins.h"
#include "histogram.h"
#include "histogram/bins.h"

#include "histogram.def"

/* ---- state ---- */

struct binning {
    struct even_bins even;
    uint32_t bins; /* for each channel */
    uint32_t channels, counted;
    uint32_t weights;       /* WEIGHTS_... */
    uint32_t flags;         /* mask of vkscan_histogram_flag */
    uint32_t shared_copies; /* copies of each counter in shared memory; 0: none */
};

static struct binning binning_of(const struct plan *plan)
{
    struct binning own;

    _Static_assert(sizeof(own) <= sizeof(plan->own), "plan.own is too small");
    memcpy(&own, plan->own, sizeof(own));
    return own;
}

/* ---- ports ---- */

static bool has_weights(const struct plan *plan)
{
    return binning_of(plan).weights != WEIGHTS_NONE;
}

static bool has_edges(const struct plan *plan)
{
    return binning_of(plan).even.kind == BINNING_EDGES;
}

static bool has_outside(const struct plan *plan)
{
    return binning_of(plan).flags & VKSCAN_HISTOGRAM_OUTSIDE_BIT;
}

static uint64_t bins_of(const struct plan *plan)
{
    const struct binning b = binning_of(plan);

    return (uint64_t)b.counted * b.bins;
}

static uint64_t edges_of(const struct plan *plan)
{
    return (uint64_t)binning_of(plan).bins + 1;
}

static uint32_t edge_bits(const struct plan *plan)
{
    return 8 * plan->type->size;
}

enum { PORT_EDGES = PORT_OWN };

static const struct port histogram_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), .elements = bins_of, .written = true},
    [PORT_TOTAL] = {PORT(NUMBER), .elements = vks_plan_one, .written = true,
                    .operand = OPERAND_TOTAL, .exists = has_outside},
    [PORT_SECOND_SOURCE] = {PORT(SECOND_SOURCE), .exists = has_weights},
    [PORT_EDGES] = {PORT(EDGES), edge_bits, edges_of, .operand = OPERAND_OWN, .exists = has_edges},
    COMMON_PORTS,
};

/* ---- parameters ---- */

/* Returns the number of copies: as many as there are banks, in up to 32 KiB, so that several
 * workgroups fit. 0: shared memory cannot hold the counters. */
static uint32_t shared_copies(const struct caps *caps, uint64_t counters)
{
    const uint64_t words = (caps->shared_memory - 256) / sizeof(uint32_t);
    const uint64_t most = vks_least(words, 1 << 13);
    uint32_t copies = counters <= words;

    while (copies && copies < 32 && 2 * copies * counters <= most)
        copies *= 2;
    return copies;
}

static void resolve_histogram(const struct caps *caps, const vkscan_plan_params *params,
                              struct plan *plan)
{
    static const uint32_t keys[] = {
        [KIND_UNSIGNED] = KEYS_NONE, [KIND_SIGNED] = KEYS_SIGNED, [KIND_FLOAT] = KEYS_NAN_HIGHEST};
    const vkscan_histogram_params h = vks_histogram_params(params);
    const struct element_type *type = plan->type;
    struct binning b = {.even = {.kind = h.binning},
                        .bins = h.bins,
                        .channels = h.channels,
                        .counted = h.counted,
                        .weights = h.weights,
                        .flags = h.flags,
                        .shared_copies = shared_copies(caps, (uint64_t)h.counted * h.bins)};

    if (h.binning == VKSCAN_BINNING_EVEN)
        b.even = vks_even_bins_of(&h, type);
    else if (h.binning == VKSCAN_BINNING_VALUES)
        b.even.last[0] = h.bins - 1;
    else
        b.even.closed = h.flags & VKSCAN_HISTOGRAM_CLOSED_BIT ? 1 : 0;
    memcpy(plan->own, &b, sizeof(b));
    plan->computation = (struct computation){
        .class = type->size > sizeof(uint32_t) ? "float64" : "uint32",
        .words = 1,
        .vector = vks_element_vector(1),
        .source_size = h.channels * type->size,
        .destination_size = sizeof(uint32_t),
        .keys = keys[type->kind],
    };
}

/* ---- constants ---- */

static void count_constants(const struct caps *caps, const struct plan *plan,
                            const struct stage *stage, struct constants *list)
{
    const struct binning b = binning_of(plan);
    const bool is_wide = plan->type->size == sizeof(double);

    (void)caps;
    (void)stage;
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_ITEMS, plan->items);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands);
    vks_constants_add(list, SPEC_KEY_BITS, 8 * plan->type->size);
    vks_constants_add(list, SPEC_BINNING, b.even.kind);
    vks_constants_add(list, SPEC_BINS, b.bins);
    vks_constants_add(list, SPEC_CHANNELS, b.channels);
    vks_constants_add(list, SPEC_COUNTED, b.counted);
    vks_constants_add(list, SPEC_COPIES, b.shared_copies);
    vks_constants_add(list, SPEC_WEIGHTS, b.weights);
    vks_constants_add(list, SPEC_CLOSED, b.even.closed);
    for (uint32_t k = 0; k <= is_wide; k++) {
        vks_constants_add(list, SPEC_FIRST + k, b.even.first[k]);
        vks_constants_add(list, SPEC_LAST + k, b.even.last[k]);
        vks_constants_add(list, SPEC_SCALE + k, b.even.scale[k]);
    }
    for (uint32_t k = 0; k < (is_wide ? 2 : 3); k++)
        vks_constants_add(list, SPEC_STEP + k, b.even.step[k]);
    if (is_wide)
        return;
    vks_constants_add(list, SPEC_KEYS, plan->computation.keys);
    vks_constants_add(list, SPEC_SHIFT, b.even.shift);
    vks_constants_add(list, SPEC_GRID_FIRST, b.even.grid_first[0]);
    vks_constants_add(list, SPEC_GRID_FIRST + 1, b.even.grid_first[1]);
    vks_constants_add(list, SPEC_GRID_EXPONENT, b.even.grid_exponent);
    vks_constants_add(list, SPEC_FRACTION, b.even.fraction);
    vks_constants_add(list, SPEC_ORIGIN, b.even.origin);
}

static void sum_constants(const struct caps *caps, const struct plan *plan,
                          const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands);
    vks_constants_add(list, SPEC_WEIGHTS, binning_of(plan).weights);
}

/* ---- passes ---- */

enum histogram_stage { STAGE_COPIES, STAGE_COUNTERS };

/* Returns the number of copies in scratch, which keep atomics of common values apart: up to 64, in
 * 16 MiB, where there are many more elements than counters. */
static uint64_t scratch_copies(const struct plan *plan, uint64_t counters)
{
    uint64_t copies = 1;

    while (!binning_of(plan).shared_copies && 2 * copies <= 64 &&
           2 * copies * counters <= 1 << 22 && 32 * copies * counters <= plan->capacity)
        copies *= 2;
    return copies;
}

/* Returns the number of workgroups. lavapipe ends all loops of a thread after 65,535 iterations: a
 * workgroup takes no more tiles than need half of them. Searches among edges, the comparison of a
 * float with an edge, and floats that are added by compare-and-swap take iterations, too. */
static uint64_t count_groups(const struct plan *plan, uint64_t count)
{
    const struct binning b = binning_of(plan);
    const uint64_t bytes = (uint64_t)plan->tile_size * VECTOR_BYTES;
    const uint64_t tiles = vks_divide_up(count * plan->computation.source_size, bytes) + 1;
    const uint64_t values =
        bytes / plan->shape.workgroup_size * b.channels / plan->computation.source_size;
    const uint64_t steps = (b.even.kind == BINNING_EDGES     ? 21u
                            : plan->type->kind == KIND_FLOAT ? 2
                                                             : 1) +
                           (b.weights == WEIGHTS_F32 ? 16 : 0);
    const uint64_t most = 32768 / (values * steps) + 1;
    const uint64_t least = vks_divide_up(tiles, most);
    const uint64_t groups = vks_least(tiles, plan->workgroups);

    return groups > least ? groups : least;
}

static struct pass sum_pass(const struct plan *plan, uint64_t counters, struct span input,
                            struct span output, uint64_t parameter)
{
    return (struct pass){.stage = STAGE_COPIES,
                         .input = input,
                         .output = output,
                         .auxiliary = vks_pass_unused(plan),
                         .second_input = vks_pass_unused(plan),
                         .second_output = vks_pass_unused(plan),
                         .count = counters,
                         .divisor = 1,
                         .parameter = parameter,
                         .groups = vks_divide_up(counters, 4ull * plan->shape.workgroup_size),
                         .seeded = true};
}

static void passes_histogram(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const struct binning b = binning_of(plan);
    const uint64_t counters = bins_of(plan);
    const uint64_t copies = scratch_copies(plan, counters);
    const bool adds = b.flags & VKSCAN_HISTOGRAM_ACCUMULATE_BIT;
    const struct span unused = vks_pass_unused(plan);
    const struct span destination = {.port = PORT_DESTINATION, .unit = sizeof(uint32_t)};
    const struct span weights = {.port = PORT_SECOND_SOURCE, .unit = sizeof(uint32_t)};
    struct span counts = destination;

    if (copies > 1)
        counts = vks_pass_bytes(list, sizeof(uint32_t), copies * counters * sizeof(uint32_t));
    if (count == 0 && adds)
        return;
    if (copies > 1 || !adds)
        vks_pass_add(
            list, sum_pass(plan, copies * counters, unused, counts, adds ? 0 : HISTOGRAM_CLEARS));
    if (count > 0)
        vks_pass_add(list,
                     (struct pass){.stage = STAGE_COUNTERS,
                                   .input = {.port = PORT_SOURCE,
                                             .unit = plan->computation.source_size / b.channels},
                                   .output = counts,
                                   .auxiliary = b.weights ? weights : unused,
                                   .second_input = unused,
                                   .second_output = unused,
                                   .count = count,
                                   .divisor = 1,
                                   .parameter = copies,
                                   .groups = count_groups(plan, count),
                                   .seeded = true});
    if (copies > 1)
        vks_pass_add(list, sum_pass(plan, counters, counts, destination,
                                    copies | (adds ? HISTOGRAM_ADDS : 0)));
}

/* Items are vectors of 16 bytes. */
static const struct arrangement histogram_tile = {1, 8, .persistent = true};

static const struct algorithm histogram_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_COUNTERS,
        .name = "counters",
        .summary = "atomics on counters, in shared memory where they fit, with copies",
        .primitives = 1u << VKSCAN_PRIMITIVE_HISTOGRAM,
        .production = true,
        .arrangement = &histogram_tile,
        .policies = counters_policies,
        STAGES([STAGE_COPIES] = {"histogram_sum", .class = "uint32", .constants = sum_constants},
               [STAGE_COUNTERS] = {"histogram_count", .constants = count_constants}),
        .passes = passes_histogram,
    },
    {0},
};

const struct primitive vks_histogram = {
    .name = "histogram",
    .second_names = {"weights", NULL},
    .ports = histogram_ports,
    .algorithms = histogram_algorithms,
    DETAILS(histogram, counted),
    .check = vks_histogram_check,
    .resolve = resolve_histogram,
};
