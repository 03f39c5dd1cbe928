/* SPDX-License-Identifier: MIT */
#include "selections.h"

#include "predicates.h"

#include <stdlib.h>
#include <string.h>

#include "select.h"
#include "port_buffers.h"

const struct plan *plan_of(const struct subject *s)
{
    return &s->ports.plan->plan;
}

static uint32_t seed_size_of(const struct subject *s)
{
    return plan_of(s)->computation.seed_size;
}

uint32_t size_of(const struct subject *s)
{
    return vkscan_type_size(s->type);
}

struct subject open_subject(struct harness *h, vkscan_plan *plan, vkscan_type type, uint32_t offset)
{
    const uint64_t capacity = plan->plan.capacity;
    struct subject s = {.ports.plan = plan, .type = type ? type : VKSCAN_TYPE_U32};
    const uint32_t bits = vks_plan_element_bits(&plan->plan, &plan->plan.ports[PORT_SECOND_SOURCE]);
    const uint32_t seed_size = seed_size_of(&s);
    const uint32_t flag = bits < 8 ? 4 : bits / 8, size = size_of(&s);
    const uint32_t groups = vks_select_groups(&plan->plan);

    s.source = memory_open(h, (uint64_t)offset * size, capacity * size);
    s.flags =
        memory_open(h, (uint64_t)offset * flag, vks_divide_up(capacity * bits, 8 * flag) * flag);
    s.destination = memory_open(h, (uint64_t)offset * size, capacity * size);
    s.indices = memory_open(h, (uint64_t)offset * 4, capacity * 4);
    s.operands = memory_open(h, 0, OPERAND_WORDS * 4);
    s.ports = ports_open(h, plan,
                         (struct port_buffers){
                             .source = memory_range(&s.source),
                             .destination = memory_range(&s.destination),
                             .count = memory_words(&s.operands, AT_COUNT, 1),
                             .seed = gpu_range(&s.operands.buffer, SEED_BYTE(seed_size), seed_size),
                             .flags = memory_range(&s.flags),
                             .indices = memory_range(&s.indices),
                             .number = memory_words(&s.operands, AT_NUMBER, groups),
                             .arguments = memory_words(&s.operands, AT_ARGUMENTS, 3 * groups),
                         });
    s.expected = malloc((capacity + 1) * sizeof(uint32_t));
    assert_non_null(s.expected);
    return s;
}

struct subject open_selection(struct harness *h, vkscan_plan_params params,
                              vkscan_select_params select, uint32_t offset)
{
    return open_subject(h, make_plan(h, params, select), params.type, offset);
}

void close_subject(struct harness *h, struct subject *s)
{
    ports_close(h, &s->ports);
    memory_close(h, &s->source);
    memory_close(h, &s->flags);
    memory_close(h, &s->destination);
    memory_close(h, &s->indices);
    memory_close(h, &s->operands);
    free(s->expected);
}

static uint64_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

void fill_source(struct subject *s, enum reference_data data, uint64_t random)
{
    const uint32_t size = size_of(s);
    uint8_t *elements = memory_before(&s->source);

    memory_poison(&s->source);
    reference_fill(s->type, VKSCAN_OP_MAX, data, random, elements, plan_of(s)->capacity);
    for (uint64_t i = 1; i < plan_of(s)->capacity; i++)
        if (draw(&random) % 2)
            memcpy(elements + i * size, elements + (i - 1) * size, size);
}

void fill_flags(struct subject *s, uint64_t count, uint32_t rarity, uint64_t random)
{
    const uint32_t bytes =
        vks_plan_element_size(plan_of(s), &plan_of(s)->ports[PORT_SECOND_SOURCE]);
    const bool three = vks_select_groups(plan_of(s)) == 2;
    uint8_t *flags = memory_before(&s->flags);

    memset(s->flags.before, 0xff, s->flags.buffer.size);
    for (uint64_t i = 0; i < count; i++) {
        const bool set = draw(&random) % rarity == 0;
        if (bytes == 0) {
            flags[i / 8] = (uint8_t)((flags[i / 8] & ~(1u << i % 8)) | (unsigned)set << i % 8);
        } else {
            memset(flags + i * bytes, 0, bytes);
            flags[i * bytes + draw(&random) % bytes] = (uint8_t)(set << draw(&random) % 8);
            if (three && set && draw(&random) % 2) {
                memset(flags + i * bytes, 0, bytes);
                flags[i * bytes] = 1;
            }
        }
    }
}

/* ---- one run, checked ---- */

void run_in_place(struct subject *s)
{
    s->in_place = true;
    s->ports.buffers.destination = s->ports.buffers.source;
    ports_rebind(&s->ports);
}

/* Of a group, of which there are two with three ways. */
static void expect_number(struct subject *s, uint32_t group, uint64_t kept)
{
    const vkscan_select_params select = vks_select_params(plan_of(s));
    uint32_t *words = (uint32_t *)(void *)s->operands.after;

    if (select.outputs & NUMBER)
        words[AT_NUMBER + group] = (uint32_t)kept;
    if (select.outputs & ARGUMENTS) {
        uint32_t *arguments = words + AT_ARGUMENTS + 3 * group;
        arguments[0] = (uint32_t)((kept + select.divisor - 1) / select.divisor);
        arguments[1] = arguments[2] = 1;
    }
}

/* In place the source is as it was behind what is kept. */
static void expect(struct subject *s, uint64_t count, const void *seed)
{
    const struct plan *plan = plan_of(s);
    const bool three = vks_select_groups(plan) == 2;
    const struct reference_selection selection = {
        .primitive = plan->primitive,
        .type = s->type,
        .criterion = plan->primitive == UNIQUE ? 0 : (vkscan_criterion)plan->op->id,
        .source = memory_before(&s->source),
        .flags = memory_before(&s->flags),
        .seed = seed,
        .three_ways = three,
        .second_criterion = vks_select_params(plan).second_criterion,
        .keep = s->predicate ? s->predicate->keep : NULL,
    };
    const uint64_t kept = reference_select(&selection, count, s->expected);
    const uint64_t stored = plan->primitive == PARTITION ? count : kept;
    const uint64_t first = reference_select_group(&selection, count, 1, s->expected);
    const uint32_t size = size_of(s);
    uint8_t *values = memory_after(s->in_place ? &s->source : &s->destination);

    for (uint64_t i = 0; vks_select_has(plan, VALUES) && i < stored; i++)
        memcpy(values + i * size, memory_before(&s->source) + (uint64_t)s->expected[i] * size,
               size);
    if (vks_select_has(plan, INDICES))
        memcpy(memory_after(&s->indices), s->expected, 4 * stored);
    expect_number(s, 0, three ? first : kept);
    if (three)
        expect_number(s, 1, kept - first);
}

static void compare(struct harness *h, const struct subject *s, const char *what,
                    const struct memory *m)
{
    uint8_t found;
    const uint64_t at = memory_compare(h, m, &found);

    if (at < m->buffer.size)
        fail_msg("%s by %s of %s with %s%s: byte %lld of the %s is 0x%02x, not 0x%02x",
                 vkscan_primitive_name(plan_of(s)->primitive), plan_of(s)->op->name,
                 vkscan_type_name(s->type), plan_of(s)->algorithm->name,
                 s->in_place ? " in place" : "", (long long)at - (long long)m->first, what, found,
                 m->after[at]);
}

void check_run(struct harness *h, struct subject *s, struct run run)
{
    const struct plan *plan = plan_of(s);
    const bool counted = plan->flags & VKSCAN_PLAN_COUNT_IN_BUFFER_BIT;
    const bool seeded =
        vks_select_compares(plan) && !(plan->flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT);
    const uint64_t count = counted && run.in_buffer < run.count ? run.in_buffer : run.count;
    struct memory *const written[] = {&s->destination, &s->indices, &s->operands};
    uint8_t seed[32] = {0};

    if (run.seed)
        memcpy(seed, run.seed, seed_size_of(s));
    for (uint64_t k = 0; !run.seed && k < (plan->capacity > 0 ? vks_select_groups(plan) : 0); k++)
        memcpy(seed + k * size_of(s),
               memory_before(&s->source) + plan->capacity / (2 + k) * size_of(s), size_of(s));
    for (size_t i = 0; i < COUNT_OF(written); i++)
        memory_poison(written[i]);
    memory_set_word(&s->operands, AT_COUNT, (uint32_t)run.in_buffer);
    memcpy(s->operands.before + SEED_BYTE(seed_size_of(s)), seed, seed_size_of(s));
    memory_upload(h, &s->source);
    memory_upload(h, &s->flags);
    for (size_t i = 0; i < COUNT_OF(written); i++)
        memory_upload(h, written[i]);
    ports_run(h, &s->ports, run.count, seeded ? seed : NULL);
    expect(s, count, seed);
    compare(h, s, "source", &s->source);
    compare(h, s, "destination", &s->destination);
    compare(h, s, "indices", &s->indices);
    compare(h, s, "operands", &s->operands);
}

void check_count(struct harness *h, struct subject *s, uint64_t count, uint32_t rarity)
{
    fill_source(s, REFERENCE_RANDOM, count + 1);
    fill_flags(s, count, rarity, count + 2);
    check_run(h, s, (struct run){.count = count, .in_buffer = POISON});
}

void check_counts(struct harness *h, vkscan_plan_params params, vkscan_select_params select)
{
    static const uint32_t counts[] = {CAPACITY, 0, 1, 127, 129, 4097, UINT32_MAX, 5, 1u << 31};

    params.capacity = CAPACITY;
    params.flags |= VKSCAN_PLAN_COUNT_IN_BUFFER_BIT;
    struct subject s = open_selection(h, params, select, 3);
    if (select.flags & VKSCAN_SELECT_IN_PLACE_BIT)
        run_in_place(&s);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        fill_source(&s, REFERENCE_RANDOM, i);
        fill_flags(&s, counts[i] < CAPACITY ? counts[i] : CAPACITY, 2, i);
        check_run(h, &s, (struct run){.count = i % 2 ? CAPACITY : 4500, .in_buffer = counts[i]});
    }
    check_run(h, &s, (struct run){.count = 0, .in_buffer = 77});
    close_subject(h, &s);
}

/* ---- plans ---- */

const struct shape small = {64, 1, 0};

bool can_run(const struct harness *h, vkscan_algorithm algorithm)
{
    const struct algorithm *entry = vks_catalogue_find(algorithm, SELECT);

    return !(entry->needs & ~h->context->caps.capabilities) &&
           (!entry->binds_second_ports || h->context->caps.max_storage_buffers >= BINDING_COUNT);
}

bool has_turn(const struct harness *h, size_t a, size_t k)
{
    const size_t other = a ^ 1;

    return can_run(h, algorithms[a]) &&
           ((a + k + h->turn) % 2 == 0 || !can_run(h, algorithms[other]));
}

vkscan_primitive made_by(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    return vks_catalogue_find(algorithm, primitive) ? primitive : SELECT;
}

vkscan_plan *make_plan(struct harness *h, vkscan_plan_params params, vkscan_select_params select)
{
    params.details = &select;
    return harness_plan_with(h->context, params, NULL, &small);
}
