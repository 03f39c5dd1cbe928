// SPDX-License-Identifier: MIT
// Look-back over the one combine tree of all devices (docs/determinism.md): a tile's prefix is not
// that of the tile before, but a combination of totals of the tree, none of which depends on how far
// others are.
//
// States are of four series, one behind the other in one array. Series 0 are the tiles' aggregates,
// 1 the totals of their leaves, the LEAF_SIZE tiles that are a leaf of the tree above; 2 the
// aggregates of tiles of these, and 3 the totals of their leaves. That is all for 2^30 elements.
// The workgroup with the last member of a leaf, or of a tile, publishes its total, before it waits
// for further ones: no state waits for a prefix, and so no chain of tiles for each other.
//
// If a state stays missing, the workgroup drops its tile for the one that was to publish the state, and
// looks back from there: the tile's aggregate is published in its owner's place (missing_tile.glsl),
// and then what it is the last of.
#ifndef TREE_LOOKBACK_GLSL
#define TREE_LOOKBACK_GLSL

#include "detail/built_in.glsl"
#include "vkscan/subgroup.glsl"
#include "detail/missing_tile.glsl"
#include "detail/tile_run.glsl"

const uint SERIES = 4;
const uint LEAF_SIZE = STRIPES * VECTOR; // a tile has as many leaves as threads

shared T shared_members[SERIES][WORKGROUP_SIZE];
shared uint shared_missing;

// ---- series ----

bool is_of_leaves(uint series)
{
    return series % 2 != 0;
}

// Members that are combined to one of the next series.
uint width_of(uint series)
{
    return is_of_leaves(series) ? WORKGROUP_SIZE : LEAF_SIZE;
}

// Tiles that a member consists of.
uint span_of(uint series)
{
    return (is_of_leaves(series) ? LEAF_SIZE : 1) * (series / 2 > 0 ? TILE_SIZE : 1);
}

// Where its states begin.
uint series_begin(uint series)
{
    uint begin = 0;
    for (uint s = 0; s < series; s++)
        begin += tile_count(run_count()) / span_of(s);
    return begin;
}

// Members of a series before `tile`, in what is combined to one of the next.
uint members_before(uint series, uint tile)
{
    return tile / span_of(series) % width_of(series);
}

// ---- totals ----

T vector_total(uint series, uint vector)
{
    T total = shared_members[series][vector * VECTOR];
    for (uint k = 1; k < VECTOR; k++)
        total = combine(total, shared_members[series][vector * VECTOR + k]);
    return total;
}

T leaf_total(uint series)
{
    T total = vector_total(series, 0);
    for (uint v = 1; v < STRIPES; v++)
        total = combine(total, vector_total(series, v));
    return total;
}

// The prefix of member `count` of a leaf, from the leaf's own.
T follow_leaf(uint series, uint count, T prefix)
{
    for (uint v = 0; v < count / VECTOR; v++)
        prefix = combine(prefix, vector_total(series, v));
    for (uint k = count - count % VECTOR; k < count; k++)
        prefix = combine(prefix, shared_members[series][k]);
    return prefix;
}

// Leaves the totals of subtrees of the first `count` leaves, each in the place of its last leaf.
void combine_subtrees(uint series, uint count)
{
    for (uint stride = 1; 2 * stride <= count; stride *= 2) {
        const uint right = (2 * gl_LocalInvocationID.x + 2) * stride - 1;
        if (right < count)
            shared_members[series][right] =
                combine(shared_members[series][right - stride], shared_members[series][right]);
        barrier();
    }
}

// The prefix of leaf `count` of a tile, from the tile's own: that of the subtrees on its left.
T follow_tree(uint series, uint count, T prefix)
{
    for (uint stride = WORKGROUP_SIZE / 2; stride > 0; stride /= 2)
        if ((count & stride) != 0)
            prefix = combine(prefix, shared_members[series][(count & ~(2 * stride - 1)) + stride - 1]);
    return prefix;
}

// ---- look-back ----

// Loads the states of `count` members from `first` on, with polls up to the spin limit; the lowest
// tile that was to publish one that is missing is shared_missing.
void gather(uint series, uint first, uint count, uint epoch)
{
    const uint member = first + gl_LocalInvocationID.x;
    const uint state_index = series_begin(series) + member;
    const uint most = spin_limit();
    bool is_missing = gl_LocalInvocationID.x < count;

    for (uint polls = 0; polls < most && is_missing; polls++) {
        const tile_state found = tile_state_of(tile_state_load(state_index), epoch);
        if (found.kind != INVALID) {
            shared_members[series][gl_LocalInvocationID.x] = found.value;
            is_missing = false;
        }
    }
    if (is_missing)
        atomicMin(shared_missing, (member + 1) * span_of(series) - 1);
}

// By the whole workgroup, with the tile's aggregate published. Returns the tile that has to be taken
// up before, or NO_TILE, with the tile's exclusive prefix, seed included, in all threads.
uint look_back(uint tile, uint epoch, out T prefix)
{
    const uint end = tile_count(run_count()) > TILE_SIZE ? SERIES : 2;
    bool is_last = true; // of all that the series' present member consists of
    uint missing = NO_TILE;
    for (uint s = 0; s < end && missing == NO_TILE; s++) {
        const uint member = tile / span_of(s);
        const uint before = members_before(s, tile);
        is_last = is_last && before + 1 == width_of(s);
        gather(s, member - before, before + uint(is_last), epoch);
        barrier();
        missing = subgroupBroadcastFirst(shared_missing);
        if (missing == NO_TILE) {
            if (is_of_leaves(s))
                combine_subtrees(s, before + uint(is_last));
            if (is_last && is_leader())
                publish(series_begin(s + 1) + member / width_of(s), epoch, AGGREGATE,
                        is_of_leaves(s) ? combine(identity(), shared_members[s][WORKGROUP_SIZE - 1])
                                        : leaf_total(s));
        }
    }
    barrier(); // shared_missing has been read
    prefix = run_seed();
    for (uint s = end; s-- > 0 && missing == NO_TILE;) {
        const uint before = members_before(s, tile);
        prefix = is_of_leaves(s) ? follow_tree(s, before, prefix) : follow_leaf(s, before, prefix);
    }
    return missing;
}

#ifdef STALLED // by the tests alone
#include "stalled.glsl"
#endif

#endif
