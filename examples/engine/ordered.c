/* SPDX-License-Identifier: MIT */
#include "order.h"

#include <string.h>

struct entry {
    float depth;
    uint32_t index;
};

/* Bits of a float that is not negative order as it does. */
static uint32_t key(float depth)
{
    uint32_t bits;

    memcpy(&bits, &depth, sizeof(bits));
    return bits >> ORDER_FIRST_BIT;
}

static int compare(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    if (key(x->depth) != key(y->depth))
        return key(x->depth) > key(y->depth) ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

static bool is_order(const struct ordered *o, uint32_t number, const struct entry *entries,
                     uint32_t kept)
{
    if (number != kept) {
        fprintf(stderr, "%u are kept, not %u\n", number, kept);
        return false;
    }
    for (uint32_t i = 0; i < kept; i++)
        if (o->sorted_depths[i] != entries[i].depth || o->indices[i] != entries[i].index) {
            fprintf(stderr, "place %u of the order has %u at depth %f, not %u at %f\n", i,
                    o->indices[i], o->sorted_depths[i], entries[i].index, entries[i].depth);
            return false;
        }
    return true;
}

bool order_verify(const struct ordered *o, uint32_t count, uint32_t number)
{
    struct entry *entries = calloc(count + 1, sizeof(*entries));
    uint32_t kept = 0;

    if (!entries)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (o->depths[i] > 0)
            entries[kept++] = (struct entry){o->depths[i], i};
    qsort(entries, kept, sizeof(*entries), compare);
    const bool right = is_order(o, number, entries, kept);
    free(entries);
    return right;
}

struct ordered order_read_back(const struct order *o, VkCommandBuffer commands,
                               const struct buffer *staging, VkDeviceSize *used)
{
    return (struct ordered){.depths = gpu_read_back(commands, &o->depths, staging, used),
                            .sorted_depths =
                                gpu_read_back(commands, &o->sorted_depths, staging, used),
                            .indices = gpu_read_back(commands, &o->indices, staging, used)};
}
