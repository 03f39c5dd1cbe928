/* SPDX-License-Identifier: MIT */
#include "tuning.h"

#include "interface.h"

/* The first row that matches; the last one matches all. docs/performance.md has the sweeps. */
static const struct tuning
    rows[] =
        {
            {
                .vendor_id = 0x10de, /* NVIDIA: measured on H200 */
                .multiprocessors = 16,
                .looks = 128,
                .layout =
                    {
                        [LAYOUT_TILE] = {{{512, 2}},
                                         {{512, 1}, {1, (1 << 11) + 1}},
                                         {{1024, 1}, {(1 << 11) + 1, (1 << 12) + 1}},
                                         {{1024, 2}, {(1 << 12) + 1, (1 << 13) + 1}}},
                        [LAYOUT_LOOKBACK] = {{{512, 1, 4}, {(1 << 13) + 1, 1 << 18}},
                                             {{512, 2, 4}, {1 << 18, 1 << 19}},
                                             {{512, 4, 2}, {1 << 19, 1 << 21}},
                                             {{512, 8, 4}, {1 << 21, 1 << 23}}},
                        [LAYOUT_LOOKAHEAD] = {{{512, 4, 2}, {1 << 23, TUNING_NO_END}},
                                              {{512, 5, 2}, {1 << 24, TUNING_NO_END}}},
                        [LAYOUT_SINGLE] = {{{512, 4, 2}, {(1 << 13) + 1, TUNING_NO_END}},
                                           {{512, 8, 2}, {1 << 20, TUNING_NO_END}}},
                        [LAYOUT_STEP] = {{{256, 1}}},
                        [LAYOUT_HALVES] = {{{256, 2}}},
                        [LAYOUT_DOUBLED] = {{{256, 1}}},
                        [LAYOUT_BLOCK] = {{{128, 2}}},
                        [LAYOUT_COARSE] = {{{128, 8}}},
                        [LAYOUT_CHAIN] = {{{1024, 8}}},
                        [LAYOUT_SEGMENTS] = {{{128, 4}}},
                    },
            },
            {
                .vendor_id = 0,
                .multiprocessors = 16,
                .looks = 64,
                .layout =
                    {
                        [LAYOUT_TILE] = {{{256, 4}}},
                        [LAYOUT_LOOKBACK] = {{{256, 4, 2}, {0, 0}}}, /* never */
                        [LAYOUT_LOOKAHEAD] = {{{256, 4, 2}, {0, 0}}},
                        [LAYOUT_SINGLE] = {{{256, 4, 4}, {0, 0}}},
                        [LAYOUT_STEP] = {{{256, 1}}},
                        [LAYOUT_HALVES] = {{{256, 2}}},
                        [LAYOUT_DOUBLED] = {{{256, 1}}},
                        [LAYOUT_BLOCK] = {{{256, 2}}},
                        [LAYOUT_COARSE] = {{{256, 8}}},
                        [LAYOUT_CHAIN] = {{{1024, 8}}},
                        [LAYOUT_SEGMENTS] = {{{256, 8}}},
                    },
            },
};

static const struct layout_facts layouts[] = {
    [LAYOUT_TILE] = {"tile", 1, 16, .vectors = true, .subgroups = true, .buffered = 1},
    [LAYOUT_LOOKBACK] = {"lookback", 1, 16, .persistent = true, .vectors = true, .subgroups = true,
                         .buffered = 2, .shared = 6},
    [LAYOUT_LOOKAHEAD] = {"lookahead", 1, 16, .persistent = true, .vectors = true,
                          .subgroups = true, .buffered = 3, .shared = 8},
    [LAYOUT_SINGLE] = {"single", 1, 16, .persistent = true, .vectors = true, .subgroups = true,
                       .buffered = 1, .shared = 2},
    [LAYOUT_STEP] = {"step", 1, 1},
    [LAYOUT_HALVES] = {"halves", 2, 2, .subgroups = true, .buffered = 1},
    [LAYOUT_DOUBLED] = {"doubled", 1, 1, .buffered = 2},
    [LAYOUT_BLOCK] = {"block", 2, 2, .block = true},
    [LAYOUT_COARSE] = {"coarse", 1, 8, .block = true},
    [LAYOUT_CHAIN] = {"chain", 2, 8, .block = true, .shared = 3},
    [LAYOUT_SEGMENTS] = {"segments", 1, 8, .block = true, .buffered = 2},
};

const struct layout_facts *vks_tuning_layout(enum layout layout)
{
    return &layouts[layout];
}

uint32_t vks_tuning_tile_size(const struct shape *shape, enum layout layout, uint32_t element_size)
{
    const uint32_t items = shape->workgroup_size * shape->items;

    return layouts[layout].vectors ? items * (VECTOR_BYTES / element_size) : items;
}

uint32_t vks_tuning_shared_memory(const struct shape *shape, enum layout layout, uint32_t banks,
                                  uint32_t element_size)
{
    const uint32_t last = shape->workgroup_size * shape->items - 1;
    const uint32_t block = layouts[layout].block ? PAD(last, banks) + 1 : 0;

    return (block + layouts[layout].buffered * shape->workgroup_size + layouts[layout].shared) *
           element_size;
}

static uint32_t largest_workgroup(const struct caps *caps, enum layout layout)
{
    uint32_t limit = caps->max_workgroup_size;

    if (layout == LAYOUT_BLOCK) {
        /* Longer strides than BANKS fold onto the same banks again, so padding stops helping. */
        const uint32_t conflict_free = TUNING_BANKS * TUNING_BANKS / 2;
        return limit < conflict_free ? limit : conflict_free;
    }
    if (layouts[layout].subgroups && caps->capabilities & VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL) {
        const uint32_t full = caps->subgroup_size * caps->max_subgroups;
        return limit < full ? limit : full;
    }
    return limit;
}

const struct tuning *vks_tuning_row(uint32_t index)
{
    return index < sizeof(rows) / sizeof(rows[0]) ? &rows[index] : NULL;
}

const struct tuning *vks_tuning_find(const struct caps *caps)
{
    const struct tuning *row = rows;

    if (caps->tuning)
        return caps->tuning;
    while (row->vendor_id && row->vendor_id != caps->vendor_id)
        row++;
    return row;
}

uint64_t vks_tuning_workgroups(const struct caps *caps, const struct shape *shape)
{
    const uint64_t multiprocessors =
        caps->multiprocessors ? caps->multiprocessors : vks_tuning_find(caps)->multiprocessors;
    const uint64_t wanted = shape->workgroups ? shape->workgroups * multiprocessors : UINT64_MAX;

    return wanted < caps->max_workgroup_count ? wanted : caps->max_workgroup_count;
}

uint32_t vks_tuning_looks(const struct caps *caps)
{
    return vks_tuning_find(caps)->looks;
}

bool vks_tuning_fits(const struct caps *caps, const struct shape *shape, enum layout layout,
                     uint32_t element_size)
{
    return shape->workgroup_size <= largest_workgroup(caps, layout) &&
           vks_tuning_shared_memory(shape, layout, TUNING_BANKS, element_size) <=
               caps->shared_memory;
}

const struct shape *vks_tuning_shape(const struct caps *caps, enum layout layout)
{
    return &vks_tuning_find(caps)->layout[layout][0].shape;
}

const struct shape *vks_tuning_shape_at(const struct caps *caps, enum layout layout,
                                        uint64_t capacity)
{
    const struct tuned *tuned = vks_tuning_find(caps)->layout[layout];

    for (uint32_t i = TUNING_SHAPES; i-- > 0;)
        if (capacity >= tuned[i].range.from && capacity < tuned[i].range.to)
            return &tuned[i].shape;
    return layouts[layout].persistent ? NULL : &tuned[0].shape;
}

struct shape vks_tuning_cut(const struct caps *caps, const struct shape *shape, enum layout layout,
                            uint32_t element_size)
{
    struct shape cut = *shape;

    while (!vks_tuning_fits(caps, &cut, layout, element_size))
        cut.workgroup_size /= 2;
    return cut;
}
