// SPDX-License-Identifier: MIT
// Finds the best K elements of each row by levels, as top_k.comp does, in chunks of a subgroup or of
// some of its lanes. The elements of short rows are all sorted, in registers, or where K is no more
// than a lane has, a lane's are, and lanes keep the best; of the best one alone nothing is sorted. Of
// longer rows the candidates are sorted; where the list has no room for all, those that are better
// than its K-th take the places behind that in turns. Subgroups don't wait for each other: what they
// have in shared memory is their own.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "port/workgroup_size.glsl"
#include "element/element.glsl"

T seed()
{
    return identity(); // there is none
}

#include "top_k/level.glsl"
#include "tile/built_in.glsl"

layout(constant_id = SPEC_LIST_ITEMS) const uint LIST_ITEMS = 1; // elements per lane that are sorted

const bool IS_SHORT = LIST_ITEMS == ITEMS; // rows are sorted
const uint ROOM = CHUNK_THREADS * LIST_ITEMS;
const uint BEST_PLACES = CHUNKS * ROOM + CHUNKS * ROOM / TOP_K_BANKS;

// Returns the place of a chunk's element in shared memory, so that lanes with consecutive elements each
// store to other banks.
uint best_place(uint chunk, uint i)
{
    const uint place = chunk * ROOM + i;
    return place + place / TOP_K_BANKS;
}

#include "top_k/best.glsl"
#include "top_k/network.glsl"
#include "top_k/candidates.glsl"

uint workgroup_thread()
{
    return gl_SubgroupID * vks_lanes + gl_SubgroupInvocationID;
}

// Returns the number of this lane's chunk in the workgroup.
uint workgroup_chunk()
{
    return workgroup_thread() / CHUNK_THREADS;
}

// Returns this lane's number among those of its chunk.
uint chunk_lane()
{
    return workgroup_thread() % CHUNK_THREADS;
}

// A part of a row: its places from `first` to `end`, and the index behind the row's last element.
struct chunk_places {
    uint row, first, end, row_end;
};

// Returns the index of element k of a lane; NO_INDEX, if there is none.
uint index_of(chunk_places chunk, uint lane, uint k)
{
    const uint place = chunk.first + k * CHUNK_THREADS + lane;
    uint index = NO_INDEX;
    if (place < chunk.end)
        index = index_at(chunk.row, place);
    return index < chunk.row_end ? index : NO_INDEX;
}

element load_item(uint index)
{
    element item = LAST;
    if (index != NO_INDEX)
        item = load_element(index);
    return item;
}

// ---- candidates ----

// Loads the ranks of a chunk's elements. Returns those that there are, a bit each.
uint load_ranks(chunk_places chunk, out uvec2 ranks[ITEMS])
{
    uint indices[ITEMS];
    uint present = 0;
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        indices[k] = index_of(chunk, chunk_lane(), k);
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        ranks[k] = load_item(indices[k]).rank;
        present |= uint(indices[k] != NO_INDEX) << k;
    }
    return present;
}

// Takes the first of a lane's candidates.
element take_candidate(chunk_places chunk, uint lane, inout uint candidates)
{
    const uint k = findLSB(candidates);
    candidates &= candidates - 1;
    return load_element(index_of(chunk, lane, k));
}

// Takes as many of the subgroup's candidates as the list has room for.
void list_candidates(chunk_places chunk, inout uint candidates)
{
    const uint number = bitCount(candidates), up_to_own = subgroupInclusiveAdd(number);
    const uint all = min(subgroupShuffle(up_to_own, vks_lanes - 1), ROOM);
    for (uint i = up_to_own - number; candidates != 0 && i < ROOM; i++)
        put_best(best_place(workgroup_chunk(), i),
                 take_candidate(chunk, chunk_lane(), candidates));
    subgroupBarrier();
    [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++) {
        const uint i = chunk_lane() * LIST_ITEMS + k;
        list[k] = LAST;
        if (i < all)
            list[k] = get_best(best_place(workgroup_chunk(), i));
    }
}

// Returns those of the candidates that are better than the list's K-th element.
uint better_ones(chunk_places chunk, uvec2 ranks[ITEMS], uint candidates)
{
    const element kth = of_lane(list[(K - 1) % LIST_ITEMS], (K - 1) / LIST_ITEMS);
    uint better = 0;
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if ((candidates >> k & 1) != 0)
            better |= uint(is_better(element(ranks[k], index_of(chunk, chunk_lane(), k)), kth)) << k;
    return better;
}

// Takes candidates to the list's second half, which is behind the best K: each of the upper lanes
// its own; or if it has none those of a lower lane.
void add_candidates(chunk_places chunk, inout uint candidates)
{
    const uint lane = chunk_lane(), lower = CHUNK_THREADS / 2;
    const uint others = subgroupShuffleXor(candidates, lower);
    const bool takes_own = candidates != 0;
    uint left = takes_own ? candidates : others;
    if (lane >= lower)
        [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++) {
            list[k] = LAST;
            if (left != 0)
                list[k] = take_candidate(chunk, takes_own ? lane : lane - lower, left);
        }
    const uint others_left = subgroupShuffleXor(left, lower);
    if (lane >= lower && takes_own)
        candidates = left;
    if (lane < lower && others == 0)
        candidates = others_left;
}

// ---- chunks ----

// Loads a chunk's elements into the list.
void load_list(chunk_places chunk)
{
    uint indices[LIST_ITEMS];
    [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++)
        indices[k] = index_of(chunk, chunk_lane(), k);
    [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++)
        list[k] = load_item(indices[k]);
}

// Returns the best of a lane's elements of a chunk.
element best_of_lane(chunk_places chunk)
{
    uvec2 ranks[ITEMS];
    const uint present = load_ranks(chunk, ranks);
    element best = LAST;
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const element item = element(ranks[k], index_of(chunk, chunk_lane(), k));
        if ((present >> k & 1) != 0 && is_better(item, best))
            best = item;
    }
    return best;
}

bool is_any(bool value)
{
    return subgroupBallotBitCount(subgroupBallot(value)) > 0;
}

// Sorts a chunk of a short row, or the candidates of a chunk, so that the list begins with its best K
// elements.
void sort_chunk(chunk_places chunk)
{
    if (K == 1) {
        list[0] = best_of_lane(chunk);
        keep_best_of_lanes();
        return;
    }
    uvec2 ranks[ITEMS];
    uint candidates = 0;
    if (IS_SHORT)
        load_list(chunk);
    else {
        const uint present = load_ranks(chunk, ranks);
        candidates = candidates_of(ranks, present);
        list_candidates(chunk, candidates);
    }
    for (;;) {
        sort_list();
        if (is_any(candidates != 0))
            candidates = better_ones(chunk, ranks, candidates);
        if (!is_any(candidates != 0))
            break;
        add_candidates(chunk, candidates);
    }
}

// Puts the list's elements that are wanted into shared memory, and none behind them.
void put_wanted()
{
    const uint wanted = wanted_of_level();
    [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++) {
        const uint i = chunk_lane() * LIST_ITEMS + k;
        if (i >= wanted)
            list[k] = LAST;
        put_best(best_place(workgroup_chunk(), i), list[k]);
    }
    subgroupBarrier();
}

// Puts the list's elements in the order of their indices, each behind as many as have lower ones.
void order_by_index()
{
    uint places[LIST_ITEMS];
    [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++)
        places[k] = 0;
    for (uint i = 0; i < K; i++) {
        const uint index = best_index[best_place(workgroup_chunk(), i)];
        [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++)
            places[k] += uint(index < list[k].index);
    }
    subgroupBarrier();
    [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++)
        if (list[k].index != NO_INDEX)
            put_best(best_place(workgroup_chunk(), places[k]), list[k]);
    subgroupBarrier();
}

// Stores the best of the subgroup's chunks, which begin with number `first` of the workgroup's first.
void store_own(uint first, uint chunks)
{
    const uint side_by_side = vks_lanes / CHUNK_THREADS, own = gl_SubgroupID * side_by_side;
    const uint left = chunks - min(first + own, chunks);
    store_best(first + own, own, min(side_by_side, left), gl_SubgroupInvocationID, vks_lanes);
    subgroupBarrier();
}

void main()
{
    read_operands();
    const uint row_chunks = divide_up(dispatch.state_words, CHUNK_SIZE);
    const uint chunks = divide_up(dispatch.count, dispatch.parameter) * row_chunks;
    for (uint first = gl_WorkGroupID.x * CHUNKS; first < chunks;
         first += gl_NumWorkGroups.x * CHUNKS) {
        const uint number = first + workgroup_chunk();
        sort_chunk(chunk_places(number / row_chunks, number % row_chunks * CHUNK_SIZE,
                                number < chunks ? dispatch.state_words : 0,
                                row_end(number / row_chunks)));
        put_wanted();
        if (IS_LAST && (FLAGS & TOP_K_BY_INDEX) != 0)
            order_by_index();
        store_own(first, chunks);
    }
}
