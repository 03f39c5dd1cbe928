/* SPDX-License-Identifier: MIT */
/* Bad arguments of bindings and runs: each gives the right VkResult, a sentence that names it, and
 * no object; and what is not bad is taken. */
#include "harness.h"

#include <inttypes.h>
#include <stdio.h>

#define INVALID VK_ERROR_VALIDATION_FAILED_EXT
#define UNSUPPORTED VK_ERROR_FEATURE_NOT_PRESENT

/* What *out holds before a call that has to set it to NULL. */
#define UNTOUCHED ((void *)(uintptr_t)16)

#define POISON 0xdeadbeefu

#define CAPACITY 1000
#define SOURCE_SIZE (CAPACITY * sizeof(uint32_t))
#define BUFFER_SIZE 65536

/* A plan, also on a context without messages, and buffers with room to spare. */
struct fixture {
    vkscan_context *quiet_context;
    vkscan_plan *plan, *quiet_plan;
    struct gpu_buffer source, destination, scratch;
    vkscan_binding_params good;
};

static struct fixture open_fixture_of(struct harness *h, vkscan_plan_params params)
{
    const bool reduce = params.primitive == VKSCAN_PRIMITIVE_REDUCE;
    const VkDeviceSize size = params.capacity * sizeof(uint32_t);
    vkscan_context_params context = harness_context_params(h);
    struct fixture f;
    vkscan_plan_info info;

    context.message = NULL;
    assert_int_equal(vkscan_context_create(&context, &f.quiet_context), VK_SUCCESS);
    f.plan = harness_plan(h->context, params);
    f.quiet_plan = harness_plan(f.quiet_context, params);
    vkscan_plan_get_info(f.plan, &info);
    assert_true(gpu_buffer_create(&h->gpu, BUFFER_SIZE, GPU_MEMORY_DEVICE, &f.source));
    assert_true(gpu_buffer_create(&h->gpu, BUFFER_SIZE, GPU_MEMORY_DEVICE, &f.destination));
    assert_true(gpu_buffer_create(&h->gpu, BUFFER_SIZE, GPU_MEMORY_DEVICE, &f.scratch));
    f.good = (vkscan_binding_params){
        .source = gpu_range(&f.source, 0, size),
        .destination = gpu_range(&f.destination, 0, reduce ? sizeof(uint32_t) : size),
        .scratch = gpu_range(&f.scratch, 0, info.scratch_size),
    };
    return f;
}

static struct fixture open_fixture(struct harness *h, vkscan_primitive primitive, uint64_t capacity)
{
    return open_fixture_of(h, (vkscan_plan_params){.primitive = primitive, .capacity = capacity});
}

static void close_fixture(struct harness *h, struct fixture *f)
{
    harness_context_destroy(f->quiet_context);
    gpu_buffer_destroy(&h->gpu, &f->source);
    gpu_buffer_destroy(&h->gpu, &f->destination);
    gpu_buffer_destroy(&h->gpu, &f->scratch);
}

static void assert_no_binding(struct harness *h, const struct fixture *f,
                              const vkscan_binding_params *params, VkResult expected,
                              const char *part)
{
    vkscan_binding *binding = UNTOUCHED;

    harness_assert_error(h, vkscan_binding_create(f->plan, params, &binding), expected, part);
    assert_null(binding);
    binding = UNTOUCHED;
    assert_int_equal(vkscan_binding_create(f->quiet_plan, params, &binding), expected);
    assert_null(binding);
}

static vkscan_binding *bind(const struct fixture *f, const vkscan_binding_params *params)
{
    vkscan_binding *binding;

    assert_int_equal(vkscan_binding_create(f->plan, params, &binding), VK_SUCCESS);
    return binding;
}

static void assert_binds(const struct fixture *f, const vkscan_binding_params *params)
{
    vkscan_binding_destroy(bind(f, params));
}

static void null_arguments_of_bindings_are_refused(void **state)
{
    struct harness *h = *state;
    struct fixture f = open_fixture(h, VKSCAN_PRIMITIVE_REDUCE, CAPACITY);
    vkscan_binding *binding = UNTOUCHED;

    assert_int_equal(vkscan_binding_create(NULL, &f.good, &binding), INVALID);
    assert_null(binding);
    assert_int_equal(vkscan_binding_create(NULL, NULL, NULL), INVALID);
    assert_no_binding(h, &f, NULL, INVALID, "params is NULL");
    harness_assert_error(h, vkscan_binding_create(f.plan, &f.good, NULL), INVALID, "out is NULL");
    assert_int_equal(vkscan_binding_create(f.quiet_plan, &f.good, NULL), INVALID);
    close_fixture(h, &f);
}

static void take_handle(vkscan_buffer *buffer)
{
    buffer->buffer = VK_NULL_HANDLE;
}

static void take_usage(vkscan_buffer *buffer)
{
    buffer->usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
}

static void make_whole(vkscan_buffer *buffer)
{
    buffer->size = VK_WHOLE_SIZE;
}

static void make_empty(vkscan_buffer *buffer)
{
    buffer->size = 0;
}

static void shift_by_a_byte(vkscan_buffer *buffer)
{
    buffer->offset = 1;
}

static void shift_by_half_an_element(vkscan_buffer *buffer)
{
    buffer->offset = 258;
}

static void lengthen(vkscan_buffer *buffer)
{
    buffer->size = 1 << 20;
}

static void lengthen_endlessly(vkscan_buffer *buffer)
{
    buffer->size = VK_WHOLE_SIZE - 1;
}

static void shift_beyond_the_end(vkscan_buffer *buffer)
{
    buffer->offset = 1 << 20;
}

static void shift_endlessly(vkscan_buffer *buffer)
{
    buffer->offset = UINT64_MAX - UINT8_MAX;
}

static const char *const names[] = {"source", "destination", "scratch"};

static vkscan_buffer *range(vkscan_binding_params *params, int role)
{
    vkscan_buffer *const ranges[] = {&params->source, &params->destination, &params->scratch};

    return ranges[role];
}

static void bad_ranges_are_named(void **state)
{
    static const struct {
        void (*spoil)(vkscan_buffer *buffer);
        const char *part; /* behind the name */
    } rows[] = {
        {take_handle, ".buffer is NULL"},
        {take_usage, ".usage 0x12 lacks VK_BUFFER_USAGE_STORAGE_BUFFER_BIT"},
        {make_whole, ".size is VK_WHOLE_SIZE"},
        {make_empty, ".size of 0 bytes is too small"},
        {shift_by_a_byte, ".offset 1 is not a multiple of "},
        {shift_by_half_an_element, ".offset 258 is not a multiple of "},
        {lengthen, ".offset 0 and size 1048576 reach beyond the buffer"},
        {lengthen_endlessly, ".offset 0 and size 18446744073709551614 reach beyond the buffer"},
        {shift_beyond_the_end, ".offset 1048576 and size "},
        {shift_endlessly, ".offset 18446744073709551360 and size "},
    };
    struct harness *h = *state;

    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
         primitive++) {
        struct fixture f = open_fixture(h, primitive, CAPACITY);
        assert_binds(&f, &f.good);
        for (size_t i = 0; i < COUNT_OF(rows); i++)
            for (int role = 0; role < 3; role++) {
                vkscan_binding_params params = f.good;
                char part[128];
                rows[i].spoil(range(&params, role));
                snprintf(part, sizeof(part), "%s%s", names[role], rows[i].part);
                assert_no_binding(h, &f, &params, INVALID, part);
            }
        close_fixture(h, &f);
    }
}

static void a_byte_too_little_is_named(void **state)
{
    struct harness *h = *state;

    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
         primitive++) {
        struct fixture f = open_fixture(h, primitive, CAPACITY);
        for (int role = 0; role < 3; role++) {
            vkscan_binding_params params = f.good;
            const VkDeviceSize needed = range(&params, role)->size--;
            char part[128];
            snprintf(part, sizeof(part),
                     "%s.size of %" PRIu64 " bytes is too small: the plan needs %" PRIu64,
                     names[role], (uint64_t)needed - 1, (uint64_t)needed);
            assert_no_binding(h, &f, &params, INVALID, part);
        }
        close_fixture(h, &f);
    }
}

/* The end is that of the memory that the buffer requires: Vulkan does not tell its own size. */
static void a_byte_beyond_the_end_is_named(void **state)
{
    struct harness *h = *state;

    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
         primitive++) {
        struct fixture f = open_fixture(h, primitive, CAPACITY);
        for (int role = 0; role < 3; role++) {
            vkscan_binding_params params = f.good;
            vkscan_buffer *buffer = range(&params, role);
            VkMemoryRequirements memory;
            char part[128];
            vkGetBufferMemoryRequirements(h->gpu.device, buffer->buffer, &memory);
            buffer->offset = 256; /* a multiple of every alignment that Vulkan allows */
            buffer->size = memory.size - buffer->offset;
            assert_binds(&f, &params);
            buffer->size++;
            snprintf(part, sizeof(part),
                     "%s.offset 256 and size %" PRIu64 " reach beyond the buffer, which has at "
                     "most %" PRIu64 " bytes",
                     names[role], (uint64_t)buffer->size, (uint64_t)memory.size);
            assert_no_binding(h, &f, &params, INVALID, part);
        }
        close_fixture(h, &f);
    }
}

static void usages_with_storage_are_accepted(void **state)
{
    struct harness *h = *state;
    struct fixture f = open_fixture(h, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, CAPACITY);

    f.good.source.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    f.good.destination.usage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT;
    assert_binds(&f, &f.good);
    close_fixture(h, &f);
}

static void scratch_must_be_aligned(void **state)
{
    struct harness *h = *state;
    struct fixture f = open_fixture(h, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, CAPACITY);
    vkscan_plan_info info;

    vkscan_plan_get_info(f.plan, &info);
    for (VkDeviceSize step = 4; step < info.scratch_alignment; step *= 2) {
        char part[64];
        snprintf(part, sizeof(part), "scratch.offset %d is not a multiple of %d", (int)step,
                 (int)info.scratch_alignment);
        f.good.scratch.offset = step;
        assert_no_binding(h, &f, &f.good, INVALID, part);
    }
    f.good.scratch.offset = info.scratch_alignment;
    assert_binds(&f, &f.good);
    close_fixture(h, &f);
}

/* The larger of 16 bytes, for vectors, and minStorageBufferOffsetAlignment. */
static void scratch_is_aligned_to_vectors_and_descriptors(void **state)
{
    static const uint32_t rows[][2] = {{1, 16}, {4, 16}, {16, 16}, {64, 64}, {256, 256}};
    struct harness *h = *state;
    uint32_t *alignment = &h->context->caps.range_alignment;
    const uint32_t own = *alignment;
    const vkscan_plan *plan = harness_plan(h->context, (vkscan_plan_params){.capacity = CAPACITY});
    vkscan_plan_info info;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        *alignment = rows[i][0];
        vkscan_plan_get_info(plan, &info);
        *alignment = own;
        assert_int_equal(info.scratch_alignment, rows[i][1]);
    }
}

static VkBuffer make_unbound_buffer(struct harness *h, VkDeviceSize size)
{
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
    };
    VkBuffer buffer;

    assert_int_equal(vkCreateBuffer(h->gpu.device, &info, NULL, &buffer), VK_SUCCESS);
    return buffer;
}

/* A descriptor starts at a multiple of minStorageBufferOffsetAlignment, perhaps before the range.
 */
static void ranges_beyond_a_descriptor_are_refused(void **state)
{
    struct harness *h = *state;
    const uint64_t capacity = h->gpu.info.max_buffer_size / sizeof(uint32_t);
    const vkscan_plan_params textbook = {.algorithm = VKSCAN_ALGORITHM_TREE, .capacity = capacity};
    struct fixture f = open_fixture_of(h, textbook);
    VkBuffer buffer = make_unbound_buffer(h, h->gpu.info.max_buffer_size + 4096);

    f.good.source.buffer = buffer;
    f.good.source.offset = sizeof(uint32_t);
    if (h->gpu.properties.limits.minStorageBufferOffsetAlignment > sizeof(uint32_t))
        assert_no_binding(h, &f, &f.good, UNSUPPORTED, "beyond maxStorageBufferRange");
    vkDestroyBuffer(h->gpu.device, buffer, NULL);
    close_fixture(h, &f);
}

/* ---- operands ---- */

#define OPERAND_FLAGS                                                                              \
    (VKSCAN_PLAN_COUNT_IN_BUFFER | VKSCAN_PLAN_SEED_IN_BUFFER | VKSCAN_PLAN_TOTAL_IN_BUFFER)

/* A scan with all operands, behind each other in the destination's buffer. */
static struct fixture open_operands(struct harness *h)
{
    struct fixture f =
        open_fixture_of(h, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                                .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                                .capacity = CAPACITY,
                                                .flags = OPERAND_FLAGS});

    f.good.count = gpu_range(&f.destination, 8192, 4);
    f.good.seed = gpu_range(&f.destination, 8196, 4);
    f.good.total = gpu_range(&f.destination, 8200, 4);
    return f;
}

static void bad_operands_are_named(void **state)
{
    static const struct {
        VkDeviceSize offset, size; /* of the count */
        VkDeviceSize seed_offset, seed_size;
        const char *part;
    } rows[] = {
        {8192, 0, 8196, 4, "count.size of 0 bytes is neither 4 (u32) nor 8 (u64)"},
        {8192, 6, 8200, 4, "count.size of 6 bytes is neither 4 (u32) nor 8 (u64)"},
        {8192, 16, 8208, 4, "count.size of 16 bytes is neither 4 (u32) nor 8 (u64)"},
        {8192, VK_WHOLE_SIZE, 8196, 4, "count.size is VK_WHOLE_SIZE"},
        {8194, 4, 8200, 4, "count.offset 8194 is not a multiple of 4"},
        {8194, 8, 8204, 4, "count.offset 8194 is not a multiple of 4"},
        {BUFFER_SIZE - 4, 8, 8196, 4, "reach beyond the buffer"},
        {8192, 4, 8196, 3, "seed.size of 3 bytes is too small: the plan needs 4"},
        {8192, 4, 8198, 4, "seed.offset 8198 is not a multiple of 4"},
        {0, 4, 8196, 4, "destination and count overlap"},
        {8192, 4, 8, 4, "destination and seed overlap"},
        {8200, 4, 8196, 4, "count and total overlap"},
        {8196, 8, 8192, 4, "count and total overlap"},
    };
    struct harness *h = *state;

    if (!(h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS))
        skip();
    struct fixture f = open_operands(h);
    assert_binds(&f, &f.good);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        vkscan_binding_params bad = f.good;
        bad.count = gpu_range(&f.destination, rows[i].offset, rows[i].size);
        bad.seed = gpu_range(&f.destination, rows[i].seed_offset, rows[i].seed_size);
        assert_no_binding(h, &f, &bad, INVALID, rows[i].part);
    }
    close_fixture(h, &f);
}

static void operands_must_be_there_and_in_one_buffer(void **state)
{
    struct harness *h = *state;

    if (!(h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS))
        skip();
    struct fixture f = open_operands(h);
    vkscan_binding_params params = f.good;
    params.count.buffer = VK_NULL_HANDLE;
    assert_no_binding(h, &f, &params, INVALID, "count.buffer is NULL");
    params = f.good;
    params.total = (vkscan_buffer){0};
    assert_no_binding(h, &f, &params, INVALID, "total.buffer is NULL");
    params = f.good;
    params.seed.usage = VK_BUFFER_USAGE_INDEX_BUFFER_BIT;
    assert_no_binding(h, &f, &params, INVALID, "seed.usage 0x40 lacks");
    params = f.good;
    params.seed.buffer = f.source.buffer;
    assert_no_binding(h, &f, &params, INVALID, "count and seed are in two VkBuffers");
    params = f.good;
    params.total = f.good.scratch;
    assert_no_binding(h, &f, &params, INVALID, "scratch overlaps the total");
    params = f.good;
    params.total.buffer = f.source.buffer;
    params.total.offset = 16;
    assert_no_binding(h, &f, &params, INVALID, "source and total overlap");
    close_fixture(h, &f);
}

/* What is only read may overlap what is only read, and a total may be the next run's seed. */
static void operands_may_lie_in_the_source(void **state)
{
    struct harness *h = *state;

    if (!(h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS))
        skip();
    struct fixture f = open_operands(h);
    vkscan_binding_params params = f.good;
    params.total = params.seed;
    assert_binds(&f, &params);
    params.count = gpu_range(&f.source, 8, 8);
    params.seed = gpu_range(&f.source, 12, 4);
    params.total = gpu_range(&f.source, 8192, 4);
    assert_binds(&f, &params);
    params.destination = params.source; /* in place they would be overwritten */
    assert_no_binding(h, &f, &params, INVALID, "destination and count overlap");
    close_fixture(h, &f);
}

static void a_seed_is_the_hosts_or_the_buffers(void **state)
{
    struct harness *h = *state;
    const uint32_t seed = 1;
    vkscan_binding *binding;

    if (!(h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS))
        skip();
    struct fixture f = open_operands(h);
    assert_int_equal(vkscan_binding_create(f.plan, &f.good, &binding), VK_SUCCESS);
    harness_assert_error(h, vkscan_cmd_run(binding, (VkCommandBuffer)UNTOUCHED, 5, &seed), INVALID,
                         "seed is not NULL, and the plan's seed is in a buffer");
    vkscan_binding_destroy(binding);
    close_fixture(h, &f);
}

/* ---- overlaps ---- */

static void a_scan_must_not_overlap_its_source_in_part(void **state)
{
    static const VkDeviceSize offsets[][2] = {
        {0, 4}, {4, 0}, {0, 2000}, {2000, 0}, {0, SOURCE_SIZE - 4}, {SOURCE_SIZE - 4, 0},
    };
    struct harness *h = *state;

    for (vkscan_primitive primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
         primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; primitive++) {
        struct fixture f = open_fixture(h, primitive, CAPACITY);
        f.good.destination.buffer = f.good.source.buffer;
        for (size_t i = 0; i < COUNT_OF(offsets); i++) {
            f.good.source.offset = offsets[i][0];
            f.good.destination.offset = offsets[i][1];
            assert_no_binding(h, &f, &f.good, INVALID, "source and destination overlap");
        }
        close_fixture(h, &f);
    }
}

static void a_scan_may_run_in_place_or_next_to_its_source(void **state)
{
    static const VkDeviceSize offsets[][2] = {{0, 0}, {4, 4}, {0, SOURCE_SIZE}, {SOURCE_SIZE, 0}};
    struct harness *h = *state;
    struct fixture f = open_fixture(h, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, CAPACITY);

    f.good.destination.buffer = f.good.source.buffer;
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        f.good.source.offset = offsets[i][0];
        f.good.destination.offset = offsets[i][1];
        assert_binds(&f, &f.good);
    }
    close_fixture(h, &f);
}

static void a_reduction_must_not_overlap_its_source(void **state)
{
    static const VkDeviceSize inside[] = {256, 260, 2000, 256 + SOURCE_SIZE - 4};
    static const VkDeviceSize outside[] = {0, 252, 256 + SOURCE_SIZE};
    struct harness *h = *state;
    struct fixture f = open_fixture(h, VKSCAN_PRIMITIVE_REDUCE, CAPACITY);

    f.good.source.offset = 256;
    f.good.destination.buffer = f.good.source.buffer;
    for (size_t i = 0; i < COUNT_OF(inside); i++) {
        f.good.destination.offset = inside[i];
        assert_no_binding(h, &f, &f.good, INVALID, "source and destination overlap");
    }
    for (size_t i = 0; i < COUNT_OF(outside); i++) {
        f.good.destination.offset = outside[i];
        assert_binds(&f, &f.good);
    }
    close_fixture(h, &f);
}

/* Scratch starts at a multiple of its alignment, so it stays where it is and `other` moves. */
static void assert_apart_from_scratch(struct harness *h, const struct fixture *f, int other)
{
    const VkDeviceSize start = 8192;
    vkscan_binding_params params = f->good;
    vkscan_buffer *moved = range(&params, other);
    const VkDeviceSize inside[] = {start, start + 4, start + params.scratch.size - 4,
                                   start + 4 - moved->size};
    const VkDeviceSize outside[] = {start + params.scratch.size, start - moved->size};
    char part[64];

    snprintf(part, sizeof(part), "scratch overlaps the %s", names[other]);
    params.scratch.offset = start;
    moved->buffer = params.scratch.buffer;
    for (size_t i = 0; i < COUNT_OF(inside); i++) {
        moved->offset = inside[i];
        assert_no_binding(h, f, &params, INVALID, part);
    }
    for (size_t i = 0; i < COUNT_OF(outside); i++) {
        moved->offset = outside[i];
        assert_binds(f, &params);
    }
}

static void scratch_must_not_overlap(void **state)
{
    struct harness *h = *state;

    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
         primitive++) {
        struct fixture f = open_fixture(h, primitive, CAPACITY);
        for (int other = 0; other < 2; other++)
            assert_apart_from_scratch(h, &f, other);
        close_fixture(h, &f);
    }
}

/* ---- run ---- */

static void submit(struct harness *h, VkCommandBuffer commands)
{
    gpu_barrier(commands);
    assert_true(gpu_submit(&h->gpu, commands));
}

static void poison(struct harness *h, const struct gpu_buffer *buffer)
{
    VkCommandBuffer commands = gpu_begin(&h->gpu);

    vkCmdFillBuffer(commands, buffer->buffer, 0, VK_WHOLE_SIZE, POISON);
    submit(h, commands);
}

static uint32_t first_word(struct harness *h, const struct gpu_buffer *buffer)
{
    uint32_t word;

    assert_true(gpu_download(&h->gpu, buffer, 0, &word, sizeof(word)));
    return word;
}

/* What cannot run records nothing. */
static void bad_runs_are_refused(void **state)
{
    static const uint64_t counts[] = {CAPACITY + 1, 1ull << 32, (1ull << 32) + 1, UINT64_MAX};
    struct harness *h = *state;
    struct fixture f = open_fixture(h, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, CAPACITY);
    vkscan_binding *binding = bind(&f, &f.good), *quiet;

    assert_int_equal(vkscan_binding_create(f.quiet_plan, &f.good, &quiet), VK_SUCCESS);
    poison(h, &f.source);
    poison(h, &f.destination);
    VkCommandBuffer commands = gpu_begin(&h->gpu);
    assert_int_equal(vkscan_cmd_run(NULL, commands, 1, NULL), INVALID);
    assert_int_equal(vkscan_cmd_run(NULL, VK_NULL_HANDLE, 1, NULL), INVALID);
    harness_assert_error(h, vkscan_cmd_run(binding, VK_NULL_HANDLE, 1, NULL), INVALID,
                         "command_buffer is NULL");
    assert_int_equal(vkscan_cmd_run(quiet, VK_NULL_HANDLE, 1, NULL), INVALID);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        char part[80];
        snprintf(part, sizeof(part), "count %" PRIu64 " is beyond the plan's capacity of %d",
                 counts[i], CAPACITY);
        harness_assert_error(h, vkscan_cmd_run(binding, commands, counts[i], NULL), INVALID, part);
        assert_int_equal(vkscan_cmd_run(quiet, commands, counts[i], NULL), INVALID);
    }
    submit(h, commands);
    assert_int_equal(first_word(h, &f.destination), POISON);
    vkscan_binding_destroy(binding);
    vkscan_binding_destroy(quiet);
    close_fixture(h, &f);
}

/* ---- capacity 0 ---- */

static void run_nothing(struct harness *h, const struct fixture *f, const uint32_t *seed)
{
    vkscan_binding *binding = bind(f, &f->good);

    poison(h, &f->destination);
    VkCommandBuffer commands = gpu_begin(&h->gpu);
    assert_int_equal(vkscan_cmd_run(binding, commands, 0, seed), VK_SUCCESS);
    harness_assert_error(h, vkscan_cmd_run(binding, commands, 1, seed), INVALID, "capacity of 0");
    submit(h, commands);
    vkscan_binding_destroy(binding);
}

static void a_reduction_of_capacity_0_needs_no_source(void **state)
{
    const uint32_t seed = 42;
    struct harness *h = *state;
    struct fixture f = open_fixture(h, VKSCAN_PRIMITIVE_REDUCE, 0);

    f.good.source = (vkscan_buffer){0};
    run_nothing(h, &f, NULL);
    assert_int_equal(first_word(h, &f.destination), 0);
    run_nothing(h, &f, &seed);
    assert_int_equal(first_word(h, &f.destination), seed);
    close_fixture(h, &f);
}

static void a_scan_of_capacity_0_needs_neither_source_nor_destination(void **state)
{
    const uint32_t seed = 42;
    struct harness *h = *state;

    for (vkscan_primitive primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
         primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; primitive++) {
        struct fixture f = open_fixture(h, primitive, 0);
        run_nothing(h, &f, &seed);
        assert_int_equal(first_word(h, &f.destination), POISON);
        f.good.source = f.good.destination = (vkscan_buffer){0};
        run_nothing(h, &f, NULL);
        close_fixture(h, &f);
    }
}

static void capacity_0_still_needs_scratch_and_a_reduction_its_destination(void **state)
{
    struct harness *h = *state;

    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
         primitive++) {
        struct fixture f = open_fixture(h, primitive, 0);
        vkscan_binding_params params = {.scratch = f.good.scratch};
        if (primitive == VKSCAN_PRIMITIVE_REDUCE)
            assert_no_binding(h, &f, &params, INVALID, "destination.buffer is NULL");
        params = f.good;
        params.scratch = (vkscan_buffer){0};
        assert_no_binding(h, &f, &params, INVALID, "scratch.buffer is NULL");
        close_fixture(h, &f);
    }
}

int main(void)
{
    const struct CMUnitTest binding_errors[] = {
        HARNESS_TEST(null_arguments_of_bindings_are_refused),
        HARNESS_TEST(bad_ranges_are_named),
        HARNESS_TEST(a_byte_too_little_is_named),
        HARNESS_TEST(a_byte_beyond_the_end_is_named),
        HARNESS_TEST(usages_with_storage_are_accepted),
        HARNESS_TEST(scratch_must_be_aligned),
        HARNESS_TEST(scratch_is_aligned_to_vectors_and_descriptors),
        HARNESS_TEST(ranges_beyond_a_descriptor_are_refused),
        HARNESS_TEST(bad_operands_are_named),
        HARNESS_TEST(operands_must_be_there_and_in_one_buffer),
        HARNESS_TEST(operands_may_lie_in_the_source),
        HARNESS_TEST(a_seed_is_the_hosts_or_the_buffers),
        HARNESS_TEST(a_scan_must_not_overlap_its_source_in_part),
        HARNESS_TEST(a_scan_may_run_in_place_or_next_to_its_source),
        HARNESS_TEST(a_reduction_must_not_overlap_its_source),
        HARNESS_TEST(scratch_must_not_overlap),
        HARNESS_TEST(bad_runs_are_refused),
        HARNESS_TEST(a_reduction_of_capacity_0_needs_no_source),
        HARNESS_TEST(a_scan_of_capacity_0_needs_neither_source_nor_destination),
        HARNESS_TEST(capacity_0_still_needs_scratch_and_a_reduction_its_destination),
    };
    return HARNESS_MAIN(binding_errors);
}
