// SPDX-License-Identifier: MIT
// Stores the elements that are marked, or their indices; a partition also stores the others, behind
// all that are marked. A tile's elements begin at the number of those before the tile; the
// auxiliary buffer has these numbers, and the marks behind them (mark.glsl). With three ways the
// second group is behind all of the first, and its ranks in a tile are behind those of the first
// there. The ranks within a tile go through shared memory, so that neighbouring threads store
// neighbours; only elements that are stored are loaded.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "select/select.glsl"
#include "select/output.glsl"

layout(constant_id = SPEC_STORES) const uint STORES = STORES_VALUES;
const bool HAS_REST = (STORES & STORES_REST) != 0;
PORT(BINDING_AUXILIARY, 4) readonly buffer Marks { uint words[]; } BOUND(Marks);

#define MARK_WORD(word) AT(Marks, words, auxiliary, 4, dispatch.auxiliary_offset + (word))
#define NUMBERS (GROUPS * tiles_of(dispatch.count))

shared uint marks[MARK_WORDS];
shared uint kept_to[MARK_WORDS]; // marks of the tile up to the end of each word
shared uint places[TILE_SIZE];   // in the tile, by rank: of each group, then of the others

// ---- ranks ----

void load_marks(uint tile)
{
    const uint thread = gl_LocalInvocationID.x;
    if (thread < MARK_WORDS) {
        marks[thread] = MARK_WORD(SELECT_MARKS(NUMBERS) + tile * MARK_WORDS + thread);
        kept_to[thread] = bitCount(marks[thread]);
    }
    for (uint stride = 1; stride < MARK_WORDS; stride *= 2) {
        barrier();
        const bool adds = thread >= stride && thread < MARK_WORDS;
        const uint before = adds ? kept_to[thread - stride] : 0;
        barrier();
        if (adds)
            kept_to[thread] += before;
    }
    barrier();
}

// Returns how many elements of the tile are in groups up to and including `group`.
uint kept_of_group(uint group)
{
    return kept_to[(group + 1) * GROUP_WORDS - 1];
}

// Puts element i at its rank in a group, if it belongs there. Returns how many elements of the
// group are before it.
uint rank_in_group(uint group, uint i, inout bool found)
{
    const uint word = group * GROUP_WORDS + i / 32;
    const uint from_here = marks[word] >> i % 32;
    const uint rank = kept_to[word] - bitCount(from_here);
    found = found || (from_here & 1) != 0;
    if ((from_here & 1) != 0)
        places[rank] = i;
    return group > 0 ? rank - kept_of_group(group - 1) : rank;
}

// Ranks the tile's first `count` elements.
void rank_tile(uint count)
{
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * WORKGROUP_SIZE + gl_LocalInvocationID.x;
        bool found = false;
        uint before = 0;
        [[unroll]] for (uint g = 0; g < GROUPS; g++)
            before += rank_in_group(g, i, found);
        if (HAS_REST && !found && i < count)
            places[kept_of_group(GROUPS - 1) + i - before] = i;
    }
    barrier();
}

// ---- stores ----

// Returns the element of a rank, or its index.
uvec4 stored_of_rank(uint start, uint rank)
{
    const uint index = start + places[rank];
    return (STORES & STORES_INDICES) != 0 ? uvec4(index, 0, 0, 0) : load_words(index);
}

// Stores `count` narrow elements of the tile that begins at `start`, from rank `first` on, at places
// from `to` on, a word at a time.
void store_narrow_ranks(uint to, uint start, uint first, uint count)
{
    const uint begin = dispatch.output_offset + to, end = begin + count;
    if (count == 0)
        return;
    for (uint word = begin / UNITS_PER_WORD + gl_LocalInvocationID.x; word * UNITS_PER_WORD < end;
         word += WORKGROUP_SIZE) {
        const uint low = max(begin, word * UNITS_PER_WORD);
        const uint high = min(end, (word + 1) * UNITS_PER_WORD);
        uint value = 0;
        for (uint place = low; place < high; place++)
            value = bitfieldInsert(value, stored_of_rank(start, first + place - begin).x,
                                   int(UNIT_BITS * (place % UNITS_PER_WORD)), int(UNIT_BITS));
        store_part(word, value, low, high);
    }
}

// Stores elements of the tile likewise, of any type.
void store_ranks(uint to, uint start, uint first, uint count)
{
    if (IS_NARROW)
        store_narrow_ranks(to, start, first, count);
    else
        for (uint rank = gl_LocalInvocationID.x; rank < count; rank += WORKGROUP_SIZE)
            store_words(to + rank, stored_of_rank(start, first + rank));
}

void store_tile(uint tile, uint count, uint number)
{
    const uint start = tile * TILE_SIZE;
    const uint elements = min(count - start, TILE_SIZE);
    const uint tiles = tiles_of(dispatch.count);
    uint kept = 0, before = 0; // of the groups so far: in this tile, and in those before it
    load_marks(tile);
    rank_tile(elements);
    [[unroll]] for (uint g = 0; g < (HAS_REST ? GROUPS + 1 : GROUPS); g++) {
        uint to = number + start - before, end = elements; // of the rest, which comes last
        if (g < GROUPS) {
            to = MARK_WORD(g * tiles + tile);
            end = kept_of_group(g);
            before += to - (g > 0 ? MARK_WORD(g * tiles) : 0);
        }
        store_ranks(to, start, kept, end - kept);
        kept = end;
    }
    barrier(); // the places have been read
}

void store_numbers(uint number)
{
    const uint first = GROUPS == 2 ? MARK_WORD(tiles_of(dispatch.count)) : number;
    store_number(0, first);
    if (GROUPS == 2)
        store_number(1, number - first);
}

void main()
{
    if (HAS_COUNT)
        count_in_buffer = load_count();
    const uint count = run_count();
    const uint tiles = tiles_of(count);
    const uint number = MARK_WORD(NUMBERS); // of all groups
    if (gl_WorkGroupID.x == 0 && gl_LocalInvocationID.x == 0)
        store_numbers(number);
    for (uint tile = gl_WorkGroupID.x; tile < tiles && STORES != 0; tile += gl_NumWorkGroups.x)
        store_tile(tile, count, number);
}
