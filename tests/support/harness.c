/* SPDX-License-Identifier: MIT */
#include "harness.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interface.h"
#include "dihedral.h" /* generated */
#include "ports.h"

#define SKIP 77

static struct harness harness;

static void VKAPI_CALL on_message(void *user, const vkscan_message *message)
{
    struct harness *h = user;

    assert_int_equal(message->struct_size, sizeof(*message));
    assert_int_equal(message->severity == VKSCAN_SEVERITY_ERROR, message->result != VK_SUCCESS);
    if (message->severity == VKSCAN_SEVERITY_PERFORMANCE) {
        snprintf(h->hint, sizeof(h->hint), "%s", message->text);
        return;
    }
    h->messages++;
    snprintf(h->message, sizeof(h->message), "%s", message->text);
}

vkscan_context_params harness_context_params(struct harness *h)
{
    vkscan_context_params params = gpu_context_params(&h->gpu);

    params.message = on_message;
    params.message_user = h;
    return params;
}

vkscan_context *harness_context(struct harness *h, uint32_t ignored_capabilities)
{
    vkscan_context_params params = harness_context_params(h);
    vkscan_context *context;

    params.ignored_capabilities = ignored_capabilities;
    assert_int_equal(vkscan_context_create(&params, &context), VK_SUCCESS);
    return context;
}

void harness_context_destroy(vkscan_context *context)
{
    harness_forget_plans(context);
    vkscan_context_destroy(context);
}

static int open_harness(void **state)
{
    *state = &harness;
    harness.context = harness_context(&harness, 0);
    return 0;
}

static int close_harness(void **state)
{
    struct harness *h = *state;

    harness_context_destroy(h->context);
    gpu_close(&h->gpu);
    if (h->gpu.validation_messages == 0)
        return 0;
    print_error("validation was not silent up to the end\n");
    return 1;
}

int harness_assert_silent(void **state)
{
    struct harness *h = *state;

    if (h->gpu.validation_messages == 0)
        return 0;
    print_error("%u validation messages\n", h->gpu.validation_messages);
    return 1;
}

/* Opens the device that the environment describes. With VKSCAN_TEST_NATIVE a software device does
 * not count. */
static bool open_device(bool validation)
{
    const struct gpu_options options = {.validation = validation};

    if (!gpu_open(&harness.gpu, &options)) {
        fprintf(stderr, "no device: %s\n", harness.gpu.error);
        return false;
    }
    if (getenv("VKSCAN_TEST_NATIVE") &&
        harness.gpu.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) {
        fprintf(stderr, "no device: only software devices here\n");
        gpu_close(&harness.gpu);
        return false;
    }
    printf("# %s, subgroup size %u\n", harness.gpu.properties.deviceName,
           harness.gpu.info.subgroup_size);
    for (uint32_t lanes = harness.gpu.info.subgroup_size; lanes > 1; lanes /= 2)
        harness.turn++;
    return true;
}

static bool read_size(enum harness_size *size)
{
    static const struct {
        const char *name;
        enum harness_size size;
    } rows[] = {{"small", SIZE_SMALL}, {"large", SIZE_LARGE}, {"exhaustive", SIZE_EXHAUSTIVE}};
    const char *name = getenv("VKSCAN_TEST_SIZE");

    *size = SIZE_SMALL;
    for (size_t i = 0; name && i < COUNT_OF(rows); i++)
        if (strcmp(name, rows[i].name) == 0) {
            *size = rows[i].size;
            return true;
        }
    if (name)
        fprintf(stderr, "VKSCAN_TEST_SIZE is %s, not small, large or exhaustive\n", name);
    return !name;
}

size_t harness_turns(const struct harness *h, size_t small, size_t large)
{
    const size_t turns[] = {[SIZE_SMALL] = small, [SIZE_LARGE] = large, [SIZE_EXHAUSTIVE] = 1};

    return turns[h->size];
}

static struct CMUnitTest cases[64];
static size_t case_count;

void harness_add(const char *name, CMUnitTestFunction run, CMFixtureFunction teardown)
{
    if (case_count == COUNT_OF(cases))
        abort();
    cases[case_count++] = (struct CMUnitTest){name, run, NULL, teardown, NULL};
}

static bool matches_any(const char *filter)
{
    for (size_t i = 0; i < case_count; i++)
        if (fnmatch(filter, cases[i].name, 0) == 0)
            return true;
    return false;
}

int harness_main(const char *group, bool validation)
{
    if (!read_size(&harness.size))
        return EXIT_FAILURE;
    if (!open_device(validation))
        return getenv("VKSCAN_REQUIRE_DEVICE") ? EXIT_FAILURE : SKIP;
    const char *filter = getenv("VKSCAN_TEST_FILTER");
    cmocka_set_test_filter(filter);
    if (filter && !matches_any(filter)) {
        fprintf(stderr, "no case of %s matches VKSCAN_TEST_FILTER '%s'\n", group, filter);
        return EXIT_FAILURE;
    }
    const int failures =
        _cmocka_run_group_tests(group, cases, case_count, open_harness, close_harness);
    /* cmocka does not count a failed teardown of the group. */
    return failures > 0 || harness.gpu.validation_messages > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

void harness_assert_error(struct harness *h, VkResult result, VkResult expected, const char *part)
{
    assert_int_equal(result, expected);
    if (!strstr(h->message, part))
        fail_msg("the message \"%s\" does not say \"%s\"", h->message, part);
    assert_true(strchr(h->message, '\n') == NULL);
    h->message[0] = '\0';
}

uint32_t *harness_constant(struct plan *plan, uint32_t id)
{
    struct constants *constants = &plan->stages[0].constants;

    for (uint32_t i = 0; i < constants->count; i++)
        if (constants->id[i] == id)
            return &constants->value[i];
    return NULL;
}

const struct op harness_dihedral = {
    .name = "dihedral",
    .domain = DOMAIN_ARITHMETIC,
    .identity = IDENTITY_ZERO,
    .user = &dihedral,
};

uint32_t harness_compose_dihedral(uint32_t left, uint32_t right)
{
    return left % 2 == 1 ? left + right - 1 : left - right + 1;
}

/* ---- running ---- */

struct bound {
    struct ports ports;
    struct placement where;
    struct memory source, destination; /* in place, the destination has no buffer */
    uint32_t source_size, out_size;    /* bytes of an element */
};

static void ok(struct harness *h, bool success)
{
    if (!success)
        fail_msg("%s", h->gpu.error);
}

vkscan_access harness_addresses(const struct harness *h)
{
    return h->context->caps.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT
               ? VKSCAN_ACCESS_ADDRESSES
               : VKSCAN_ACCESS_DESCRIPTOR_SETS;
}

static uint64_t scratch_byte(const struct bound *bound, uint32_t word)
{
    return bound->ports.buffers.scratch.offset + word * sizeof(word);
}

void harness_zero_scratch(struct harness *h, struct bound *bound)
{
    const vkscan_plan_info info = sized_plan_info(bound->ports.plan);

    ok(h, gpu_fill(&h->gpu, &bound->ports.scratch, scratch_byte(bound, 0), info.scratch_zeroed, 0));
}

void harness_fill_scratch(struct harness *h, struct bound *bound, const uint32_t *words,
                          uint32_t count)
{
    ok(h, gpu_upload(&h->gpu, &bound->ports.scratch, scratch_byte(bound, 0), words,
                     count * sizeof(words[0])));
}

void harness_set_scratch(struct harness *h, struct bound *bound, uint32_t index, uint32_t word)
{
    ok(h, gpu_fill(&h->gpu, &bound->ports.scratch, scratch_byte(bound, index), sizeof(word), word));
}

uint32_t harness_get_scratch(struct harness *h, struct bound *bound, uint32_t index)
{
    uint32_t word;

    ok(h, gpu_download(&h->gpu, &bound->ports.scratch, scratch_byte(bound, index), &word,
                       sizeof(word)));
    return word;
}

struct bound *harness_bind(struct harness *h, vkscan_plan *plan, struct placement where)
{
    const struct plan *p = &plan->plan;
    struct bound *bound = calloc(1, sizeof(*bound));

    assert_non_null(bound);
    bound->where = where;
    bound->source_size = p->type->size;
    bound->out_size = p->out->size;
    bound->source = memory_open(h, (uint64_t)where.source_offset * bound->source_size,
                                vks_plan_port_size(p, &p->ports[PORT_SOURCE]));
    if (!where.in_place)
        bound->destination = memory_open(h, (uint64_t)where.destination_offset * bound->out_size,
                                         vks_plan_port_size(p, &p->ports[PORT_DESTINATION]));
    bound->ports = ports_open_unbound(h, plan, where.scratch_steps);
    bound->ports.buffers.source = memory_range(&bound->source);
    bound->ports.buffers.destination =
        memory_range(where.in_place ? &bound->source : &bound->destination);
    ports_rebind(&bound->ports);
    return bound;
}

const vkscan_plan *harness_bound_plan(const struct bound *bound)
{
    return bound->ports.plan;
}

void harness_unbind(struct harness *h, struct bound *bound)
{
    ports_close(h, &bound->ports);
    memory_close(h, &bound->source);
    memory_close(h, &bound->destination);
    free(bound);
}

static struct memory *results_of(struct bound *bound)
{
    return bound->where.in_place ? &bound->source : &bound->destination;
}

/* Asserts that the bytes [from, to) of the results' port are poison. */
static void assert_untouched(struct bound *bound, int64_t from, int64_t to, uint64_t count)
{
    const struct plan *plan = &bound->ports.plan->plan;
    const struct memory *m = results_of(bound);

    for (int64_t i = from; i < to; i++)
        if (memory_after(m)[i] != POISON_BYTE((uint64_t)i + m->first))
            fail_msg("%s %s of %llu %s wrote byte %lld of the destination", plan->algorithm->name,
                     vkscan_primitive_name(plan->primitive), (unsigned long long)count,
                     plan->type->name, (long long)i);
}

/* Runs over the elements that the caller stored in memory_before(&bound->source). */
static const void *run_filled(struct harness *h, struct bound *bound, uint64_t count,
                              const void *seed)
{
    struct memory *results = results_of(bound);

    memory_upload(h, &bound->source);
    memory_upload(h, &bound->destination);
    ports_run(h, &bound->ports, count, seed);
    memory_download(h, results);
    assert_untouched(bound, -(int64_t)results->first, 0, count);
    return memory_after(results);
}

const void *harness_run(struct harness *h, struct bound *bound, const void *source, uint64_t count,
                        const void *seed)
{
    memory_poison(&bound->source);
    if (count > 0)
        memcpy(memory_before(&bound->source), source, count * bound->source_size);
    return run_filled(h, bound, count, seed);
}

static vkscan_type enumerator_of(const struct element_type *type)
{
    vkscan_type found = VKSCAN_TYPE_U32;

    while (vks_element_type(found) != type)
        found++;
    return found;
}

/* Prints an element as hexadecimal digits, in the order of its bytes. */
static const char *print_element(const void *element, uint32_t size, char text[40])
{
    for (uint32_t i = 0; i < size; i++)
        snprintf(text + 2 * i, 3, "%02x", ((const uint8_t *)element)[i]);
    return text;
}

void harness_check(struct harness *h, struct bound *bound, enum reference_data data, uint64_t count,
                   const void *seed)
{
    const struct plan *plan = &bound->ports.plan->plan;
    const struct memory *results = results_of(bound);
    const void *input = memory_before(&bound->source);
    const vkscan_plan_params params = {
        .primitive = plan->primitive,
        .op = (vkscan_op)plan->op->id,
        .type = enumerator_of(plan->type),
        .out_type = enumerator_of(plan->out),
        .flags = plan->flags,
    };
    const uint64_t written = plan->primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : count;
    uint64_t at = 0;
    char digits[40];

    memory_poison(&bound->source);
    reference_fill(params.type, params.op, data, count, memory_before(&bound->source), count);
    const uint8_t *result = run_filled(h, bound, count, seed);
    if (!reference_check(&params, seed, input, count, result, &at))
        fail_msg("%s %s into %s %s %s%s of %llu: element %llu has the bytes %s",
                 plan->algorithm->name, plan->type->name, plan->out->name, plan->op->name,
                 vkscan_primitive_name(plan->primitive),
                 plan->flags & VKSCAN_PLAN_REVERSE_BIT ? " in reverse" : "",
                 (unsigned long long)count, (unsigned long long)at,
                 print_element(result + at * bound->out_size, bound->out_size, digits));
    assert_untouched(bound, (int64_t)(written * bound->out_size),
                     (int64_t)(results->buffer.size - results->first), count);
}

void harness_check_once(struct harness *h, vkscan_plan *plan, struct placement where,
                        uint64_t count)
{
    struct bound *bound = harness_bind(h, plan, where);

    harness_check(h, bound, REFERENCE_RANDOM, count, NULL);
    harness_unbind(h, bound);
}

void harness_check_order(struct harness *h, struct bound *bound,
                         uint32_t (*combine)(uint32_t left, uint32_t right), uint64_t count,
                         uint64_t first)
{
    const vkscan_primitive primitive = bound->ports.plan->plan.primitive;
    const uint32_t *input = (const uint32_t *)(void *)memory_before(&bound->source);
    uint32_t total = 0x00050004; /* the seed */

    memory_poison(&bound->source);
    reference_fill(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, REFERENCE_RANDOM, count,
                   memory_before(&bound->source), count);
    const uint32_t *result = run_filled(h, bound, count, &total);
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t before = total;
        total = combine(total, input[i]);
        if (primitive != VKSCAN_PRIMITIVE_REDUCE && i >= first)
            assert_int_equal(result[i],
                             primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN ? total : before);
    }
    if (primitive == VKSCAN_PRIMITIVE_REDUCE)
        assert_int_equal(result[0], total);
}
