/* SPDX-License-Identifier: MIT */
/* Bad arguments of bindings and runs: each gives the right VkResult, a sentence that names it, and
 * no object; and what is not bad is taken. */
#include <vkscan/textbook.h>

#include "ports.h"
#include "refusals.h"
#include "port_buffers.h"

#include <inttypes.h>
#include <stdio.h>

#define CAPACITY 1000
#define SOURCE_SIZE (CAPACITY * sizeof(uint32_t))
#define BUFFER_SIZE 65536

/* A plan, and buffers with room to spare. */
struct fixture {
    vkscan_plan *plan;
    struct gpu_buffer source, destination, scratch;
    struct port_buffers good;
};

static struct fixture open_fixture_of(struct harness *h, vkscan_plan_params params)
{
    const bool reduce = params.primitive == VKSCAN_PRIMITIVE_REDUCE;
    const VkDeviceSize size = params.capacity * sizeof(uint32_t);
    struct fixture f = {.plan = harness_plan(h->context, params)};

    const vkscan_plan_info info = sized_plan_info(f.plan);
    assert_true(gpu_buffer_create(&h->gpu, BUFFER_SIZE, GPU_MEMORY_DEVICE, &f.source));
    assert_true(gpu_buffer_create(&h->gpu, BUFFER_SIZE, GPU_MEMORY_DEVICE, &f.destination));
    assert_true(gpu_buffer_create(&h->gpu, BUFFER_SIZE, GPU_MEMORY_DEVICE, &f.scratch));
    f.good = (struct port_buffers){
        .source = gpu_range(&f.source, 0, size),
        .destination = gpu_range(&f.destination, 0, reduce ? sizeof(uint32_t) : size),
        .scratch = gpu_range(&f.scratch, 0, info.scratch_size),
    };
    return f;
}

static struct fixture open_fixture(struct harness *h, vkscan_primitive primitive, uint64_t capacity)
{
    return open_fixture_of(h, (vkscan_plan_params){.primitive = primitive,
                                                   .type = VKSCAN_TYPE_U32,
                                                   .capacity = capacity});
}

static void close_fixture(struct harness *h, struct fixture *f)
{
    gpu_buffer_destroy(&h->gpu, &f->source);
    gpu_buffer_destroy(&h->gpu, &f->destination);
    gpu_buffer_destroy(&h->gpu, &f->scratch);
}

static void refuse_or_take(struct harness *h, const struct fixture *f,
                           const struct port_buffers *params, const char *part)
{
    if (part)
        refuse_buffers(h, f->plan, params, INVALID, part);
    else
        take_buffers(f->plan, params);
}

static vkscan_binding *bind(const struct fixture *f, const struct port_buffers *params)
{
    vkscan_binding *binding;

    assert_int_equal(port_buffers_bind(f->plan, params, &binding), VK_SUCCESS);
    return binding;
}

TEST(null_arguments_of_bindings_are_refused)
{
    struct fixture f = open_fixture(h, VKSCAN_PRIMITIVE_REDUCE, CAPACITY);
    vkscan_binding *binding = UNTOUCHED;

    assert_int_equal(port_buffers_bind(NULL, &f.good, &binding), INVALID);
    assert_null(binding);
    assert_int_equal(port_buffers_bind(NULL, NULL, NULL), INVALID);
    refuse_buffers(h, f.plan, NULL, INVALID, "buffers is NULL");
    harness_assert_error(h, port_buffers_bind(f.plan, &f.good, NULL), INVALID, "out is NULL");
    close_fixture(h, &f);
}

static const char *const names[] = {"source", "destination", "scratch"};

static vkscan_buffer *range(struct port_buffers *params, int role)
{
    vkscan_buffer *const ranges[] = {&params->source, &params->destination, &params->scratch};

    return ranges[role];
}

#define FOR_EACH_PRIMITIVE(p)                                                                      \
    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)

/* The end is that of the memory that the buffer requires: Vulkan does not tell its own size. */
static void check_end(struct harness *h, const struct fixture *f, int role)
{
    struct port_buffers params = f->good;
    vkscan_buffer *buffer = range(&params, role);
    VkMemoryRequirements memory;
    char part[128];

    vkGetBufferMemoryRequirements(h->gpu.device, buffer->buffer, &memory);
    buffer->offset = 256; /* a multiple of every alignment that Vulkan allows */
    buffer->size = memory.size - buffer->offset;
    take_buffers(f->plan, &params);
    buffer->size++;
    snprintf(part, sizeof(part),
             "%s.offset 256 and size %" PRIu64
             " reach beyond the buffer, which has at most %" PRIu64 " bytes",
             names[role], (uint64_t)buffer->size, (uint64_t)memory.size);
    refuse_buffers(h, f->plan, &params, INVALID, part);
}

/* Of each port: the changes are to the source, and behind that in the structure are the others. */
TEST(bad_ranges_are_named)
{
    static const struct {
        struct change change;
        const char *part; /* behind the name */
    } rows[] = {
        {SET(source.buffer, 0), ".buffer is NULL"},
        {SET(source.usage, VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT),
         ".usage 0x12 lacks VK_BUFFER_USAGE_STORAGE_BUFFER_BIT"},
        {SET(source.size, VK_WHOLE_SIZE), ".size is VK_WHOLE_SIZE"},
        {SET(source.size, 0), ".size of 0 bytes is too small"},
        {SET(source.offset, 1), ".offset 1 is not a multiple of "},
        {SET(source.offset, 258), ".offset 258 is not a multiple of "},
        {SET(source.size, 1 << 20), ".offset 0 and size 1048576 reach beyond the buffer"},
        {SET(source.size, VK_WHOLE_SIZE - 1),
         ".offset 0 and size 18446744073709551614 reach beyond the buffer"},
        {SET(source.offset, 1 << 20), ".offset 1048576 and size "},
        {SET(source.offset, UINT64_MAX - UINT8_MAX), ".offset 18446744073709551360 and size "},
    };

    FOR_EACH_PRIMITIVE(primitive)
    {
        struct fixture f = open_fixture(h, primitive, CAPACITY);
        take_buffers(f.plan, &f.good);
        for (int role = 0; role < 3; role++) {
            struct port_buffers params = f.good;
            const VkDeviceSize needed = range(&params, role)->size--;
            char part[128];
            snprintf(part, sizeof(part),
                     "%s.size of %" PRIu64 " bytes is too small: the plan needs %" PRIu64,
                     names[role], (uint64_t)needed - 1, (uint64_t)needed);
            refuse_buffers(h, f.plan, &params, INVALID, part);
            for (size_t i = 0; i < COUNT_OF(rows); i++) {
                struct change changes[3] = {rows[i].change};
                changes[0].at += (size_t)role * sizeof(vkscan_buffer);
                params = change_buffers(f.good, changes);
                snprintf(part, sizeof(part), "%s%s", names[role], rows[i].part);
                refuse_buffers(h, f.plan, &params, INVALID, part);
            }
            check_end(h, &f, role);
        }
        close_fixture(h, &f);
    }
}

/* And usages are taken that have storage. */
TEST(scratch_must_be_aligned)
{
    struct fixture f = open_fixture(h, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, CAPACITY);

    const vkscan_plan_info info = sized_plan_info(f.plan);
    for (VkDeviceSize step = 4; step < info.scratch_alignment; step *= 2) {
        char part[64];
        snprintf(part, sizeof(part), "scratch.offset %d is not a multiple of %d", (int)step,
                 (int)info.scratch_alignment);
        f.good.scratch.offset = step;
        refuse_buffers(h, f.plan, &f.good, INVALID, part);
    }
    f.good.scratch.offset = info.scratch_alignment;
    f.good.source.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    f.good.destination.usage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT;
    take_buffers(f.plan, &f.good);
    close_fixture(h, &f);
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
TEST(ranges_beyond_a_descriptor_are_refused)
{
    const uint64_t capacity = h->gpu.info.max_buffer_size / sizeof(uint32_t);
    const vkscan_plan_params textbook = {
        .type = VKSCAN_TYPE_U32, .algorithm = VKSCAN_ALGORITHM_TREE, .capacity = capacity};
    struct fixture f = open_fixture_of(h, textbook);
    VkBuffer buffer = make_unbound_buffer(h, h->gpu.info.max_buffer_size + 4096);

    f.good.source.buffer = buffer;
    f.good.source.offset = sizeof(uint32_t);
    if (h->gpu.properties.limits.minStorageBufferOffsetAlignment > sizeof(uint32_t))
        refuse_buffers(h, f.plan, &f.good, TOO_LARGE, "beyond maxStorageBufferRange");
    vkDestroyBuffer(h->gpu.device, buffer, NULL);
    close_fixture(h, &f);
}

/* Where the memory that a buffer requires tells. */
TEST(buffers_of_narrow_elements_reach_to_whole_words)
{
    struct fixture f = open_fixture_of(h, (vkscan_plan_params){.type = VKSCAN_TYPE_U8,
                                                               .out_type = VKSCAN_TYPE_U32,
                                                               .capacity = 1001});
    VkBuffer buffer = make_unbound_buffer(h, 1001);
    VkMemoryRequirements memory;

    f.good.source.buffer = buffer;
    f.good.source.size = 1001;
    vkGetBufferMemoryRequirements(h->gpu.device, buffer, &memory);
    if (memory.size < 1004)
        refuse_buffers(h, f.plan, &f.good, INVALID,
                       "source of 1001 bytes at offset 0 is accessed by words of 4 bytes");
    vkDestroyBuffer(h->gpu.device, buffer, NULL);
    close_fixture(h, &f);
}

/* ---- operands ---- */

#define OPERAND_FLAGS                                                                              \
    (VKSCAN_PLAN_COUNT_IN_BUFFER_BIT | VKSCAN_PLAN_SEED_IN_BUFFER_BIT |                            \
     VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT)

/* A scan with all operands, behind each other in the destination's buffer. */
static struct fixture open_operands(struct harness *h)
{
    struct fixture f =
        open_fixture_of(h, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                                .type = VKSCAN_TYPE_U32,
                                                .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                                .capacity = CAPACITY,
                                                .flags = OPERAND_FLAGS});

    f.good.count = gpu_range(&f.destination, 8192, 4);
    f.good.seed = gpu_range(&f.destination, 8196, 4);
    f.good.total = gpu_range(&f.destination, 8200, 4);
    return f;
}

/* What is only read may overlap what is only read, and a total may be the next run's seed. */
TEST(bad_operands_are_named)
{
    static const struct bad_buffers ports[] = {
        {{SET(count.buffer, 0)}, "count.buffer is NULL"},
        {{SET(total.buffer, 0)}, "total.buffer is NULL"},
        {{SET(seed.usage, VK_BUFFER_USAGE_INDEX_BUFFER_BIT)}, "seed.usage 0x40 lacks"},
        {{LIKE(seed, source)}, "count and seed are in two VkBuffers"},
        {{LIKE(total, scratch)}, "scratch overlaps the total"},
        {{LIKE(total, source), SET(total.offset, 16)}, "source and total overlap"},
        {{LIKE(total, seed)}, NULL},
        {{LIKE(number, total)},
         "number is given, but the plan has no VKSCAN_SELECT_OUTPUT_NUMBER_BIT, VKSCAN_HISTOGRAM"},
        {{LIKE(second_source, seed)},
         "second_source is given, but the plan has no operator of two"},
        {{LIKE(second_destination, seed)}, "a selection's indices go to VKSCAN_PORT_INDICES"},
    };
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
    const uint32_t seed = 1;

    if (!(h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        skip();
    struct fixture f = open_operands(h);
    vkscan_binding *binding = bind(&f, &f.good);
    refuse_run(h, binding, 5, &seed, "seed is not NULL, and the plan's seed is in a buffer");
    vkscan_binding_destroy(binding);
    REFUSE_BUFFERS(h, f.plan, &f.good, ports);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct port_buffers bad = f.good;
        bad.count = gpu_range(&f.destination, rows[i].offset, rows[i].size);
        bad.seed = gpu_range(&f.destination, rows[i].seed_offset, rows[i].seed_size);
        refuse_buffers(h, f.plan, &bad, INVALID, rows[i].part);
    }
    f.good.count = gpu_range(&f.source, 8, 8);
    f.good.seed = gpu_range(&f.source, 12, 4);
    f.good.total = gpu_range(&f.source, 8192, 4);
    take_buffers(f.plan, &f.good);
    f.good.destination = f.good.source; /* in place they would be overwritten */
    refuse_buffers(h, f.plan, &f.good, INVALID, "destination and count overlap");
    close_fixture(h, &f);
}

/* ---- overlaps ---- */

/* A scan may be in place, at the same offset; and each may be next to its source. */
TEST(sources_must_not_be_overlapped_in_part)
{
#define OVERLAP "source and destination overlap"
#define AFTER 256 + SOURCE_SIZE
    static const struct {
        VkDeviceSize source, destination; /* offsets in one buffer */
        const char *of_scans, *of_reductions;
    } rows[] = {
        {0, 4, OVERLAP, OVERLAP},
        {4, 0, OVERLAP, NULL},
        {0, 2000, OVERLAP, OVERLAP},
        {2000, 0, OVERLAP, NULL},
        {0, SOURCE_SIZE - 4, OVERLAP, OVERLAP},
        {SOURCE_SIZE - 4, 0, OVERLAP, NULL},
        {0, 0, NULL, OVERLAP},
        {4, 4, NULL, OVERLAP},
        {0, SOURCE_SIZE, NULL, NULL},
        {SOURCE_SIZE, 0, NULL, NULL},
        {256, 252, OVERLAP, NULL},
        {256, AFTER - 4, OVERLAP, OVERLAP},
        {256, AFTER, NULL, NULL},
    };
#undef AFTER
#undef OVERLAP

    FOR_EACH_PRIMITIVE(primitive)
    {
        struct fixture f = open_fixture(h, primitive, CAPACITY);
        f.good.destination.buffer = f.good.source.buffer;
        for (size_t i = 0; i < COUNT_OF(rows); i++) {
            f.good.source.offset = rows[i].source;
            f.good.destination.offset = rows[i].destination;
            refuse_or_take(h, &f, &f.good,
                           primitive == VKSCAN_PRIMITIVE_REDUCE ? rows[i].of_reductions
                                                                : rows[i].of_scans);
        }
        close_fixture(h, &f);
    }
}

/* Scratch starts at a multiple of its alignment, so it stays where it is and `other` moves. */
static void assert_apart_from_scratch(struct harness *h, const struct fixture *f, int other)
{
    const VkDeviceSize start = 8192;
    struct port_buffers params = f->good;
    vkscan_buffer *moved = range(&params, other);
    const VkDeviceSize offsets[] = {start, start + 4, start + params.scratch.size - 4,
                                    start + 4 - moved->size,
                                    /* and beside it */
                                    start + params.scratch.size, start - moved->size};
    char part[64];

    snprintf(part, sizeof(part), "scratch overlaps the %s", names[other]);
    params.scratch.offset = start;
    moved->buffer = params.scratch.buffer;
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        moved->offset = offsets[i];
        refuse_or_take(h, f, &params, i < 4 ? part : NULL);
    }
}

TEST(scratch_must_not_overlap)
{
    FOR_EACH_PRIMITIVE(primitive)
    {
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

static uint32_t first_word(struct harness *h, const struct gpu_buffer *buffer)
{
    uint32_t word;

    assert_true(gpu_download(&h->gpu, buffer, 0, &word, sizeof(word)));
    return word;
}

/* What cannot run records nothing. */
TEST(bad_runs_are_refused)
{
    static const uint64_t counts[] = {CAPACITY + 1, 1ull << 32, (1ull << 32) + 1, UINT64_MAX};
    struct fixture f = open_fixture(h, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, CAPACITY);
    vkscan_binding *binding = bind(&f, &f.good);

    assert_true(gpu_fill(&h->gpu, &f.destination, 0, BUFFER_SIZE, POISON));
    VkCommandBuffer commands = gpu_begin(&h->gpu);
    assert_int_equal(binding_run(NULL, commands, 1, NULL), INVALID);
    assert_int_equal(binding_run(NULL, VK_NULL_HANDLE, 1, NULL), INVALID);
    harness_assert_error(h, binding_run(binding, VK_NULL_HANDLE, 1, NULL), INVALID,
                         "command_buffer is NULL");
    harness_assert_error(h, vkscan_cmd_run(binding, commands, NULL), INVALID, "run is NULL");
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        char part[80];
        snprintf(part, sizeof(part), "count %" PRIu64 " is beyond the plan's capacity of %d",
                 counts[i], CAPACITY);
        harness_assert_error(h, binding_run(binding, commands, counts[i], NULL), INVALID, part);
    }
    submit(h, commands);
    assert_int_equal(first_word(h, &f.destination), POISON);
    vkscan_binding_destroy(binding);
    close_fixture(h, &f);
}

/* ---- capacity 0 ---- */

static void run_nothing(struct harness *h, const struct fixture *f, const uint32_t *seed)
{
    vkscan_binding *binding = bind(f, &f->good);

    assert_true(gpu_fill(&h->gpu, &f->destination, 0, BUFFER_SIZE, POISON));
    VkCommandBuffer commands = gpu_begin(&h->gpu);
    assert_int_equal(binding_run(binding, commands, 0, seed), VK_SUCCESS);
    harness_assert_error(h, binding_run(binding, commands, 1, seed), INVALID, "capacity of 0");
    submit(h, commands);
    vkscan_binding_destroy(binding);
}

/* A scan needs neither source nor destination, a reduction its destination, and all of them
 * scratch. */
TEST(capacity_0_needs_no_source)
{
    const uint32_t seed = 42;

    FOR_EACH_PRIMITIVE(primitive)
    {
        const bool reduce = primitive == VKSCAN_PRIMITIVE_REDUCE;
        struct fixture f = open_fixture(h, primitive, 0);
        run_nothing(h, &f, &seed);
        assert_int_equal(first_word(h, &f.destination), reduce ? seed : POISON);
        f.good.source = (vkscan_buffer){0};
        if (!reduce)
            f.good.destination = (vkscan_buffer){0};
        run_nothing(h, &f, NULL);
        assert_int_equal(first_word(h, &f.destination), reduce ? 0 : POISON);
        struct port_buffers params = f.good;
        params.destination = (vkscan_buffer){0};
        refuse_or_take(h, &f, &params, reduce ? "destination.buffer is NULL" : NULL);
        params = f.good;
        params.scratch = (vkscan_buffer){0};
        refuse_buffers(h, f.plan, &params, INVALID, "scratch.buffer is NULL");
        close_fixture(h, &f);
    }
}

HARNESS_MAIN(binding_errors)
