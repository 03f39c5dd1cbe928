/* SPDX-License-Identifier: MIT */
#include "order.h"

#include <stdio.h>
#include <stdlib.h>

struct entry {
    float depth;
    uint32_t index;
};

static int compare(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    if (x->depth != y->depth)
        return x->depth > y->depth ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

static bool is_order(const struct entry *entries, uint32_t kept, const float *sorted,
                     const uint32_t *order, uint32_t number)
{
    if (number != kept) {
        fprintf(stderr, "%u are kept, not %u\n", number, kept);
        return false;
    }
    for (uint32_t i = 0; i < kept; i++)
        if (sorted[i] != entries[i].depth || order[i] != entries[i].index) {
            fprintf(stderr, "place %u of the order has %u at depth %f, not %u at %f\n", i, order[i],
                    sorted[i], entries[i].index, entries[i].depth);
            return false;
        }
    return true;
}

bool order_verify(const float *depths, uint32_t count, const float *sorted, const uint32_t *order,
                  uint32_t number)
{
    struct entry *entries = calloc(count, sizeof(*entries));
    uint32_t kept = 0;

    if (!entries)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (depths[i] > 0)
            entries[kept++] = (struct entry){depths[i], i};
    qsort(entries, kept, sizeof(*entries), compare);
    const bool right = is_order(entries, kept, sorted, order, number);
    free(entries);
    return right;
}
