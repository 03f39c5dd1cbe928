/* SPDX-License-Identifier: MIT */
/* What follows from a resolved plan: head padding, pieces, parts, routes, ports, names. */
#include "plan.h"

#include <assert.h>
#include <string.h>

static uint32_t pass_count(const struct plan *plan, uint64_t count)
{
    struct pass_list list;

    vks_plan_passes(plan, count, &list);
    return list.count;
}

/* Tells whether a vector starts `bytes` bytes behind the start of one. Vectors of narrow elements
 * have fewer bytes than others. */
static bool is_vector_start(uint32_t bytes, uint32_t element_size, uint32_t vector)
{
    const uint32_t size = vector * element_size;

    return bytes % (size < VECTOR_BYTES ? size : VECTOR_BYTES) == 0;
}

static bool can_pad(const struct plan *plan, uint64_t count, uint32_t head)
{
    return pass_count(plan, count + head) == pass_count(plan, count);
}

uint32_t vks_plan_head(const struct plan *plan, uint64_t count, uint32_t source,
                       uint32_t destination)
{
    const struct computation *c = &plan->computation;
    const uint32_t vector = c->vector;
    uint32_t head = 0;

    if (!plan->pads || count == 0)
        return 0;
    while (head < vector &&
           !is_vector_start(source - head * c->source_size, c->source_size, vector))
        head++;
    if (head == vector) /* an offset that is no multiple of the element */
        return 0;
    if (vks_plan_has_results(plan) && vector * c->destination_size == VECTOR_BYTES &&
        (destination - head * c->destination_size) % SECTOR_BYTES >= VECTOR_BYTES)
        head += vector;
    return head > 0 && can_pad(plan, count, head) ? head : 0;
}

/* Adds the most head padding that vks_plan_head returns. */
uint64_t vks_plan_padded_piece(const struct plan *plan)
{
    const uint64_t count = vks_least(plan->capacity, plan->piece);
    const uint32_t most = 2 * plan->computation.vector - 1;

    return count + (plan->pads && count > 0 && can_pad(plan, count, most) ? most : 0);
}

void vks_plan_passes(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    list->count = 0;
    list->scratch = 0;
    list->zeroed = 0;
    plan->algorithm->passes(plan, count, list);
}

void vks_plan_most_passes(const struct plan *plan, struct pass_list *list)
{
    vks_plan_passes(plan, vks_plan_padded_piece(plan), list);
}

struct route vks_plan_route(const struct pass *pass)
{
    return (struct route){{[BINDING_INPUT] = pass->input.port,
                           [BINDING_OUTPUT] = pass->output.port,
                           [BINDING_AUXILIARY] = pass->auxiliary.port,
                           [BINDING_OPERANDS] = PORT_OPERANDS,
                           [BINDING_SECOND_INPUT] = pass->second_input.port,
                           [BINDING_SECOND_OUTPUT] = pass->second_output.port}};
}

uint32_t vks_plan_find_route(const struct route *routes, uint32_t count, struct route route)
{
    uint32_t i = 0;

    while (i < count && memcmp(&routes[i], &route, sizeof(route)) != 0)
        i++;
    return i;
}

/* Goes by halves of the largest count: they have every number of levels, except for some whose
 * routes others have, too. */
uint32_t vks_plan_routes(const struct plan *plan, struct route routes[ROUTES_MAX])
{
    uint32_t routes_found = 0;
    uint64_t count = vks_plan_padded_piece(plan);
    struct pass_list list;

    for (bool last = false; !last; count /= 2) {
        last = count == 0;
        vks_plan_passes(plan, count, &list);
        for (uint32_t i = 0; i < list.count; i++) {
            const struct route route = vks_plan_route(&list.pass[i]);
            if (vks_plan_find_route(routes, routes_found, route) == routes_found)
                routes[routes_found++] = route;
        }
    }
    return routes_found;
}

uint64_t vks_plan_pieces(const struct plan *plan, uint64_t count)
{
    return count > 0 ? vks_divide_up(count, plan->piece) : 1;
}

uint64_t vks_plan_parts(const struct plan *plan, uint64_t count)
{
    return count > 0 ? vks_divide_up(count, plan->part) : 1;
}

/* A number of bytes that is a multiple of the alignment of descriptors on every device. */
#define PIECE_UNIT 256

/* Returns a number of elements whose bytes are a multiple of PIECE_UNIT in each port. */
static uint64_t piece_unit(const struct plan *plan)
{
    uint32_t bits = 8;

    for (uint32_t i = 0; i < PORTS_MAX; i++)
        if (vks_plan_has_port(plan, &plan->ports[i]))
            bits = (uint32_t)vks_least(bits, vks_plan_element_bits(plan, &plan->ports[i]));
    return PIECE_UNIT * 8 / bits;
}

uint64_t vks_plan_elements_within(const struct plan *plan, uint64_t bytes)
{
    const uint64_t unit = piece_unit(plan);
    uint32_t largest = 1;

    for (uint32_t i = 0; i < PORTS_MAX; i++) {
        const struct port *port = &plan->ports[i];
        /* A reduction's destination counts as if it had a result for each element; ports of bins
         * do not count. */
        const bool is_of_own = port->elements && port->elements != vks_plan_one && !port->bounded;
        if (!vks_plan_has_port(plan, port) || i == PORT_SCRATCH || port->operand || is_of_own)
            continue;
        const uint32_t size = vks_plan_element_size(plan, port);
        largest = size > largest ? size : largest;
    }
    return bytes / largest / unit * unit;
}

uint64_t vks_plan_reach(const struct caps *caps, const struct plan *plan)
{
    const uint64_t reach = plan->access == VKSCAN_ACCESS_ADDRESSES
                               ? vks_plan_port_limit(caps, plan)
                               : caps->max_range - caps->range_alignment;
    /* Tickets are for a bounded number of tiles; kernels index tiles and elements by int. */
    const uint64_t tiles = (uint64_t)WORKGROUPS_GUARANTEED * WORKGROUP_TILES_MAX;
    const uint64_t most = vks_least(tiles * plan->tile_size, INT32_MAX) - 2 * VECTOR_BYTES;
    const uint64_t unit = piece_unit(plan);

    return vks_least(vks_plan_elements_within(plan, reach), most / unit * unit);
}

uint64_t vks_plan_piece_limit(const struct caps *caps, const struct plan *plan)
{
    return plan->algorithm->piece ? plan->algorithm->piece(plan) : vks_plan_reach(caps, plan);
}

/* In reverse tiles begin at the count's end, and so in the middle of any part: a piece then has no
 * more elements than every device reaches. */
uint64_t vks_everywhere_piece(const struct plan *plan)
{
    return plan->flags & VKSCAN_PLAN_REVERSE_BIT ? vks_plan_elements_within(plan, 1 << 26)
                                                 : 1 << 30;
}

uint64_t vks_plan_part_size(const struct caps *caps, const struct plan *plan, uint64_t piece)
{
    const uint64_t reach = vks_plan_reach(caps, plan);
    uint64_t part = 1;

    if (!plan->algorithm->piece || piece <= reach)
        return piece;
    while (2 * part <= reach)
        part *= 2;
    assert(part % plan->tile_size == 0);
    return part;
}

struct pass vks_plan_pass_of_part(const struct plan *plan, const struct pass *pass, uint64_t first,
                                  uint64_t count)
{
    const uint64_t bytes = first / plan->tile_size * sizeof(uint32_t) * plan->computation.words;
    struct pass part = *pass;

    if (part.output.port == PORT_SCRATCH)
        part.output.offset += bytes;
    if (part.prefixed)
        part.auxiliary.offset += bytes;
    part.count = count;
    part.groups = vks_divide_up(count, plan->tile_size);
    return part;
}

uint64_t vks_plan_port_limit(const struct caps *caps, const struct plan *plan)
{
    /* Kernels index words behind an address by positive int, from a vector's start on. */
    const uint64_t words = (uint64_t)INT32_MAX + 1 - VECTOR_BYTES;

    return plan->access == VKSCAN_ACCESS_ADDRESSES ? sizeof(uint32_t) * words : caps->max_range;
}

bool vks_plan_has_results(const struct plan *plan)
{
    return !plan->ports[PORT_DESTINATION].elements;
}

bool vks_plan_has_port(const struct plan *plan, const struct port *port)
{
    return port->declared && (!port->flag || plan->flags & port->flag) &&
           (!port->exists || port->exists(plan));
}

uint32_t vks_plan_bindings(const struct plan *plan)
{
    bool has = plan->algorithm->binds_second_ports;

    for (uint32_t i = 0; i < PORTS_MAX; i++)
        has |= plan->ports[i].second && vks_plan_has_port(plan, &plan->ports[i]);
    return has ? BINDING_COUNT : BINDINGS_WITHOUT_SECOND;
}

uint32_t vks_plan_port_operands(const struct plan *plan)
{
    uint32_t operands = 0;

    for (uint32_t i = 0; i < PORTS_MAX; i++)
        if (vks_plan_has_port(plan, &plan->ports[i]))
            operands |= plan->ports[i].operand;
    return operands;
}

uint32_t vks_plan_source_bits(const struct plan *plan)
{
    return 8 * plan->computation.source_size;
}

uint32_t vks_plan_destination_bits(const struct plan *plan)
{
    return 8 * plan->computation.destination_size;
}

uint32_t vks_plan_second_bits(const struct plan *plan)
{
    return 8 * plan->computation.second_size;
}

uint32_t vks_plan_seed_bits(const struct plan *plan)
{
    return 8 * plan->computation.seed_size;
}

bool vks_plan_has_second_elements(const struct plan *plan)
{
    return plan->computation.second_size > 0;
}

uint64_t vks_plan_one(const struct plan *plan)
{
    (void)plan;
    return 1;
}

uint64_t vks_plan_scratch_words(const struct plan *plan)
{
    return plan->scratch_size / sizeof(uint32_t);
}

uint32_t vks_plan_element_bits(const struct plan *plan, const struct port *port)
{
    return port->bits ? port->bits(plan) : 32;
}

uint32_t vks_plan_element_size(const struct plan *plan, const struct port *port)
{
    return vks_plan_element_bits(plan, port) / 8;
}

uint64_t vks_plan_elements_size(const struct plan *plan, const struct port *port, uint64_t elements)
{
    const uint32_t bits = vks_plan_element_bits(plan, port);

    /* Elements smaller than a byte lie in words. */
    return bits >= 8 ? elements * (bits / 8)
                     : vks_divide_up(elements, 32 / bits) * sizeof(uint32_t);
}

uint64_t vks_plan_port_size(const struct plan *plan, const struct port *port)
{
    if (!vks_plan_has_port(plan, port))
        return 0;
    return vks_plan_elements_size(plan, port,
                                  port->elements ? port->elements(plan) : plan->capacity);
}

/* ---- names: ports, access, determinism ---- */

static const struct {
    const char *name, *needs;
} named_ports[PORT_IDS] = {
#define NAMED_PORT(enumerator, name, needs) [VKSCAN_PORT_##enumerator] = {#name, needs},
#include "ports.def"
};

const char *vkscan_port_name(vkscan_port port)
{
    return (uint32_t)port < PORT_IDS ? named_ports[port].name : NULL;
}

const char *vks_port_needs(vkscan_port port)
{
    return named_ports[port].needs;
}

#define USAGE(name) VK_BUFFER_USAGE_##name##_BIT, "VK_BUFFER_USAGE_" #name "_BIT"

static const struct access accesses[ACCESS_COUNT] = {
    [VKSCAN_ACCESS_DESCRIPTOR_SETS] = {"descriptor-sets", 0, USAGE(STORAGE_BUFFER)},
    [VKSCAN_ACCESS_PUSH_DESCRIPTORS] = {"push-descriptors", VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT,
                                        USAGE(STORAGE_BUFFER)},
    [VKSCAN_ACCESS_ADDRESSES] = {"addresses", VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT,
                                 USAGE(SHADER_DEVICE_ADDRESS)},
};

const char *vkscan_access_name(vkscan_access access)
{
    const struct access *row = vks_access(access);

    return row ? row->name : NULL;
}

const struct access *vks_access(vkscan_access access)
{
    const uint32_t i = (uint32_t)access;

    return i < ACCESS_COUNT ? &accesses[i] : NULL;
}

const char *vkscan_determinism_name(vkscan_determinism determinism)
{
    static const char *const names[] = {
        [VKSCAN_DETERMINISM_RUN_TO_RUN] = "run",
        [VKSCAN_DETERMINISM_FASTEST] = "fastest",
        [VKSCAN_DETERMINISM_EVERYWHERE] = "everywhere",
    };

    return (size_t)determinism < sizeof(names) / sizeof(names[0]) ? names[determinism] : NULL;
}
