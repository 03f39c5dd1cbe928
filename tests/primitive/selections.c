/* SPDX-License-Identifier: MIT */
#include "selections.h"

#include "predicates.h"

#include <stdlib.h>
#include <string.h>

#include "select.h"

static struct memory open_memory(struct harness *h, uint64_t offset, uint64_t size)
{
    struct memory m = {.offset = offset, .size = size};
    const uint64_t all = (offset + size + GUARD + 3) / 4 * 4;

    assert_true(gpu_buffer_create(&h->gpu, all, GPU_MEMORY_DEVICE, &m.buffer));
    m.host = malloc(all);
    assert_non_null(m.host);
    return m;
}

static void close_memory(struct harness *h, struct memory *m)
{
    gpu_buffer_destroy(&h->gpu, &m->buffer);
    free(m->host);
}

void poison(struct memory *m)
{
    for (uint64_t i = 0; i < m->buffer.size; i++)
        m->host[i] = POISON_BYTE(i);
}

void upload(struct harness *h, const struct memory *m)
{
    assert_true(gpu_upload(&h->gpu, &m->buffer, 0, m->host, m->buffer.size));
}

void download(struct harness *h, struct memory *m)
{
    assert_true(gpu_download(&h->gpu, &m->buffer, 0, m->host, m->buffer.size));
}

static vkscan_buffer range_of(const struct memory *m)
{
    return gpu_range(&m->buffer, m->offset, m->size);
}

static vkscan_buffer words_of(const struct memory *m, uint64_t first, uint64_t count)
{
    return gpu_range(&m->buffer, m->offset + 4 * first, 4 * count);
}

const struct plan *plan_of(const struct subject *s)
{
    return &s->plan->plan;
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
    struct subject s = {.plan = plan, .type = type ? type : VKSCAN_TYPE_U32};
    const uint32_t bits = vks_plan_element_bits(&plan->plan, &plan->plan.ports[PORT_SECOND_SOURCE]);
    const uint32_t flag = bits < 8 ? 4 : bits / 8;
    const uint32_t groups = vks_select_groups(&plan->plan);
    vkscan_plan_info info;

    vkscan_plan_get_info(plan, &info);
    s.source = open_memory(h, (uint64_t)offset * size_of(&s), capacity * size_of(&s));
    s.flags =
        open_memory(h, (uint64_t)offset * flag, vks_divide_up(capacity * bits, 8 * flag) * flag);
    s.destination = open_memory(h, (uint64_t)offset * size_of(&s), capacity * size_of(&s));
    s.indices = open_memory(h, (uint64_t)offset * 4, capacity * 4);
    s.operands = open_memory(h, 0, OPERAND_WORDS * 4);
    assert_true(gpu_buffer_create(&h->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &s.scratch));
    assert_true(gpu_fill(&h->gpu, &s.scratch, 0, info.scratch_size / 4 * 4, POISON));
    if (info.scratch_zeroed > 0)
        assert_true(gpu_fill(&h->gpu, &s.scratch, 0, info.scratch_zeroed, 0));
    s.buffers = (vkscan_binding_params){
        .source = range_of(&s.source),
        .destination = range_of(&s.destination),
        .scratch = gpu_range(&s.scratch, 0, info.scratch_size),
        .count = words_of(&s.operands, AT_COUNT, 1),
        .seed = gpu_range(&s.operands.buffer, SEED_BYTE(seed_size_of(&s)), seed_size_of(&s)),
        .flags = range_of(&s.flags),
        .indices = range_of(&s.indices),
        .number = words_of(&s.operands, AT_NUMBER, groups),
        .arguments = words_of(&s.operands, AT_ARGUMENTS, 3 * groups),
    };
    if (plan->plan.access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        assert_int_equal(vkscan_binding_create(plan, &s.buffers, &s.binding), VK_SUCCESS);
    s.expected = malloc((capacity + 1) * sizeof(uint32_t));
    assert_non_null(s.expected);
    return s;
}

void close_subject(struct harness *h, struct subject *s)
{
    vkscan_binding_destroy(s->binding);
    close_memory(h, &s->source);
    close_memory(h, &s->flags);
    close_memory(h, &s->destination);
    close_memory(h, &s->indices);
    close_memory(h, &s->operands);
    gpu_buffer_destroy(&h->gpu, &s->scratch);
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
    uint8_t *elements = s->source.host + s->source.offset;

    poison(&s->source);
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
    uint8_t *flags = s->flags.host + s->flags.offset;

    memset(s->flags.host, 0xff, s->flags.buffer.size);
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

static void submit(struct harness *h, struct subject *s, const struct run *run)
{
    const bool by_host =
        vks_select_compares(plan_of(s)) && !(plan_of(s)->flags & VKSCAN_PLAN_SEED_IN_BUFFER);
    const void *seed = by_host ? run->seed : NULL;
    VkCommandBuffer commands = gpu_begin(&h->gpu);

    assert_non_null(commands);
    if (s->binding)
        assert_int_equal(vkscan_cmd_run(s->binding, commands, run->count, seed), VK_SUCCESS);
    else
        assert_int_equal(vkscan_cmd_run_buffers(s->plan, commands, &s->buffers, run->count, seed),
                         VK_SUCCESS);
    gpu_barrier(commands);
    assert_true(gpu_submit(&h->gpu, commands));
}

static void assert_bytes(const struct subject *s, const char *what, const struct memory *m,
                         const void *expected, uint64_t size)
{
    const uint8_t *bytes = expected;

    for (uint64_t i = 0; i < m->buffer.size; i++) {
        const bool stored = i >= m->offset && i < m->offset + size;
        const uint8_t right = stored ? bytes[i - m->offset] : POISON_BYTE(i);
        if (m->host[i] != right)
            fail_msg("%s by %s of %s with %s: byte %lld of %s, of %llu stored, is 0x%02x, not "
                     "0x%02x",
                     vkscan_primitive_name(plan_of(s)->primitive), plan_of(s)->op->name,
                     vkscan_type_name(s->type), plan_of(s)->algorithm->name,
                     (long long)i - (long long)m->offset, what, (unsigned long long)size,
                     m->host[i], right);
    }
}

void run_in_place(struct subject *s)
{
    s->in_place = true;
    s->buffers.destination = s->buffers.source;
    if (!s->binding)
        return;
    vkscan_binding_destroy(s->binding);
    assert_int_equal(vkscan_binding_create(s->plan, &s->buffers, &s->binding), VK_SUCCESS);
}

/* Before what is kept, and behind it, the source is as it was. */
static void check_source(struct harness *h, const struct subject *s, const uint8_t *values,
                         uint64_t size)
{
    const struct memory *m = &s->source;
    uint8_t *after = malloc(m->buffer.size);

    assert_non_null(after);
    assert_true(gpu_download(&h->gpu, &m->buffer, 0, after, m->buffer.size));
    for (uint64_t i = 0; i < m->buffer.size; i++) {
        const bool stored = i >= m->offset && i < m->offset + size;
        const uint8_t right = stored ? values[i - m->offset] : m->host[i];
        if (after[i] != right)
            fail_msg("%s by %s of %s with %s in place: byte %lld, of %llu stored, is 0x%02x, not "
                     "0x%02x",
                     vkscan_primitive_name(plan_of(s)->primitive), plan_of(s)->op->name,
                     vkscan_type_name(s->type), plan_of(s)->algorithm->name,
                     (long long)i - (long long)m->offset, (unsigned long long)size, after[i],
                     right);
    }
    free(after);
}

static void check_values(struct harness *h, struct subject *s, uint64_t stored)
{
    const uint32_t size = size_of(s);
    uint8_t *values = malloc(stored * size + 1);

    assert_non_null(values);
    for (uint64_t i = 0; i < stored; i++)
        memcpy(values + i * size,
               s->source.host + s->source.offset + (uint64_t)s->expected[i] * size, size);
    download(h, &s->destination);
    assert_bytes(s, "values", &s->destination, values, s->in_place ? 0 : stored * size);
    check_source(h, s, values, s->in_place ? stored * size : 0);
    free(values);
}

void set_word(struct memory *m, uint32_t at, uint32_t word)
{
    memcpy(m->host + m->offset + 4 * (uint64_t)at, &word, sizeof(word));
}

/* Of a group, of which there are two with three ways. */
static void set_number(const struct subject *s, struct memory *expected, uint32_t group,
                       uint64_t kept)
{
    const vkscan_select_params select = vks_select_params(plan_of(s));

    if (select.outputs & NUMBER)
        set_word(expected, AT_NUMBER + group, (uint32_t)kept);
    if (select.outputs & ARGUMENTS) {
        const uint32_t at = AT_ARGUMENTS + 3 * group;
        set_word(expected, at, (uint32_t)((kept + select.divisor - 1) / select.divisor));
        set_word(expected, at + 1, 1);
        set_word(expected, at + 2, 1);
    }
}

/* The operands as the run leaves them. */
static void check_operands(struct harness *h, struct subject *s, uint64_t first, uint64_t kept)
{
    const bool three = vks_select_groups(plan_of(s)) == 2;
    struct memory expected = s->operands;

    expected.host = malloc(s->operands.buffer.size);
    assert_non_null(expected.host);
    memcpy(expected.host, s->operands.host, s->operands.buffer.size);
    set_number(s, &expected, 0, three ? first : kept);
    if (three)
        set_number(s, &expected, 1, kept - first);
    download(h, &s->operands);
    assert_memory_equal(s->operands.host, expected.host, s->operands.buffer.size);
    free(expected.host);
}

void check_run(struct harness *h, struct subject *s, struct run run)
{
    const struct plan *plan = plan_of(s);
    const bool counted = plan->flags & VKSCAN_PLAN_COUNT_IN_BUFFER;
    const uint64_t count = counted && run.in_buffer < run.count ? run.in_buffer : run.count;
    uint8_t seed[32] = {0};

    if (run.seed)
        memcpy(seed, run.seed, seed_size_of(s));
    for (uint64_t k = 0; !run.seed && k < (plan->capacity > 0 ? vks_select_groups(plan) : 0); k++)
        memcpy(seed + k * size_of(s),
               s->source.host + s->source.offset + plan->capacity / (2 + k) * size_of(s),
               size_of(s));
    run.seed = seed;
    poison(&s->destination);
    poison(&s->indices);
    poison(&s->operands);
    set_word(&s->operands, AT_COUNT, (uint32_t)run.in_buffer);
    memcpy(s->operands.host + SEED_BYTE(seed_size_of(s)), seed, seed_size_of(s));
    upload(h, &s->source);
    upload(h, &s->flags);
    upload(h, &s->destination);
    upload(h, &s->indices);
    upload(h, &s->operands);
    submit(h, s, &run);
    const struct reference_selection selection = {
        .primitive = plan->primitive,
        .type = s->type,
        .criterion = plan->primitive == UNIQUE ? 0 : (vkscan_criterion)plan->op->id,
        .source = s->source.host + s->source.offset,
        .flags = s->flags.host + s->flags.offset,
        .seed = seed,
        .three_ways = vks_select_groups(plan) == 2,
        .second_criterion = vks_select_params(plan).second_criterion,
        .keep = s->predicate ? s->predicate->keep : NULL,
    };
    const uint64_t kept = reference_select(&selection, count, s->expected);
    const uint64_t stored = plan->primitive == PARTITION ? count : kept;
    check_values(h, s, vks_select_has(plan, VALUES) ? stored : 0);
    download(h, &s->indices);
    assert_bytes(s, "indices", &s->indices, s->expected,
                 vks_select_has(plan, INDICES) ? 4 * stored : 0);
    check_operands(h, s, reference_select_group(&selection, count, 1, s->expected), kept);
}

void check_count(struct harness *h, struct subject *s, uint64_t count, uint32_t rarity)
{
    fill_source(s, REFERENCE_RANDOM, count + 1);
    fill_flags(s, count, rarity, count + 2);
    check_run(h, s, (struct run){.count = count, .in_buffer = POISON});
}

/* ---- plans ---- */

const struct shape small = {64, 1, 0};

bool can_run(const struct harness *h, vkscan_algorithm algorithm)
{
    const struct algorithm *entry = vks_catalogue_find(algorithm, SELECT);

    return !(entry->needs & ~h->context->caps.capabilities) &&
           (!entry->second || h->context->caps.max_storage_buffers >= BINDING_COUNT);
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
    params.select = &select;
    return harness_plan_with(h->context, params, NULL, &small);
}
