// SPDX-License-Identifier: MIT
// Reduces each row, in two dispatches. The first stores the rows that lie in a tile; and of those
// that cross its ends the tile's part, in scratch. The second, with JOINS, combines these parts.
// Neither waits for other workgroups, so all of it runs at the speed of a reduction.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "tile/input.glsl"
#include "tile/output.glsl"
#include "port/operands.glsl"
#include "segments/partial.glsl"
#include "segments/rows.glsl"

layout(constant_id = SPEC_JOINS) const uint JOINS = 0;

// The parts of tiles: of each the elements from its last head on, or all if it has none; and behind
// these of each the elements up to the end of a row that began in an earlier tile.
PORT(BINDING_AUXILIARY, 4) buffer Parts { uint words[]; } BOUND(Parts);

uint part_word(uint part)
{
    return ELEMENT_WORDS == 3 ? dispatch.auxiliary_offset + 3 * part
                              : (dispatch.auxiliary_offset + part) * ELEMENT_WORDS;
}

#define PART_WORD(word) AT(Parts, words, auxiliary, 4, word)

void store_part(uint part, T value)
{
    FOR_EACH_WORD(k)
        PART_WORD(part_word(part) + k) = WORD(TO_WORDS(value), k);
}

T load_part(uint part)
{
    return FROM_WORDS(EACH_WORD(PART_WORD, part_word(part), 1));
}

void store_row(uint row, T value)
{
    store_element(dispatch.output_offset + (ELEMENT_WORDS == 3 ? 3 * row : row), value);
}

// ---- tiles ----

uint heads_of_vector(uint vector, uint count)
{
    return heads_of_rows(vector);
}

// Stores the rows that end in a vector, given what lies before the vector in its tile.
void store_rows(uint tile, uint vector, partial before, T start, T_VECTOR items)
{
    const uint length = dispatch.parameter, first = vector * VECTOR;
    uint row = (first - head()) / length, within = (first - head()) % length;
#define END_ITEM(k)                                                                                \
    if (first + k == head())                                                                       \
        row = within = 0;                                                                          \
    if (within == 0)                                                                               \
        before = partial(start, true);                                                             \
    before.value = combine(before.value, items[k]);                                                \
    within++;                                                                                      \
    if (element_is_there(first + k, run_count()) &&                                                \
        (within == length || first + k + 1 == run_count())) {                                      \
        if (before.begins)                                                                         \
            store_row(row, before.value);                                                          \
        else                                                                                       \
            store_part(tile_count(run_count()) + tile, before.value);                              \
    }                                                                                              \
    if (within == length) {                                                                        \
        within = 0;                                                                                \
        row++;                                                                                     \
    }
    EACH_ITEM(END_ITEM)
#undef END_ITEM
}

void finish_tile(uint tile, uint heads, V vectors[STRIPES])
{
    const T start = segment_start();
    partial prefix = slot_at(gl_SubgroupID);
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        T_VECTOR items;
        tile_elements(vectors[s], tile, s, run_count(), items);
        const partial inclusive =
            subgroup_scan(partial_of(items, stripe_heads(heads, s), start));
        store_rows(tile, tile * TILE_VECTORS + tile_vector(s),
                   join(prefix, before_lane(inclusive)), start, items);
        prefix = join(prefix, last_of_lanes(inclusive));
    }
}

void reduce_tile(uint tile)
{
    V items[STRIPES];
    tile_load(tile, run_count(), items);
    const uint heads = tile_heads(tile, run_count());
    put_slot(reduce_slice(tile, heads, items));
    barrier();
    if (gl_SubgroupID == 0) {
        const partial aggregate = scan_slots();
        if (gl_SubgroupInvocationID == 0)
            store_part(tile, aggregate.value);
    }
    barrier();
    finish_tile(tile, heads, items);
    barrier(); // the slots have been read
}

// ---- rows that cross tiles ----

// Returns the tile of an element.
uint tile_of(uint element)
{
    return (head() + element) / TILE_SIZE;
}

uint last_tile_of(uint row)
{
    const uint count = run_count() - head(), length = dispatch.parameter;
    return tile_of((count - row * length > length ? (row + 1) * length : count) - 1);
}

// Returns the combination of every `stride`-th part of a row that ends in the tile `last`.
T join_parts(uint first, uint last, uint stride)
{
    T total = identity();
    for (uint tile = first; tile <= last; tile += stride)
        total = combine(total, load_part(tile < last ? tile : tile_count(run_count()) + tile));
    return total;
}

// A thread for each tile in which a row ends that began before.
void join_short_rows()
{
    const uint length = dispatch.parameter, stride = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint tile = 1 + gl_GlobalInvocationID.x; tile < tile_count(run_count()); tile += stride) {
        const uint row = (tile * TILE_SIZE - head()) / length;
        const uint first = tile_of(row * length);
        if (first < tile && last_tile_of(row) == tile)
            store_row(row, join_parts(first, tile, 1));
    }
}

// A workgroup for each row. Operators commute, so that threads take parts side by side.
void join_long_rows()
{
    const uint length = dispatch.parameter;
    const uint rows = divide_up(run_count() - head(), length);
    for (uint row = gl_WorkGroupID.x; row < rows; row += gl_NumWorkGroups.x) {
        const uint first = tile_of(row * length), last = last_tile_of(row);
        const T total = vks_workgroup_reduce(vks_subgroup_reduce(
            join_parts(first + gl_LocalInvocationID.x, last, WORKGROUP_SIZE)));
        if (first < last && gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0)
            store_row(row, total);
    }
}

void main()
{
    read_operands();
    if (JOINS == 0)
        for (uint tile = gl_WorkGroupID.x; tile < tile_count(run_count());
             tile += gl_NumWorkGroups.x)
            reduce_tile(tile);
    else if (dispatch.parameter / TILE_SIZE <= SEGMENT_TILES_OF_THREAD)
        join_short_rows();
    else
        join_long_rows();
}
