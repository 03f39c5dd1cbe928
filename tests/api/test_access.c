/* SPDX-License-Identifier: MIT */
/* Runs without a binding: by push descriptors and by device addresses. */
#include <string.h>

#include "ports.h"
#include "refusals.h"
#include "port_buffers.h"

static bool has(const struct harness *h, vkscan_access access)
{
    return !(vks_access(access)->needs & ~h->context->caps.capabilities);
}

/* ---- a plan and its buffers ---- */

struct fixture {
    struct memory source, destination;
    struct ports ports;
};

static struct fixture open_fixture(struct harness *h, vkscan_access access)
{
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                       .access = access,
                                       .capacity = 1000};
    struct fixture f = {memory_open(h, 4, 4000), memory_open(h, 12, 4000), .ports = {0}};

    f.ports = ports_open(h, harness_plan(h->context, params),
                         (struct port_buffers){.source = memory_range(&f.source),
                                               .destination = memory_range(&f.destination)});
    return f;
}

static void close_fixture(struct harness *h, struct fixture *f)
{
    ports_close(h, &f->ports);
    memory_close(h, &f->source);
    memory_close(h, &f->destination);
}

/* ---- bindings, and buffers that are no more than they must be ---- */

static void assert_counts_up(struct harness *h, struct fixture *f)
{
    uint8_t found;

    for (uint32_t i = 0; i < 1000; i++)
        memcpy(memory_after(&f->destination) + 4 * i, &(uint32_t){i + 1}, 4);
    assert_int_equal(memory_compare(h, &f->destination, &found), f->destination.buffer.size);
}

/* No address where descriptors are used, no handle where addresses are; none aligned to more than
 * its element. By a binding and, unless access is by sets, without one. */
static void run_fixture(struct harness *h, struct fixture *f, vkscan_access access)
{
    struct port_buffers *least = &f->ports.buffers;
    vkscan_buffer *const buffers[] = {&least->source, &least->destination, &least->scratch};
    struct ports bound = f->ports;

    for (size_t i = 0; i < COUNT_OF(buffers); i++) {
        buffers[i]->usage = vks_access(access)->usage;
        if (access == VKSCAN_ACCESS_ADDRESSES)
            buffers[i]->buffer = VK_NULL_HANDLE;
        else
            buffers[i]->address = 0;
    }
    for (uint32_t i = 0; i < 1000; i++)
        memory_set_word(&f->source, i, 1);
    memory_upload(h, &f->source);
    memory_upload(h, &f->destination);
    assert_int_equal(port_buffers_bind(f->ports.plan, least, &bound.binding), VK_SUCCESS);
    ports_run(h, &bound, 1000, NULL);
    vkscan_binding_destroy(bound.binding);
    assert_counts_up(h, f);
    memory_upload(h, &f->destination);
    ports_run(h, &f->ports, 1000, NULL);
    assert_counts_up(h, f);
}

TEST(bindings_and_runs_take_the_least_of_buffers)
{
    for (vkscan_access access = 0; vks_access(access); access++) {
        if (!has(h, access))
            continue;
        struct fixture f = open_fixture(h, access);
        run_fixture(h, &f, access);
        close_fixture(h, &f);
    }
}

/* The larger of 16 bytes, for vectors, and minStorageBufferOffsetAlignment, which is no matter of
 * addresses. */
TEST(scratch_is_as_each_access_needs_it)
{
    static const uint32_t alignments[] = {1, 4, 16, 64, 256};
    uint32_t *alignment = &h->context->caps.range_alignment;
    const uint32_t own = *alignment;

    for (vkscan_access access = 0; vks_access(access); access++)
        for (size_t i = 0; has(h, access) && i < COUNT_OF(alignments); i++) {
            const bool addresses = access == VKSCAN_ACCESS_ADDRESSES;
            struct fixture f = open_fixture(h, access);
            *alignment = alignments[i];
            const vkscan_plan_info info = sized_plan_info(f.ports.plan);
            *alignment = own;
            assert_int_equal(info.scratch_usage, addresses
                                                     ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT
                                                     : VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
            assert_int_equal(info.scratch_alignment,
                             addresses || alignments[i] < 16 ? 16 : alignments[i]);
            close_fixture(h, &f);
        }
}

TEST(addresses_reach_beyond_a_descriptor)
{
    const uint64_t range = h->context->caps.max_range;

    if (!has(h, VKSCAN_ACCESS_ADDRESSES) || range > 1u << 28 || h->size == SIZE_SMALL)
        skip();
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                       .access = VKSCAN_ACCESS_ADDRESSES,
                                       .capacity = range / sizeof(uint32_t) + 70001};
    harness_check_once(h, harness_plan(h->context, params),
                       (struct placement){.source_offset = 1, .in_place = true}, params.capacity);
}

/* ---- errors ---- */

TEST(bad_addresses_are_refused)
{
    static const struct bad_buffers rows[] = {
        {{SET(source.address, 0)}, "source.address is 0"},
        {{SET(destination.offset, 2)}, "is not a multiple of 4"},
        {{ADD(scratch.address, 8)}, "is not a multiple of 16"},
        {{SET(source.address, UINT64_MAX - 7)}, "reach beyond 2^64"},
        {{SET(source.offset, UINT64_MAX - 3)}, "reach beyond 2^64"},
        {{SET(source.usage, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)},
         "lacks VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT"},
        {{LIKE(destination, source), ADD(destination.address, 4)},
         "source and destination overlap: in place"},
        {{LIKE(destination, source), ADD(destination.address, -4 * 999)},
         "source and destination overlap"},
        {{LIKE(scratch, source), SET(scratch.offset, 0), ADD(scratch.size, 256)},
         "scratch overlaps the source"},
    };

    if (!has(h, VKSCAN_ACCESS_ADDRESSES))
        skip();
    struct fixture f = open_fixture(h, VKSCAN_ACCESS_ADDRESSES);
    REFUSE_BUFFERS(h, f.ports.plan, &f.ports.buffers, rows);
    close_fixture(h, &f);
}

TEST(bad_buffers_of_push_descriptors_are_refused)
{
    static const struct bad_buffers rows[] = {
        {{SET(source.buffer, 0), SET(source.address, 4096)},
         "source.buffer is NULL: an address is for plans of"},
        {{SET(source.offset, 8192)}, "reach beyond the buffer"},
    };

    if (!has(h, VKSCAN_ACCESS_PUSH_DESCRIPTORS))
        skip();
    struct fixture f = open_fixture(h, VKSCAN_ACCESS_PUSH_DESCRIPTORS);
    REFUSE_BUFFERS(h, f.ports.plan, &f.ports.buffers, rows);
    close_fixture(h, &f);
}

TEST(runs_that_lack_something_are_refused)
{
    for (vkscan_access access = 0; vks_access(access); access++) {
        if (!has(h, access))
            continue;
        struct fixture f = open_fixture(h, access);
        const bool by_sets = access == VKSCAN_ACCESS_DESCRIPTOR_SETS;
        const vkscan_plan *plan = f.ports.plan;
        const struct {
            const vkscan_plan *plan;
            VkCommandBuffer commands;
            const struct port_buffers *buffers;
            uint64_t count;
            const char *part;
        } rows[] = {
            {NULL, NEVER_USED, &f.ports.buffers, 1, ""},
            {plan, NEVER_USED, NULL, 1, "buffers is NULL"},
            {plan, NULL, &f.ports.buffers, 1, by_sets ? "" : "command_buffer is NULL"},
            {plan, NEVER_USED, &f.ports.buffers, by_sets ? 1 : 1001,
             by_sets ? "a plan of descriptor sets runs with a binding" : "count 1001 is beyond"},
        };
        for (size_t i = 0; i < COUNT_OF(rows); i++)
            harness_assert_error(h,
                                 port_buffers_run(rows[i].plan, rows[i].commands, rows[i].buffers,
                                                  rows[i].count, NULL),
                                 INVALID, rows[i].part);
        close_fixture(h, &f);
    }
}

HARNESS_MAIN(access)
