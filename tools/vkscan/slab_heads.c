/* SPDX-License-Identifier: MIT */
#include "slab_heads.h"

#include <string.h>

#include "team.h"

#define SIZE_MOST 16 /* bytes of a flag or key */

static const char *datum(const struct slab_heads *heads, uint64_t at)
{
    return heads->data ? heads->data + at * heads->size : NULL;
}

/* Tells whether an element is a head, where `before` is the key of the one before. */
static bool is_head(const struct slab_heads *heads, uint64_t at, const char *before)
{
    static const char no_flag[SIZE_MOST];

    if (!heads->data)
        return (heads->first + at) % heads->length == 0;
    return memcmp(datum(heads, at), heads->keys ? before : no_flag, heads->size) != 0;
}

bool slab_heads_has(const struct slab_heads *heads, uint64_t at)
{
    return at == 0 ? heads->begin == heads->first : is_head(heads, at, datum(heads, at - 1));
}

uint64_t slab_heads_next(const struct slab_heads *heads, uint64_t first, uint64_t end)
{
    while (first < end && !slab_heads_has(heads, first))
        first++;
    return first;
}

uint64_t slab_heads_last(const struct slab_heads *heads, uint64_t first, uint64_t end)
{
    for (uint64_t at = end; at > first; at--)
        if (slab_heads_has(heads, at - 1))
            return at - 1;
    return end;
}

bool slab_heads_go_on(const struct slab_heads *heads)
{
    return heads->end > heads->first + heads->count;
}

/* Tells whether the slab's first element goes on a segment of the slab before. */
static bool continues(const struct slab_heads *heads)
{
    char before[SIZE_MOST] = {0};

    if (heads->keys)
        team->before((uint32_t)heads->size, heads->count ? datum(heads, heads->count - 1) : NULL,
                     before);
    return heads->first > 0 && heads->count > 0 && !is_head(heads, 0, before);
}

/* Replaces *end by the least, or the greatest, index that ranks on one side have. */
static void take_nearest(uint64_t own, vkscan_op op, uint64_t *end)
{
    const vkscan_plan_params plan = {.op = op,
                                     .out_type = VKSCAN_TYPE_U64,
                                     .flags = op == VKSCAN_OP_MIN ? VKSCAN_PLAN_REVERSE_BIT : 0};

    team->exscan(&plan, sizeof(own), NULL, NULL, &own, end);
}

void slab_heads_open(struct slab_heads *heads, const struct array *file)
{
    const uint64_t first = heads->first = file->first, count = heads->count = file->count;
    uint64_t begin = 0;

    heads->begin = first;
    heads->end = file->all;
    if (!team)
        return;
    heads->begin -= continues(heads);
    const uint64_t head = slab_heads_next(heads, 0, count), last = slab_heads_last(heads, 0, count);
    take_nearest(last < count ? first + last : 0, VKSCAN_OP_MAX, &begin);
    take_nearest(head < count ? first + head : file->all, VKSCAN_OP_MIN, &heads->end);
    if (heads->begin < first)
        heads->begin = begin;
}
