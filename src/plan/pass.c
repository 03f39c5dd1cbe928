/* SPDX-License-Identifier: MIT */
#include "pass.h"

#include <assert.h>

#include "plan.h"

uint64_t vks_divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

uint64_t vks_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void vks_pass_add(struct pass_list *list, struct pass pass)
{
    assert(list->count < PASSES_MAX);
    list->pass[list->count++] = pass;
}

static uint32_t unit_of(uint32_t element_size)
{
    return element_size == 12 ? 4 : element_size;
}

struct span vks_pass_source(const struct plan *plan)
{
    return (struct span){.port = PORT_SOURCE, .unit = unit_of(plan->computation.source_size)};
}

struct span vks_pass_destination(const struct plan *plan)
{
    return (struct span){.port = PORT_DESTINATION,
                         .unit = unit_of(plan->computation.destination_size)};
}

struct span vks_pass_second(struct span input)
{
    return (struct span){.port = input.port == PORT_SOURCE ? PORT_SECOND_SOURCE : PORT_SCRATCH};
}

struct span vks_pass_unused(const struct plan *plan)
{
    return (struct span){.port = PORT_SCRATCH,
                         .unit = unit_of(sizeof(uint32_t) * plan->computation.words)};
}

struct span vks_pass_bytes(struct pass_list *list, uint32_t unit, uint64_t bytes)
{
    const struct span span = {.port = PORT_SCRATCH, .unit = unit, .offset = list->scratch};

    list->scratch += vks_divide_up(bytes, VECTOR_BYTES) * VECTOR_BYTES;
    return span;
}

struct span vks_pass_elements(struct pass_list *list, uint32_t element_size, uint64_t count)
{
    return vks_pass_bytes(list, unit_of(element_size), count * element_size);
}

struct span vks_pass_scratch(const struct plan *plan, struct pass_list *list, uint64_t count)
{
    return vks_pass_elements(list, sizeof(uint32_t) * plan->computation.words, count);
}

struct span vks_pass_scratch_like(struct pass_list *list, struct span port, uint64_t bytes)
{
    struct span span = vks_pass_bytes(list, port.unit, bytes + VECTOR_BYTES);

    span.like = port.port;
    return span;
}

struct span vks_pass_state(struct pass_list *list, uint64_t words)
{
    assert(list->scratch == 0);
    const struct span state = vks_pass_bytes(list, sizeof(uint32_t), words * sizeof(uint32_t));

    list->zeroed = list->scratch;
    return state;
}

void vks_pass_header(const struct plan *plan, struct pass_list *list)
{
    assert(list->scratch == 0);
    if (plan->operands & OPERAND_CARRY_IN)
        vks_pass_bytes(list, sizeof(uint32_t), STATE_WORDS * sizeof(uint32_t));
}

bool vks_pass_has_total(const struct plan *plan)
{
    return plan->operands & (OPERAND_TOTAL | OPERAND_CARRY_OUT);
}

void vks_pass_single(const struct plan *plan, uint64_t count, struct pass_list *list,
                     uint64_t words, uint64_t groups)
{
    vks_pass_add(list, (struct pass){.stage = STAGE_ALL,
                                     .input = vks_pass_source(plan),
                                     .output = vks_pass_destination(plan),
                                     .auxiliary = vks_pass_state(list, words),
                                     .second_input = vks_pass_second(vks_pass_source(plan)),
                                     .count = count,
                                     .divisor = 1,
                                     .parameter = plan->workgroups,
                                     .groups = groups,
                                     .seeded = true});
}
