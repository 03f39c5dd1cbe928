/* SPDX-License-Identifier: MIT */
/*
 * Answers the requests of plans.txt and metrics.txt by plans for made-up devices.
 *
 * A request is what it asks for, a device, the plan's parameters and the capacity, in words:
 *
 *   plan       what was resolved: shape, ports, stages, and for the counts behind `at` passes
 *   reach      its shape and ports alone
 *   shape      its shape alone
 *   choices    which algorithm and shape a plan has, from which capacity on
 *   types      sizes, operators, classes, and what they may be computed in
 *   algorithms the items per thread that a policy may have
 *   quirks     what is taken from the device with driver number `id` in `version`
 *
 * and for each of the counts behind `at`, of which 4..1024 are those from 4 on that double, what
 * the theory of vkscan-bench says:
 *
 *   work       combinations and steps
 *   steps      combinations of the listed steps, and how many these are: without the seed's, and
 *              in one tile
 *   accesses   by step, the most sectors of one access in device memory, or the subgroups that
 *              diverge
 *   run        all measures but the time
 *   time       of 1024 elements on so many processors, and whether the cost is optimal
 *   conflicts  of a tile in banks, padded and unpadded
 *   optimal    the algorithms (of exclusive scans with a ') that are not work-optimal; not
 *              cost-optimal; that take more steps than they have work
 *   kernels    those without a cost
 *
 * Enumerators go by the names that the API has for them, and numbers by keys; 2^20+1 is a number.
 * A pass is its stage, workgroups x elements, divisor, stride, what prefixes and seeds it,
 * `input>output` and, unless that is all of scratch, `:auxiliary`.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/golden.h"
#include "../support/sized_params.h"
#include "../../tools/support/algorithms.h"
#include "primitive.h"
#include "theory/steps.h"
#include "vulkan_device.h"

#include "module_list.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

#define LINE_COLUMNS 180

/* ---- devices ---- */

/* By words of requests. */
static const struct {
    const char *name, *words;
} devices[] = {
    /* One that nobody measured. */
    {"gpu", "+subgroups +subgroup-size-control +int64-atomics +device-address +push +float64 "
            "subgroup_size=32 max_subgroups=64 max_workgroup_size=1024 max_workgroup_count=65535 "
            "shared_memory=49152 max_storage_buffers=16 max_range=2^32-1 range_alignment=16 "
            "vendor_id=0x1002 gpu=1 multiprocessors=100"},
    {"nvidia", "gpu vendor_id=0x10de multiprocessors=132"},
    {"software", "gpu subgroup_size=8 max_subgroups=32 shared_memory=32768 max_range=2^27 "
                 "vendor_id=0x10005 gpu=0 multiprocessors=0"},
    /* With neither addresses nor push descriptors, and of no vendor. */
    {"plain", "gpu -device-address -push -float64 max_storage_buffers=0 vendor_id=0 gpu=0 "
              "multiprocessors=0"},
    /* What Vulkan 1.1 guarantees. */
    {"least", "subgroup_size=1 max_workgroup_size=128 max_workgroup_count=65535 "
              "shared_memory=16384 max_storage_buffers=4 max_range=2^27 range_alignment=256"},
};

/* ---- requests ---- */

struct request {
    char what[16];
    vkscan_plan_params params;
    vkscan_select_params select;
    vkscan_sort_params sort;
    vkscan_histogram_params histogram;
    vkscan_segments_params segments;
    vkscan_sorted_params sorted;
    vkscan_top_k_params top_k;
    float edges[8];
    vkscan_operator user;
    struct caps caps;
    struct driver driver;
    vkscan_tuning_policy policies[8];
    struct shape shape;
    uint32_t divisor; /* of the count, for the threads of the shape; 0: it has them */
    bool ordered;     /* the operator is taken as one that does not commute */
    uint64_t processors;
    uint64_t at[16];
    uint32_t at_count;
};

#define NUMBER(key, member)                                                                        \
    {                                                                                              \
        key, offsetof(struct request, member), sizeof(((struct request *)0)->member)               \
    }
#define OF(of, member) NUMBER(#member, of.member)

static const struct {
    const char *key;
    size_t offset, size;
} numbers[] = {OF(params, primitive),
               OF(params, op),
               OF(params, type),
               OF(params, algorithm),
               OF(params, access),
               OF(params, flags),
               OF(params, determinism),
               OF(select, criterion),
               OF(select, second_criterion),
               OF(select, outputs),
               OF(select, divisor),
               OF(select, ways),
               NUMBER("select_key_size", select.key_size),
               OF(sort, value_size),
               OF(sort, first_bit),
               OF(sort, end_bit),
               NUMBER("row", sort.length),
               NUMBER("sort_segments", sort.segments),
               NUMBER("sort_offset_size", sort.offset_size),
               OF(histogram, bins),
               OF(histogram, binning),
               OF(histogram, channels),
               OF(histogram, counted),
               OF(histogram, weights),
               OF(segments, heads),
               OF(segments, length),
               OF(segments, key_size),
               OF(segments, segments),
               OF(segments, offset_size),
               OF(segments, stride),
               OF(segments, pitch),
               OF(segments, columns),
               NUMBER("segment_flags", segments.flags),
               NUMBER("segment_outputs", segments.outputs),
               NUMBER("sorted", sorted.length),
               NUMBER("merged_values", sorted.value_size),
               NUMBER("k", top_k.k),
               NUMBER("top_row", top_k.length),
               NUMBER("top_pitch", top_k.pitch),
               NUMBER("top_flags", top_k.flags),
               NUMBER("top_outputs", top_k.outputs),
               OF(user, input_size),
               OF(user, element_size),
               OF(user, second_size),
               OF(user, seed_size),
               OF(user, module_count),
               OF(caps, subgroup_size),
               OF(caps, max_subgroups),
               OF(caps, max_workgroup_size),
               OF(caps, max_workgroup_count),
               OF(caps, shared_memory),
               OF(caps, max_storage_buffers),
               OF(caps, max_range),
               OF(caps, range_alignment),
               OF(caps, vendor_id),
               OF(caps, gpu),
               OF(caps, multiprocessors),
               OF(driver, id),
               OF(driver, version),
               NUMBER("p", processors),
               OF(caps.tuning, spin_limit),
               OF(caps.tuning, policy_count),
               NUMBER("primitives0", policies[0].primitives),
               NUMBER("primitives1", policies[1].primitives),
               NUMBER("select_flags", select.flags),
               NUMBER("sort_flags", sort.flags),
               NUMBER("histogram_flags", histogram.flags),
               NUMBER("given_multiprocessors", caps.tuning.multiprocessors)};

static const struct {
    const char *word;
    size_t offset;
    uint32_t bit;
} flags[] = {
    {"reverse", offsetof(struct request, params.flags), VKSCAN_PLAN_REVERSE_BIT},
    {"count-in-buffer", offsetof(struct request, params.flags), VKSCAN_PLAN_COUNT_IN_BUFFER_BIT},
    {"seed-in-buffer", offsetof(struct request, params.flags), VKSCAN_PLAN_SEED_IN_BUFFER_BIT},
    {"total-in-buffer", offsetof(struct request, params.flags), VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT},
    {"values", offsetof(struct request, select.outputs), VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT},
    {"indices", offsetof(struct request, select.outputs), VKSCAN_SELECT_OUTPUT_INDICES_BIT},
    {"lengths", offsetof(struct request, select.outputs), VKSCAN_SELECT_OUTPUT_LENGTHS_BIT},
    {"number", offsetof(struct request, select.outputs), VKSCAN_SELECT_OUTPUT_NUMBER_BIT},
    {"arguments", offsetof(struct request, select.outputs), VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT},
    {"select-in-place", offsetof(struct request, select.flags), VKSCAN_SELECT_IN_PLACE_BIT},
    {"last", offsetof(struct request, select.flags), VKSCAN_SELECT_LAST_BIT},
    {"descending", offsetof(struct request, sort.flags), VKSCAN_SORT_DESCENDING_BIT},
    {"argsort", offsetof(struct request, sort.flags), VKSCAN_SORT_INDICES_BIT},
    {"sort-in-place", offsetof(struct request, sort.flags), VKSCAN_SORT_IN_PLACE_BIT},
    {"overwrite-source", offsetof(struct request, sort.flags), VKSCAN_SORT_OVERWRITE_SOURCE_BIT},
    {"starts", offsetof(struct request, sort.flags), VKSCAN_SEGMENTS_STARTS_BIT},
    {"number-in-buffer", offsetof(struct request, sort.flags),
     VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT},
    {"user.commutative", offsetof(struct request, user.flags), VKSCAN_OPERATOR_COMMUTATIVE_BIT},
    {"user.predicate", offsetof(struct request, user.flags), VKSCAN_OPERATOR_PREDICATE_BIT},
};

static const struct {
    const char *name;
    uint32_t capability;
} capabilities[] = {
    {"subgroups", VKSCAN_CAPABILITY_SUBGROUPS_BIT},
    {"subgroup-size-control", VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT},
    {"int64-atomics", VKSCAN_CAPABILITY_INT64_ATOMICS_BIT},
    {"device-address", VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT},
    {"push", VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT},
    {"float64", VKSCAN_CAPABILITY_FLOAT64_BIT},
    {"rounded-halves", VKSCAN_CAPABILITY_ROUNDED_HALVES_BIT},
};

/* A user operator has every kernel. */
static const vkscan_operator_module modules[] = {
#define ROW(kernel, class) {.name = #kernel},
    MODULE_LIST(ROW)
#undef ROW
};

/* As 2^20-1, end, or never. */
static bool parse_number(const char *text, uint64_t *out)
{
    char *end;

    if (strcmp(text, "end") == 0 || strcmp(text, "never") == 0) {
        *out = *text == 'e' ? VKSCAN_TUNING_NO_END : VKSCAN_TUNING_NEVER;
        return true;
    }
    *out = strtoull(text, &end, 0);
    if (end == text)
        return false;
    if (*end == '^')
        *out = 1ull << strtoul(end + 1, &end, 10);
    if (*end == '-')
        *out -= strtoull(end + 1, &end, 10);
    else if (*end == '+')
        *out += strtoull(end + 1, &end, 10);
    return *end == '\0';
}

static bool take_number(struct request *r, const char *word)
{
    const char *equals = strchr(word, '=');
    uint64_t value;

    if (!equals || !parse_number(equals + 1, &value))
        return false;
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (strncmp(word, numbers[i].key, (size_t)(equals - word)) == 0 &&
            numbers[i].key[equals - word] == '\0') {
            memcpy((char *)r + numbers[i].offset, &value, numbers[i].size); /* little-endian */
            return true;
        }
    return false;
}

static bool take_name(struct request *r, const char *word);

/* Takes the words of a device. */
static bool take_device(struct request *r, const char *words)
{
    char word[32];

    r->caps = (struct caps){.tuning = r->caps.tuning};
    for (int length; sscanf(words, "%31s%n", word, &length) == 1; words += length)
        if (!take_name(r, word) && !take_number(r, word))
            return false;
    return true;
}

/* Takes the value whose name is the word. */
#define TAKE_NAMED(word, member, name_of) TAKE_NAMED_FROM(0, word, member, name_of)
#define TAKE_NAMED_FROM(first, word, member, name_of)                                              \
    for (uint32_t value = first; name_of(value); value++)                                          \
        if (strcmp(word, name_of(value)) == 0) {                                                   \
            member = value;                                                                        \
            return true;                                                                           \
        }

static bool take_name(struct request *r, const char *word)
{
    TAKE_NAMED(word, r->params.primitive, vkscan_primitive_name)
    TAKE_NAMED(word, r->params.op, vkscan_op_name)
    TAKE_NAMED(word, r->params.type, vkscan_type_name)
    TAKE_NAMED(word, r->params.algorithm, vkscan_algorithm_name)
    TAKE_NAMED_FROM(VKSCAN_ALGORITHM_TEXTBOOK, word, r->params.algorithm, vkscan_algorithm_name)
    TAKE_NAMED(word, r->params.access, vkscan_access_name)
    TAKE_NAMED(word, r->params.determinism, vkscan_determinism_name)
    TAKE_NAMED(word, r->select.criterion, vkscan_criterion_name)
    if (strncmp(word, "out=", 4) == 0)
        TAKE_NAMED(word + 4, r->params.out_type, vkscan_type_name)
    if (strncmp(word, "second=", 7) == 0)
        TAKE_NAMED(word + 7, r->select.second_criterion, vkscan_criterion_name)
    for (size_t i = 0; i < COUNT_OF(devices); i++)
        if (strcmp(word, devices[i].name) == 0)
            return take_device(r, devices[i].words);
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        if (strcmp(word, flags[i].word) == 0) {
            *(uint32_t *)((char *)r + flags[i].offset) |= flags[i].bit;
            return true;
        }
    for (size_t i = 0; i < COUNT_OF(capabilities); i++)
        if (strchr("+-", word[0]) && strcmp(word + 1, capabilities[i].name) == 0) {
            r->caps.capabilities &= ~capabilities[i].capability;
            r->caps.capabilities |= word[0] == '+' ? capabilities[i].capability : 0;
            return true;
        }
    return false;
}

/* shape=512x2, whatever the policies; policy=lookback:512x2:2^16:end, or with workgroups 512x2x1.
 */
static bool take_shape(struct request *r, const char *word)
{
    vkscan_tuning_policy *policy = &r->policies[r->caps.tuning.policy_count];
    char name[24], from[24] = "0", to[24] = "0";
    struct shape shape = {0};

    if (sscanf(word, "shape=n/%ux%u", &r->divisor, &r->shape.items) == 2)
        return true;
    if (sscanf(word, "shape=%ux%ux%u", &shape.workgroup_size, &shape.items, &shape.workgroups) >=
        2) {
        r->shape = shape;
        return true;
    }
    if (sscanf(word, "policy=%23[^:]:%ux%u:%23[^:]:%23s", name, &policy->workgroup_size,
               &policy->items, from, to) < 3)
        return false;
    sscanf(word, "policy=%*[^:]:%*ux%*ux%u:%23[^:]:%23s", &policy->workgroups, from, to);
    struct request named = {.params.algorithm = (vkscan_algorithm)strtol(name, NULL, 10)};
    take_name(&named, name);
    policy->struct_size = sizeof(*policy);
    policy->algorithm = named.params.algorithm;
    r->caps.tuning.policy_count++;
    return parse_number(from, &policy->from) && parse_number(to, &policy->to);
}

/* bins=4:-1:nan are even ones from -1 to nan, and edges=1:2 are some. */
static bool take_bins(struct request *r, const char *word)
{
    uint32_t count = 0;

    if (sscanf(word, "bins=%u:%lf:%lf", &r->histogram.bins, &r->histogram.first,
               &r->histogram.last) == 3)
        return true;
    if (strncmp(word, "edges=", 6) != 0)
        return false;
    for (const char *at = word + 5; at && count < COUNT_OF(r->edges); at = strchr(at + 1, ':'))
        r->edges[count++] = strtof(at + 1, NULL);
    r->histogram.edges = r->edges;
    return true;
}

/* As 4..1024. */
static bool take_counts(struct request *r, const char *word)
{
    uint64_t first, last;

    if (sscanf(word, "%" SCNu64 "..%" SCNu64, &first, &last) != 2)
        return false;
    for (; first <= last; first *= 2)
        r->at[r->at_count++] = first;
    return true;
}

static bool is_zero(const void *bytes, size_t size)
{
    static const char zeros[128];

    return memcmp(bytes, zeros, size) == 0;
}

/* Returns the word that it does not know; NULL: there is none. */
static const char *parse_request(char *text, struct request *r)
{
    bool at = false;
    uint64_t number;

    *r = (struct request){.user = {.name = "user", .modules = modules},
                          .params.type = VKSCAN_TYPE_U32,
                          .processors = 1};
    take_name(r, "gpu");
    r->user.module_count = COUNT_OF(modules);
    snprintf(r->what, sizeof(r->what), "%s", strtok(text, " "));
    for (const char *word; (word = strtok(NULL, " "));)
        if (parse_number(word, &number)) {
            if (at)
                r->at[r->at_count++] = number;
            else
                r->params.capacity = number;
        } else if (strcmp(word, "at") == 0) {
            at = true;
        } else if (strcmp(word, "ordered") == 0) {
            r->ordered = true;
        } else if (!take_counts(r, word) && !take_name(r, word) && !take_bins(r, word) &&
                   !take_number(r, word) && !take_shape(r, word)) {
            return word;
        }
    if (r->policies[0].workgroup_size || r->policies[0].items)
        r->caps.tuning.policies = r->policies;
    if (!is_zero(&r->select, sizeof(r->select)))
        r->params.details = &r->select;
    if (!is_zero(&r->sort, sizeof(r->sort)))
        r->params.details = &r->sort;
    if (!is_zero(&r->histogram, sizeof(r->histogram)))
        r->params.details = &r->histogram;
    if (!is_zero(&r->segments, sizeof(r->segments)))
        r->params.details = &r->segments;
    if (!is_zero(&r->sorted, sizeof(r->sorted)))
        r->params.details = &r->sorted;
    if (!is_zero(&r->top_k, sizeof(r->top_k)))
        r->params.details = &r->top_k;
    if (r->user.element_size)
        r->params.user_operator = &r->user;
    return NULL;
}

/* ---- answers ---- */

/* Begins a line where the item would end beyond the last column. */
static void print_item(struct text *text, const char *item)
{
    size_t line = text->size;

    while (line > 0 && text->bytes[line - 1] != '\n')
        line--;
    if (text->size - line + strlen(item) + 1 > LINE_COLUMNS)
        PRINT(text, "\n     ");
    PRINT(text, " %s", item);
}

#define PRINT_ITEM(text, ...)                                                                      \
    do {                                                                                           \
        char item_text[128];                                                                       \
        snprintf(item_text, sizeof(item_text), __VA_ARGS__);                                       \
        print_item(text, item_text);                                                               \
    } while (0)

static void VKAPI_CALL print_refusal(void *user, const vkscan_message *message)
{
    PRINT((struct text *)user, "%s: %s\n",
          message->result == RESULT_INVALID     ? "invalid"
          : message->result == RESULT_TOO_LARGE ? "too large"
                                                : "unsupported",
          message->text);
}

/* By id, as SPEC_... without that. Those behind the first of several have none. */
static const char *const constant_names[] = {
#define ROW(id, name) [id] = #name,
#include "constant_names.h"
#undef ROW
};

static void print_constant(struct text *text, uint32_t id, uint32_t value)
{
    uint32_t first = id < COUNT_OF(constant_names) ? id : COUNT_OF(constant_names) - 1;
    char index[16] = "";

    while (!constant_names[first])
        first--;
    if (id > first)
        snprintf(index, sizeof(index), "[%u]", id - first);
    PRINT_ITEM(text, value < 1u << 20 ? "%s%s=%u" : "%s%s=0x%x", constant_names[first], index,
               value);
}

static uint32_t constant_of(const struct constants *list, uint32_t id)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->id[i] == id)
            return list->value[i];
    return 0;
}

/* How many there are, and those that differ from the stage before, in front of which all are 0;
 * small numbers are decimal. */
static void print_constants(struct text *text, const struct constants *list,
                            const struct constants *before)
{
    PRINT_ITEM(text, "of %u", list->count);
    for (uint32_t i = 0; i < list->count; i++)
        if (list->value[i] != constant_of(before, list->id[i]))
            print_constant(text, list->id[i], list->value[i]);
}

static void print_operands(struct text *text, uint32_t operands)
{
    static const char *const names[] = {"count", "count-64",  "seed",     "total",
                                        "carry", "carry-out", "unseeded", "arguments"};

    if (operands)
        print_item(text, "operands");
    for (uint32_t i = 0; i < COUNT_OF(names); i++)
        if (operands & 1u << i)
            PRINT(text, ":%s", names[i]);
}

/* The port, the byte it begins at, and the bytes of an element unless it is a word. */
static void print_span(struct text *text, const struct plan *plan, const char *mark,
                       const struct span *span)
{
    PRINT(text, "%s%s", mark, vkscan_port_name(plan->ports[span->port].id));
    if (span->offset)
        PRINT(text, "+%" PRIu64, span->offset);
    if (span->unit != sizeof(uint32_t))
        PRINT(text, "/%u", span->unit);
    if (span->like)
        PRINT(text, "~%s", vkscan_port_name(plan->ports[span->like].id));
}

static bool is_all_of_scratch(const struct span *span)
{
    return span->port == PORT_SCRATCH && !span->offset && span->unit == 4 && !span->like;
}

static bool has_span(const struct span *span)
{
    return span->port || span->offset || span->unit || span->like;
}

static void print_pass(struct text *text, const struct plan *plan, const struct pass *pass)
{
    struct text item = {.size = 0};

    PRINT(&item, "| %u %" PRIu64 "x%" PRIu64, pass->stage, pass->groups, pass->count);
    if (pass->divisor > 1)
        PRINT(&item, " divisor=%" PRIu64, pass->divisor);
    if (pass->parameter)
        PRINT(&item, " stride=0x%" PRIx64, pass->parameter);
    if (pass->strides[0])
        PRINT(&item, " strides=%" PRIu64 ",%" PRIu64, pass->strides[0], pass->strides[1]);
    PRINT(&item, "%s%s%s", pass->prefixed ? " prefixed" : "", pass->unpadded ? " unpadded" : "",
          pass->seeded ? " seeded" : "");
    print_span(&item, plan, " ", &pass->input);
    print_span(&item, plan, ">", &pass->output);
    if (!is_all_of_scratch(&pass->auxiliary))
        print_span(&item, plan, ":", &pass->auxiliary);
    if (plan->bindings == BINDING_COUNT &&
        (has_span(&pass->second_input) || has_span(&pass->second_output))) {
        print_span(&item, plan, " and ", &pass->second_input);
        print_span(&item, plan, ">", &pass->second_output);
    }
    print_item(text, item.bytes);
}

static void print_passes(struct text *text, const struct plan *plan, uint64_t count)
{
    struct pass_list list;

    vks_plan_passes(plan, count, &list);
    const uint32_t head = vks_plan_head(plan, count, 12, 20);
    PRINT(text, "  at %" PRIu64 ": scratch=%" PRIu64, count, list.scratch);
    if (list.zeroed)
        PRINT(text, " zeroed=%" PRIu64, list.zeroed);
    if (head)
        PRINT(text, " head=%u", head);
    if (vks_plan_parts(plan, count) > 1)
        PRINT(text, " parts=%" PRIu64, vks_plan_parts(plan, count));
    for (uint32_t i = 0; i < list.count; i++)
        print_pass(text, plan, &list.pass[i]);
    PRINT(text, "\n");
}

/* What is written has a w behind its bytes, and what may lie where another is a c. */
static void print_ports(struct text *text, const struct plan *plan)
{
    for (uint32_t i = 0; i < PORTS_MAX; i++)
        if (vks_plan_has_port(plan, &plan->ports[i]))
            PRINT_ITEM(text, "%s=%" PRIu64 "%s%s", vkscan_port_name(plan->ports[i].id),
                       vks_plan_port_size(plan, &plan->ports[i]), plan->ports[i].written ? "w" : "",
                       plan->ports[i].coincides ? "c" : "");
    if (plan->zeroed_size)
        PRINT_ITEM(text, "zeroed=%" PRIu64, plan->zeroed_size);
    if (plan->piece != plan->capacity)
        PRINT_ITEM(text, "piece=%" PRIu64, plan->piece);
    if (plan->part != plan->piece)
        PRINT_ITEM(text, "part=%" PRIu64, plan->part);
    if (vks_plan_padded_piece(plan) != plan->piece)
        PRINT_ITEM(text, "padded=%" PRIu64, vks_plan_padded_piece(plan));
    print_operands(text, plan->operands);
}

static bool is_same_stage(const struct planned_stage *a, const struct planned_stage *b)
{
    const size_t size = a->constants.count * sizeof(uint32_t);

    return a->module == b->module && strcmp(a->class, b->class) == 0 &&
           a->constants.count == b->constants.count &&
           memcmp(a->constants.id, b->constants.id, size) == 0 &&
           memcmp(a->constants.value, b->constants.value, size) == 0;
}

/* Those that are the same are told once. */
static void print_stages(struct text *text, const struct planned_stage *stages)
{
    const struct constants none = {.count = 0}, *before = &none;
    uint32_t printed = 0;

    PRINT(text, " ");
    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES; i++) {
        if (!stages[i].module || printed & 1u << i)
            continue;
        char indices[16] = "";
        for (uint32_t k = i; k < ALGORITHM_MAX_STAGES; k++)
            if (is_same_stage(&stages[i], &stages[k])) {
                snprintf(indices + strlen(indices), sizeof(indices) - strlen(indices), " %u", k);
                printed |= 1u << k;
            }
        PRINT_ITEM(text, "%s%s: %s %s", before == &none ? "stage" : "| stage", indices,
                   stages[i].module, stages[i].class);
        print_constants(text, &stages[i].constants, before);
        before = &stages[i].constants;
    }
    PRINT(text, "\n");
}

/* Unless they are as most, 65535 workgroups and 4 bindings. */
static void print_shape(struct text *text, const struct plan *plan)
{
    PRINT(text, "%s %ux%u: tile=%u subgroup=%u shared=%u", plan->algorithm->name,
          plan->shape.workgroup_size, plan->items, plan->tile_size, plan->subgroup_size,
          vks_shape_shared_memory(&plan->shape, plan->algorithm->arrangement, plan->banks,
                                  4 * plan->computation.words));
    if (plan->workgroups != 65535)
        PRINT(text, " workgroups=%" PRIu64, plan->workgroups);
    if (vks_plan_bindings(plan) != 4)
        PRINT(text, " bindings=%u", vks_plan_bindings(plan));
}

static VkResult resolve(const struct request *r, uint64_t capacity, const struct report *errors,
                        struct plan *plan)
{
    static struct op ordered;
    vkscan_plan_params params = r->params;
    const struct op user = vks_operator_op(&r->user), *op = vks_element_op(params.op);

    params.capacity = capacity;
    if (r->ordered) {
        ordered = *op;
        ordered.commutative = false;
        op = &ordered;
    }
    VkResult result = vks_catalogue_check_tuning(&r->caps.tuning, errors);
    if (result == VK_SUCCESS)
        result = vks_plan_resolve_with(&r->caps, &params, params.user_operator ? &user : op,
                                       r->shape.workgroup_size ? &r->shape : NULL, errors, plan);
    if (result == VK_SUCCESS && params.user_operator) {
        plan->user_op = user;
        plan->op = &plan->user_op;
    }
    return result;
}

static void answer_plan(struct text *text, const struct request *r)
{
    const struct report errors = {.message = print_refusal, .user = text};
    struct plan plan;

    if (resolve(r, r->params.capacity, &errors, &plan) != VK_SUCCESS)
        return;
    print_shape(text, &plan);
    if (strcmp(r->what, "shape"))
        print_ports(text, &plan);
    PRINT(text, "\n");
    if (strcmp(r->what, "plan"))
        return;
    print_stages(text, plan.stages);
    for (uint32_t i = 0; i < r->at_count; i++)
        print_passes(text, &plan, r->at[i]);
}

static void describe_choice(const struct request *r, uint64_t capacity, char out[64])
{
    const struct report quiet = {0};
    struct plan plan;

    if (resolve(r, capacity, &quiet, &plan) == VK_SUCCESS)
        snprintf(out, 64, "%s %ux%u of %" PRIu64, plan.algorithm->name, plan.shape.workgroup_size,
                 plan.shape.items, plan.workgroups);
    else
        snprintf(out, 64, "none");
}

/* Tries every sixteenth more, and then where between two the choice turns. */
static void answer_choices(struct text *text, const struct request *r)
{
    char at[64], now[64];
    uint64_t from = 0;

    describe_choice(r, 0, now);
    PRINT(text, "0 %s", now);
    for (uint64_t to; from < 1ull << 32; from = to) {
        uint64_t below = from;
        to = from + from / 16 + 1;
        describe_choice(r, to, at);
        if (strcmp(at, now) == 0)
            continue;
        while (to - below > 1) {
            const uint64_t middle = below + (to - below) / 2;
            describe_choice(r, middle, at);
            if (strcmp(at, now) == 0)
                below = middle;
            else
                to = middle;
        }
        describe_choice(r, to, now);
        PRINT_ITEM(text, "| %" PRIu64 " %s", to, now);
    }
    PRINT(text, "\n");
}

static void answer_types(struct text *text, const struct request *r)
{
    const struct report quiet = {0};
    struct request each = *r;
    struct plan plan;

    for (vkscan_type type = 1; vkscan_type_name(type); type++) {
        const char *class = "";
        PRINT(text, "%s of %u bytes", vkscan_type_name(type), vkscan_type_size(type));
        each.params = (vkscan_plan_params){.type = type};
        for (vkscan_op op = 0; vkscan_op_name(op); op++) {
            each.params.op = op;
            if (resolve(&each, 1, &quiet, &plan) != VK_SUCCESS)
                continue;
            PRINT(text, "%s%s %s", strcmp(class, plan.computation.class) ? " by " : "",
                  strcmp(class, plan.computation.class) ? plan.computation.class : "",
                  vkscan_op_name(op));
            class = plan.computation.class;
        }
        PRINT(text, " in");
        each.params.op = 0;
        for (vkscan_type out = 1; vkscan_type_name(out); out++) {
            each.params.out_type = out;
            if (resolve(&each, 1, &quiet, &plan) == VK_SUCCESS)
                PRINT(text, " %s", vkscan_type_name(out));
        }
        PRINT(text, "\n");
    }
}

static void answer_algorithms(struct text *text, const struct request *r)
{
    const struct report quiet = {0};

    (void)r;
    for (vkscan_algorithm a = 1; vkscan_algorithm_name(a); a = next_algorithm(a)) {
        PRINT(text, "%s:", vkscan_algorithm_name(a));
        for (vkscan_primitive p = 0; vkscan_primitive_name(p); p++)
            if (vkscan_algorithm_summary(a, p))
                PRINT_ITEM(text, "%s", vkscan_primitive_name(p));
        bool before = false;
        for (uint32_t items = 0; items < 64; items++) {
            const vkscan_tuning_policy policy = TUNING(a, 128, items, 0, 0, 0);
            const struct tuning tuning = {&policy, 1, 0, 0};
            const bool takes = vks_catalogue_check_tuning(&tuning, &quiet) == VK_SUCCESS;
            if (takes != before)
                PRINT(text, takes ? " %u.." : "%u", takes ? items : items - 1);
            before = takes;
        }
        PRINT(text, "\n");
    }
}

static void answer_quirks(struct text *text, const struct request *r)
{
    struct driver driver = r->driver;
    struct caps caps = r->caps;

    driver.vendor_id = caps.vendor_id;
    const char *unusable = vks_quirks_apply(&driver, &caps);
    PRINT(text, "%s", unusable ? unusable : "it can be used");
    for (size_t i = 0; i < COUNT_OF(capabilities); i++)
        if ((caps.capabilities ^ r->caps.capabilities) & capabilities[i].capability)
            PRINT(text, ", without %s", capabilities[i].name);
    if (caps.gpu != r->caps.gpu)
        PRINT(text, ", without policies for GPUs");
}

/* ---- theory ---- */

/* Of a plan for `count` elements. */
static struct metrics metrics_of(const struct request *r, uint64_t count, uint64_t processors,
                                 struct plan *plan)
{
    const struct report loud = {.message = print_refusal, .user = &(struct text){.size = 0}};
    struct request each = *r;
    struct metrics metrics;

    if (r->divisor)
        each.shape.workgroup_size = (uint32_t)count / r->divisor;
    if (resolve(&each, count ? count : 1, &loud, plan) != VK_SUCCESS)
        exit(2);
    metrics_compute(plan, r->caps.subgroup_size, count, processors, &metrics);
    return metrics;
}

static void print_work(struct text *text, const struct request *r, uint64_t count)
{
    struct plan plan;
    const struct metrics m = metrics_of(r, count, 1, &plan);

    PRINT(text, " %" PRIu64 "/%" PRIu64, m.work, m.steps);
}

/* Without the seed. */
static void print_steps(struct text *text, const struct request *r, uint64_t count)
{
    struct step steps[STEPS_MAX];
    uint64_t work = 0, depth = 0;
    struct plan plan;

    metrics_of(r, count, 1, &plan);
    metrics_fit_tile(&plan, SHAPE_LARGEST_WORKGROUP);
    const uint32_t all = metrics_steps(&plan, r->caps.subgroup_size, steps);
    for (uint32_t i = 0; i < all; i++) {
        work += step_work(&steps[i]);
        depth += step_work(&steps[i]) > 0;
    }
    PRINT(text, " %" PRIu64 "/%" PRIu64, work, depth);
}

/* By step: in device memory sectors, else subgroups that diverge. */
static void print_accesses(struct text *text, const struct request *r, uint64_t count)
{
    struct step steps[STEPS_MAX];
    struct plan plan;

    metrics_of(r, count, 1, &plan);
    metrics_fit_tile(&plan, SHAPE_LARGEST_WORKGROUP);
    const uint32_t all = metrics_steps(&plan, r->caps.subgroup_size, steps);
    for (uint32_t i = 0; i < all; i++)
        if (step_has_pairs(&steps[i]))
            PRINT(text, " %" PRIu64,
                  steps[i].memory == STEP_DEVICE
                      ? step_sectors(&steps[i], CONFLICT_LANES, sizeof(uint32_t))
                      : step_diverged(&steps[i], CONFLICT_LANES));
}

static void print_run(struct text *text, const struct request *r, uint64_t count)
{
    struct plan plan;
    const struct metrics m = metrics_of(r, count, r->processors, &plan);

    PRINT(text, " T=%" PRIu64 " W=%" PRIu64 " barriers=%" PRIu64 " path=%" PRIu64, m.steps, m.work,
          m.barriers, m.path_barriers);
    PRINT(text,
          " dispatches=%" PRIu64 "/%" PRIu64 " read=%" PRIu64 " written=%" PRIu64
          " shared=%" PRIu64,
          m.dispatches, m.pipeline_barriers, m.bytes_read, m.bytes_written, m.shared_bytes);
}

static void print_time(struct text *text, const struct request *r, uint64_t processors)
{
    struct plan plan;
    const struct metrics m = metrics_of(r, 1024, processors, &plan);

    PRINT(text, " %" PRIu64 "%s", m.time, m.cost_optimal ? "" : "-");
    if (m.cost != processors * m.time)
        PRINT(text, " cost=%" PRIu64, m.cost);
}

static void print_conflicts(struct text *text, const struct request *r, uint64_t count)
{
    static const uint32_t banks[] = {SHAPE_BANKS, SHAPE_NO_PADDING};
    uint32_t conflicts[STEPS_MAX];
    struct plan plan;

    metrics_of(r, count, 1, &plan);
    for (size_t k = 0; k < COUNT_OF(banks); k++) {
        const uint32_t steps = metrics_conflicts(&plan, r->caps.subgroup_size, banks[k], conflicts);
        PRINT(text, "%s", k ? " |" : "");
        for (uint32_t i = 0; i < steps; i++)
            PRINT(text, " %" PRIu32, conflicts[i]);
    }
}

/* In the request's shape, as far as the algorithm's can be. */
static struct metrics metrics_of_entry(const struct request *r, const struct algorithm *row,
                                       vkscan_primitive primitive, uint64_t count)
{
    struct request each = *r;
    struct metrics metrics;
    struct plan plan;

    each.params.primitive = primitive;
    each.params.algorithm = row->id;
    each.shape = (struct shape){0};
    metrics_of(&each, count, 1, &plan);
    if (r->shape.items) {
        plan.shape.workgroup_size = r->shape.workgroup_size;
        if (row->arrangement->least_items < row->arrangement->most_items)
            plan.shape.items = r->shape.items;
        plan.tile_size = vks_shape_tile_size(&plan.shape, row->arrangement, sizeof(uint32_t));
    }
    metrics_compute(&plan, r->caps.subgroup_size, count, r->processors, &metrics);
    return metrics;
}

static void print_optimal(struct text *text, const struct request *r, uint64_t count)
{
    const struct algorithm *row;

    for (int flaw = 0; flaw < 3; flaw++) {
        PRINT(text, "%s", flaw ? " |" : "");
        for (uint32_t i = 0; (row = vks_catalogue_entry(i)); i++)
            for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
                if (!(row->primitives & 1u << p))
                    continue;
                const struct metrics m = metrics_of_entry(r, row, p, count);
                const bool flaws[] = {!m.work_optimal, !m.cost_optimal, m.work < m.steps};
                if (flaws[flaw])
                    PRINT(text, " %s%s", row->name,
                          p == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN ? "'" : "");
            }
    }
}

static void print_kernel(struct text *text, struct plan plan, const struct algorithm *row,
                         uint32_t stage)
{
    const struct pass pass = {.stage = stage, .count = 1, .groups = 1};
    struct kernel_cost cost;

    plan.algorithm = row;
    if (!kernel_cost_find(&plan, &pass, 32, &cost) ||
        strcmp(cost.kernel, row->stages[stage].kernel) != 0)
        PRINT(text, " %s", row->stages[stage].kernel);
}

/* And of one that there is not. */
static void print_kernels(struct text *text, const struct request *r, uint64_t count)
{
    const struct algorithm *row;
    struct plan plan;

    metrics_of(r, count, 1, &plan);
    const struct algorithm none = {.arrangement = plan.algorithm->arrangement,
                                   STAGES({.kernel = "no_such_kernel"})};
    for (uint32_t i = 0; (row = vks_catalogue_entry(i)); i++)
        for (uint32_t s = 0; s < row->stage_count; s++)
            if (row->primitives & (PRIMITIVES_REDUCE | PRIMITIVES_SCAN))
                print_kernel(text, plan, row, s);
    print_kernel(text, plan, &none, 0);
}

static void answer_theory(struct text *text, const struct request *r)
{
    static const struct {
        const char *what;
        void (*print)(struct text *text, const struct request *r, uint64_t count);
    } rows[] = {
        {"work", print_work},       {"run", print_run},           {"time", print_time},
        {"steps", print_steps},     {"accesses", print_accesses}, {"conflicts", print_conflicts},
        {"optimal", print_optimal}, {"kernels", print_kernels},
    };

    for (uint32_t k = 0; k < r->at_count; k++)
        for (size_t i = 0; i < COUNT_OF(rows); i++)
            if (strcmp(r->what, rows[i].what) == 0)
                rows[i].print(text, r, r->at[k]);
    PRINT(text, "\n");
    if (text->bytes[0] == ' ') /* which stands behind -> anyway */
        memmove(text->bytes, text->bytes + 1, text->size--);
}

static const struct {
    const char *what;
    void (*answer)(struct text *text, const struct request *r);
} answers[] = {
    {"plan", answer_plan},       {"reach", answer_plan},      {"shape", answer_plan},
    {"choices", answer_choices}, {"types", answer_types},     {"algorithms", answer_algorithms},
    {"work", answer_theory},     {"run", answer_theory},      {"time", answer_theory},
    {"steps", answer_theory},    {"accesses", answer_theory}, {"conflicts", answer_theory},
    {"optimal", answer_theory},  {"kernels", answer_theory},  {"quirks", answer_quirks},
};

void golden_answer(char *asked, struct text *text)
{
    struct request request;

    const char *unknown = parse_request(asked, &request);
    if (unknown)
        PRINT(text, "unknown word %s\n", unknown);
    for (size_t i = 0; i < COUNT_OF(answers) && !unknown; i++)
        if (strcmp(request.what, answers[i].what) == 0)
            answers[i].answer(text, &request);
}
