// SPDX-License-Identifier: MIT
// Look-back over the one combine tree of all devices (docs/determinism.md): a tile's prefix is not
// that of the tile before, but a combination of totals of the tree, none of which depends on how far
// others are.
//
// States are of four series, one behind the other in one array. Series 0 are the tiles' aggregates,
// of which LEAF_SIZE are a leaf of the tree above, and as many leaves as a workgroup has threads a
// tile; series 2 are the aggregates of these tiles. That is all for 2^30 elements. Series 1 and 3 are
// of their leaves: the state of leaf e is the total of the largest subtree that ends with e and is a
// left child, of 1, 2, 4 ... leaves. So the totals on the left of a leaf are as many as its number has
// bits. Fenwick, "A New Data Structure for Cumulative Frequency Tables", 1994.
//
// The workgroup whose tile is the last of a leaf, or of a tile, publishes its total before it waits
// for what else its prefix needs: no state waits for a prefix, and so no chain of tiles for each other.
//
// If a state stays missing, the workgroup drops its tile for the one that was to publish the state, and
// looks back from there: the tile's aggregate is published in its owner's place (missing_tile.glsl),
// and then the totals that end with it.
#ifndef TREE_LOOKBACK_GLSL
#define TREE_LOOKBACK_GLSL

#include "tile/built_in.glsl"
#include "vkscan/subgroup.glsl"
#include "pass/missing_tile.glsl"
#include "pass/tile_run.glsl"

const uint SERIES = 4;
const uint LEAF_SIZE = STRIPES * VECTOR;
const uint SLOTS = WORKGROUP_SIZE / SERIES; // threads that gather a series: LEAF_SIZE or more

shared T shared_members[SERIES][SLOTS];
shared uint shared_missing[SERIES + 1]; // of each gathering, as the next one may have begun

uint own_series()
{
    return gl_LocalInvocationID.x / SLOTS;
}

uint own_slot()
{
    return gl_LocalInvocationID.x % SLOTS;
}

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

// Tiles to a member.
uint span_of(uint series)
{
    return (is_of_leaves(series) ? LEAF_SIZE : 1) * (series / 2 > 0 ? TILE_SIZE : 1);
}

// Where the states of the member are that `tile` is in.
uint state_at(uint series, uint tile)
{
    uint at = tile / span_of(series);
    for (uint s = 0; s < series; s++)
        at += tile_count(run_count()) / span_of(s);
    return at;
}

// Members of a series before `tile`, in what is combined to one of the next.
uint members_before(uint series, uint tile)
{
    return tile / span_of(series) % width_of(series);
}

// ---- slots: of series 0 and 2 the members before, of 1 and 3 the subtrees of 1, 2, 4 ... leaves ----

bool is_before(uint series, uint slot, uint before)
{
    return is_of_leaves(series) ? (before >> slot & 1) != 0 : slot < before;
}

// The member whose state it is.
uint slot_member(uint series, uint slot, uint before)
{
    return is_of_leaves(series) ? (before & ~((2u << slot) - 1)) + (1u << slot) - 1 : slot;
}

// Subtrees on the left of leaf `before` that are combined with it to the one that ends there.
uint subtrees_joined(uint before)
{
    return findLSB(~before);
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

// The prefix of member `before` of a leaf, from the leaf's own.
T follow_leaf(uint series, uint before, T prefix)
{
    for (uint v = 0; v < before / VECTOR; v++)
        prefix = combine(prefix, vector_total(series, v));
    for (uint k = before - before % VECTOR; k < before; k++)
        prefix = combine(prefix, shared_members[series][k]);
    return prefix;
}

// The prefix of leaf `before` of a tile, from the tile's own: the largest subtree is the first.
T follow_tree(uint series, uint before, T prefix)
{
    for (uint left = before; left != 0; left &= ~(1u << findMSB(left)))
        prefix = combine(prefix, shared_members[series][findMSB(left)]);
    return prefix;
}

// ---- look-back ----

// By the leader: keeps the aggregate of the tile in hand for the total of its leaf.
void keep_aggregate(T aggregate)
{
    shared_members[0][LEAF_SIZE - 1] = aggregate;
}

// By the leader, with all in shared memory that the totals are made of which end with `tile`. Publishes
// that of leaf `before` and the subtrees on its left, or of the whole tile.
void publish_total(uint series, uint before, uint tile, uint epoch, T leaf)
{
    const bool is_tile = before + 1 == WORKGROUP_SIZE;
    T total = leaf;
    for (uint k = 0; k < subtrees_joined(before); k++)
        total = combine(shared_members[series][k], total);
    if (is_tile) {
        total = combine(identity(), total);
        if (series + 1 < SERIES)
            shared_members[series + 1][LEAF_SIZE - 1] = total;
    }
    publish(state_at(series + uint(is_tile), tile), epoch, AGGREGATE, total);
}

#ifdef STALLED // by the tests alone
#include "stalled_total.glsl"
#endif

// By the whole workgroup: loads the states of those slots that are wanted of their threads, with polls
// up to the spin limit. Returns the lowest tile that was to publish one that is missing, or NO_TILE.
uint gather(bool is_wanted, uint tile, uint epoch, uint turn)
{
    const uint series = own_series();
    const uint before = members_before(series, tile);
    const uint first = tile - tile % span_of(series) - before * span_of(series);
    const uint from = first + slot_member(series, own_slot(), before) * span_of(series);
    const uint state_index = is_wanted ? state_at(series, from) : 0;
    const uint most = spin_limit();

    for (uint polls = 0; polls < most && is_wanted; polls++) {
        const tile_state found = tile_state_of(tile_state_load(state_index), epoch);
        if (found.kind != INVALID) {
            shared_members[series][own_slot()] = found.value;
            is_wanted = false;
        }
    }
    if (is_wanted)
        atomicMin(shared_missing[turn], from + span_of(series) - 1);
    barrier();
    return subgroupBroadcastFirst(shared_missing[turn]);
}

// By the whole workgroup, with the tile's aggregate published and kept. Returns the tile that has to be
// taken up before, or NO_TILE, with the tile's exclusive prefix, seed included, in all threads.
uint look_back(uint tile, uint epoch, out T prefix)
{
    const uint end = tile_count(run_count()) > TILE_SIZE ? SERIES : 2;
    bool is_wanted = own_series() < end && is_before(own_series(), own_slot(),
                                                     members_before(own_series(), tile));
    bool is_last = members_before(0, tile) + 1 == LEAF_SIZE;
    uint missing = NO_TILE;
    T leaf = identity();
    for (uint s = 0; s < end && is_last && missing == NO_TILE; s++) {
        const uint before = members_before(s, tile);
        const bool is_first = is_wanted && own_series() == s &&
                              (!is_of_leaves(s) || own_slot() < subtrees_joined(before));
        missing = gather(is_first, tile, epoch, s);
        is_wanted = is_wanted && !is_first;
        is_last = before + 1 == width_of(s);
        if (missing == NO_TILE && is_leader()) {
            if (is_of_leaves(s))
                publish_total(s, before, tile, epoch, leaf);
            else
                leaf = leaf_total(s);
        }
    }
    if (missing == NO_TILE)
        missing = gather(is_wanted, tile, epoch, SERIES);
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
