/* SPDX-License-Identifier: MIT */
/* The embedded modules have exactly the specialization constants that their stages are given. */
#include <stdlib.h>
#include <string.h>

#include "../support/cases.h"
#include "../../tools/support/algorithms.h"
#include "primitive.h"
#include "vulkan_device.h"

#define SPIRV_HEADER_WORDS 5
#define SPIRV_OP_DECORATE 71
#define SPIRV_OP_SPEC_CONSTANT 50
#define SPIRV_DECORATION_SPEC_ID 1

/* A device that can do everything. */
static const struct caps everything = {
    .capabilities = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT |
                    VKSCAN_CAPABILITY_INT64_ATOMICS_BIT |
                    VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT |
                    VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT | VKSCAN_CAPABILITY_FLOAT64_BIT |
                    VKSCAN_CAPABILITY_ROUNDED_HALVES_BIT,
    .subgroup_size = 32,
    .max_subgroups = 64,
    .max_workgroup_size = 1024,
    .max_workgroup_count = 65535,
    .shared_memory = 49152,
    .max_range = UINT32_MAX,
    .range_alignment = 16,
    .max_storage_buffers = 8,
};

struct module {
    uint32_t *words;
    uint32_t count;
};

static struct module unpack(struct shader shader)
{
    uint32_t size;
    struct module module = {.count = vks_unpacked_words(shader.packed, &size)};
    void *memory = malloc(size);

    module.words = malloc(module.count * sizeof(module.words[0]));
    assert_true(vks_unpack(shader.packed, memory, module.words));
    free(memory);
    return module;
}

/* Whether a word of some instruction but its decoration and its definition is the result id. */
static bool is_used(const struct module *module, uint32_t result)
{
    for (size_t i = SPIRV_HEADER_WORDS; i < module->count; i += module->words[i] >> 16) {
        const uint32_t op = module->words[i] & 0xffff, length = module->words[i] >> 16;
        if (op == SPIRV_OP_DECORATE || op == SPIRV_OP_SPEC_CONSTANT)
            continue;
        for (uint32_t k = 1; k < length; k++)
            if (module->words[i + k] == result)
                return true;
    }
    return false;
}

/* A bit for each id: of id 64 the lowest of the second word. */
struct ids {
    uint64_t of[2];
};

static bool has_id(const struct ids *ids, uint32_t id)
{
    assert_true(id / 64 < sizeof(ids->of) / sizeof(ids->of[0]));
    return ids->of[id / 64] >> id % 64 & 1;
}

static void add_id(struct ids *ids, uint32_t id)
{
    ids->of[id / 64] |= has_id(ids, id) ? 0 : 1ull << id % 64;
}

/* Tells whether all of some ids are among others. */
static bool are_among(const struct ids *ids, const struct ids *others)
{
    return !(ids->of[0] & ~others->of[0] || ids->of[1] & ~others->of[1]);
}

/* Returns the ids of a module's constants, but for those without use, some of which the optimizer
 * leaves. */
static struct ids read_ids(struct shader shader)
{
    const struct module module = unpack(shader);
    const uint32_t *words = module.words;
    struct ids ids = {{0}};

    for (size_t i = SPIRV_HEADER_WORDS; i < module.count; i += words[i] >> 16) {
        assert_true(words[i] >> 16 > 0);
        if ((words[i] & 0xffff) == SPIRV_OP_DECORATE && words[i + 2] == SPIRV_DECORATION_SPEC_ID &&
            is_used(&module, words[i + 1]))
            add_id(&ids, words[i + 3]);
    }
    free(module.words);
    return ids;
}

/* Those of the module before are kept, as plans in a row have the same. */
static struct ids ids_of_module(struct shader shader)
{
    static const uint8_t *last;
    static struct ids ids;

    if (shader.packed.bytes != last)
        ids = read_ids(shader);
    last = shader.packed.bytes;
    return ids;
}

static struct ids ids_of_stage(const struct planned_stage *stage)
{
    struct ids ids = {{0}};

    for (uint32_t i = 0; i < stage->constants.count; i++) {
        assert_false(has_id(&ids, stage->constants.id[i])); /* none twice */
        add_id(&ids, stage->constants.id[i]);
    }
    return ids;
}

/* The compiler's optimizer leaves constants without use in modules that have addresses. */
static bool unlike(const struct plan *plan, struct shader shader, const struct planned_stage *stage)
{
    const bool knows_operator =
        strstr(stage->module, "reduce_sum") || strcmp(stage->class, "packed") == 0;
    const struct ids given = ids_of_stage(stage);
    struct ids has = ids_of_module(shader);

    if (knows_operator)
        add_id(&has, SPEC_OP);
    return !are_among(&given, &has) ||
           (plan->access != VKSCAN_ACCESS_ADDRESSES && !are_among(&has, &given));
}

static bool check_stages(const struct caps *caps, const vkscan_plan_params *params)
{
    const struct report silent = {0};
    struct plan plan;

    if (vks_plan_resolve(caps, params, &silent, &plan) != VK_SUCCESS)
        return false;
    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES; i++) {
        const char *class = plan.stages[i].class;
        if (!plan.stages[i].module)
            continue;
        const struct shader shader = vks_shaders_find(plan.stages[i].module, class);
        if (!shader.kernel)
            fail_msg("%s has no module for %s", plan.stages[i].module, class);
        else if (unlike(&plan, shader, &plan.stages[i]))
            fail_msg("%s for %s has constants 0x%llx, 0x%llx and is given 0x%llx, 0x%llx",
                     plan.stages[i].module, class, (unsigned long long)ids_of_module(shader).of[0],
                     (unsigned long long)ids_of_module(shader).of[1],
                     (unsigned long long)ids_of_stage(&plan.stages[i]).of[0],
                     (unsigned long long)ids_of_stage(&plan.stages[i]).of[1]);
    }
    return true;
}

/* Checks plans of these parameters by each access. Returns how many there are. */
static uint32_t check_plans(const struct caps *caps, vkscan_plan_params params)
{
    uint32_t count = 0;

    for (params.access = 0; vks_access(params.access); params.access++)
        count += check_stages(caps, &params);
    return count;
}

TEST(stages_are_given_the_constants_that_they_have)
{
    struct caps caps = everything;

    for (uint32_t i = 0; i < 2; i++) {
        for (vkscan_algorithm a = 1; vkscan_algorithm_name(a); a = next_algorithm(a))
            for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
                for (vkscan_type t = 1; vkscan_type_name(t); t++)
                    for (vkscan_op op = 0; vkscan_op_name(op); op++)
                        check_plans(&caps, (vkscan_plan_params){.primitive = p,
                                                                .op = op,
                                                                .type = t,
                                                                .algorithm = a,
                                                                .capacity = 1000});
        caps.capabilities &= ~(uint32_t)VKSCAN_CAPABILITY_INT64_ATOMICS_BIT;
    }
}

TEST(so_are_the_stages_of_the_tree_of_all_devices)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_F32, VKSCAN_TYPE_F64};

    for (size_t i = 0; i < COUNT_OF(types); i++) {
        const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                           .type = types[i],
                                           .algorithm = VKSCAN_ALGORITHM_LOOKBACK,
                                           .determinism = VKSCAN_DETERMINISM_EVERYWHERE,
                                           .capacity = 100000};
        assert_int_equal(check_plans(&everything, params), 3);
    }
}

static void check_sorts(const struct caps *caps, vkscan_algorithm algorithm, uint64_t capacity)
{
    static const vkscan_sort_params arrays[] = {{0}, {.value_size = 16}},
                                    segments[] = {
                                        {.segments = 1, .offset_size = 4},
                                        {.segments = 1, .offset_size = 4, .value_size = 16}};
    const vkscan_sort_params *sorts = algorithm == VKSCAN_ALGORITHM_SUBGROUP ? segments : arrays;

    for (vkscan_type t = 1; vks_element_type(t) && vks_element_type(t)->components == 1; t++)
        for (size_t k = 0; k < 2; k++) {
            const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                               .type = t,
                                               .algorithm = algorithm,
                                               .capacity = capacity,
                                               .details = &sorts[k]};
            assert_int_equal(check_plans(caps, params), 3);
        }
}

TEST(so_are_the_stages_of_sorts)
{
    struct caps caps = everything;

    check_sorts(&caps, VKSCAN_ALGORITHM_RADIX, 100000);
    check_sorts(&caps, VKSCAN_ALGORITHM_ONESWEEP, 100000);
    check_sorts(&caps, VKSCAN_ALGORITHM_SUBGROUP, 100000);
    check_sorts(&caps, VKSCAN_ALGORITHM_ONESWEEP, 1000); /* one workgroup sorts them */
    caps.capabilities &= ~(uint32_t)VKSCAN_CAPABILITY_SUBGROUPS_BIT;
    check_sorts(&caps, VKSCAN_ALGORITHM_RADIX, 100000);
}

TEST(so_are_the_stages_of_selections)
{
    static const uint32_t outputs[] = {0, VKSCAN_SELECT_OUTPUT_INDICES_BIT,
                                       VKSCAN_SELECT_OUTPUT_NUMBER_BIT};
    uint32_t resolved = 0;

    for (vkscan_algorithm a = 1; vkscan_algorithm_name(a); a = next_algorithm(a))
        for (vkscan_criterion c = 0; vkscan_criterion_name(c); c++)
            for (vkscan_type t = 1; vkscan_type_name(t); t++)
                for (vkscan_primitive p = VKSCAN_PRIMITIVE_SELECT; p <= VKSCAN_PRIMITIVE_UNIQUE;
                     p++) {
                    const vkscan_select_params select = {.criterion =
                                                             p == VKSCAN_PRIMITIVE_UNIQUE ? 0 : c,
                                                         .outputs = outputs[(c + t) % 3]};
                    const vkscan_plan_params params = {.primitive = p,
                                                       .type = t,
                                                       .algorithm = a,
                                                       .capacity = 1000,
                                                       .details = &select};
                    resolved += check_plans(&everything, params);
                }
    assert_true(resolved > 2000);
}

TEST(so_are_the_stages_of_histograms)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_U8,  VKSCAN_TYPE_U16, VKSCAN_TYPE_U32,
                                        VKSCAN_TYPE_I32, VKSCAN_TYPE_F32, VKSCAN_TYPE_F64};
    static const vkscan_histogram_params histograms[] = {
        {.bins = 8, .last = 8},
        {.bins = 1 << 20, .last = 8, .flags = VKSCAN_HISTOGRAM_OUTSIDE_BIT},
        {.bins = 8, .binning = VKSCAN_BINNING_EDGES, .weights = VKSCAN_WEIGHTS_U32},
    };

    for (size_t i = 0; i < COUNT_OF(types) * COUNT_OF(histograms); i++) {
        const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                           .type = types[i / COUNT_OF(histograms)],
                                           .capacity = 1 << 26,
                                           .details = &histograms[i % COUNT_OF(histograms)]};
        assert_int_equal(check_plans(&everything, params), 3);
    }
}

TEST(so_are_the_stages_of_segments)
{
    static const vkscan_segments_params rows = {.heads = VKSCAN_HEADS_ROWS, .length = 7},
                                        keys = {.heads = VKSCAN_HEADS_KEYS, .key_size = 12},
                                        offsets = {.heads = VKSCAN_HEADS_OFFSETS,
                                                   .segments = 7,
                                                   .offset_size = 8};

    for (vkscan_type t = VKSCAN_TYPE_NONE + 1; vkscan_type_name(t); t++)
        for (vkscan_primitive p = VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN;
             p <= VKSCAN_PRIMITIVE_SEGMENTED_REDUCE; p++) {
            const vkscan_plan_params params = {.primitive = p,
                                               .type = t,
                                               .capacity = 1 << 20,
                                               .details = t % 2 == 0 ? &offsets
                                                          : p == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE
                                                              ? &rows
                                                              : &keys};
            assert_int_equal(check_plans(&everything, params), 3);
        }
}

TEST(so_are_the_stages_of_sorted_arrays)
{
    static const vkscan_sorted_params sorted = {.length = 1 << 20},
                                      pairs = {.length = 1 << 20, .value_size = 8};

    for (vkscan_type t = VKSCAN_TYPE_NONE + 1; t <= VKSCAN_TYPE_F64; t++)
        for (vkscan_primitive p = VKSCAN_PRIMITIVE_LOWER_BOUND; p <= VKSCAN_PRIMITIVE_MERGE; p++) {
            const vkscan_plan_params params = {.primitive = p,
                                               .type = t,
                                               .capacity = 1 << 20,
                                               .details =
                                                   p == VKSCAN_PRIMITIVE_MERGE ? &pairs : &sorted};
            assert_int_equal(check_plans(&everything, params), 3);
        }
}

TEST(so_are_the_stages_of_differences)
{
    for (vkscan_type t = VKSCAN_TYPE_NONE + 1; vkscan_type_name(t); t++)
        assert_int_equal(
            check_plans(&everything, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_DIFFERENCE,
                                                          .type = t,
                                                          .capacity = 1 << 20}),
            3);
}

TEST(so_are_the_stages_of_top_k)
{
    static const vkscan_top_k_params few = {.k = 9, .length = 64},
                                     all = {.k = 999, .outputs = 0x3000},
                                     sorted = {.k = 1 << 20, .flags = VKSCAN_TOP_K_BY_INDEX_BIT};
    static const vkscan_top_k_params *const details[] = {&few, &all, &sorted};

    for (vkscan_type t = VKSCAN_TYPE_NONE + 1; t <= VKSCAN_TYPE_F64; t++)
        for (size_t i = 0; i < COUNT_OF(details); i++)
            assert_int_equal(
                check_plans(&everything, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_TOP_K,
                                                              .type = t,
                                                              .capacity = 1 << 24,
                                                              .details = details[i]}),
                3);
}

static bool is_name(const char *name, const char *module)
{
    return module && strcmp(name, module) == 0;
}

static bool is_module_of(const struct stage *stage, const char *name)
{
    bool found = false;

    for (int by_address = 0; by_address <= 1; by_address++) {
        found |= is_name(name, vks_module_name(stage->kernel, by_address));
        for (const struct kernel_variant *v = stage->variants; v && v->kernel; v++)
            found |= is_name(name, vks_module_name(v->kernel, by_address));
    }
    return found;
}

static bool has_module(const struct algorithm *algorithm, const char *name)
{
    bool found = false;

    for (uint32_t s = 0; s < algorithm->stage_count; s++)
        found |= is_module_of(&algorithm->stages[s], name);
    return found;
}

/* A module that no plan compiles would be dead weight in every program. */
TEST(every_module_is_some_stage_s)
{
    const struct primitive *primitive;
    struct shader shader;

    for (uint32_t i = 0; (shader = vks_shaders_entry(i)).kernel; i++) {
        const struct algorithm *entry;
        bool found = false;
        for (uint32_t k = 0; (entry = vks_catalogue_entry(k)); k++)
            found |= has_module(entry, shader.kernel);
        for (uint32_t p = 0; (primitive = vks_catalogue_primitive((vkscan_primitive)p)); p++)
            for (entry = primitive->everywhere; entry && entry->name; entry++)
                found |= has_module(entry, shader.kernel);
        if (!found)
            fail_msg("no algorithm has %s", shader.kernel);
    }
}

/* Of a copy of its size, so that a checker of memory sees what is read beyond it. */
static bool unpacks(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    const struct packed packed = {memcpy(copy, bytes, size), size};
    uint32_t room;
    uint32_t *words = malloc((vks_unpacked_words(packed, &room) + 1) * sizeof(words[0]));
    void *memory = malloc(room + 1);

    const bool ok = vks_unpack(packed, memory, words);
    free(memory);
    free(words);
    free(copy);
    return ok;
}

TEST(truncated_modules_are_refused)
{
    struct shader shader;

    for (uint32_t i = 0; (shader = vks_shaders_entry(i)).kernel; i++) {
        const size_t size = shader.packed.size;
        assert_true(unpacks(shader.packed.bytes, size));
        assert_false(unpacks(shader.packed.bytes, size * (i % 8) / 8));
        assert_false(unpacks(shader.packed.bytes, size - 1));
    }
}

/* The sizes are the first bytes. */
TEST(damaged_modules_do_no_harm)
{
    const struct packed module = vks_shaders_entry(0).packed;
    uint8_t *damaged = malloc(module.size);

    memcpy(damaged, module.bytes, module.size);
    for (size_t at = 8; at < module.size; at++) {
        damaged[at] ^= (uint8_t)(1u << at % 8);
        unpacks(damaged, module.size);
        damaged[at] ^= (uint8_t)(1u << at % 8);
    }
    assert_true(unpacks(damaged, module.size));
    free(damaged);
}

RUN_TESTS(modules)
