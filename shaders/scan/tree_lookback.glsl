// SPDX-License-Identifier: MIT
// Look-back over the one combine tree of all devices (docs/determinism.md): a tile's prefix is not
// made from the prefix of the tile before, but from totals of subtrees, none of which depends on
// how far other workgroups are.
//
// The states are four series, one behind the other in one array. Series 0 has the tiles'
// aggregates. LEAF_SIZE of them are a leaf of the tree above, and WORKGROUP_SIZE leaves are a tile
// there; series 2 has the aggregates of these upper tiles. Two trees suffice for 2^30 elements.
// Series 1 and 3 are of the leaves: the state of leaf e is the total of the largest subtree that
// ends with e and is a left child, of 1, 2, 4 ... leaves. So a leaf has a total on its left for
// each bit that is set in its number. Fenwick, "A New Data Structure for Cumulative Frequency
// Tables", 1994.
//
// The workgroup whose tile is the last of a leaf, or of an upper tile, publishes the total before
// it waits for the rest of its prefix: no state waits for a prefix, so tiles do not wait in a
// chain.
//
// If a state stays missing, the workgroup drops its tile for the tile that was to publish the
// state, and looks back from there. It publishes that tile's aggregate in the owner's place
// (tile_state.glsl), and then the totals that end with the tile.
#ifndef TREE_LOOKBACK_GLSL
#define TREE_LOOKBACK_GLSL

#include "tile/built_in.glsl"
#include "vkscan/subgroup.glsl"
#define RESET_OWN_WORDS
#define NO_PREFIXES
#include "pass/tile_state.glsl"
#include "pass/tile_protocol.glsl"

const uint SERIES = 4;
const uint LEAF_SIZE = STRIPES * VECTOR;
const uint SLOTS = WORKGROUP_SIZE / SERIES; // threads that gather a series: LEAF_SIZE or more

shared T shared_members[SERIES][SLOTS];
shared uint shared_missing[SERIES + 1]; // one a gathering: the next may have begun

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

// Returns how many members are combined to one of the next series.
uint width_of(uint series)
{
    return is_of_leaves(series) ? WORKGROUP_SIZE : LEAF_SIZE;
}

// Returns the number of tiles in a member.
uint span_of(uint series)
{
    return (is_of_leaves(series) ? LEAF_SIZE : 1) * (series / 2 > 0 ? TILE_SIZE : 1);
}

// Returns where the state is of the member that `tile` is in.
uint state_at(uint series, uint tile)
{
    uint at = tile / span_of(series);
    for (uint s = 0; s < series; s++)
        at += tile_count(run_count()) / span_of(s);
    return at;
}

// Returns the members of a series before `tile`, within its member of the next series.
uint members_before(uint series, uint tile)
{
    return tile / span_of(series) % width_of(series);
}

// ---- slots: the members before in series 0 and 2, subtrees of 1, 2, 4 ... leaves in 1 and 3 ----

// Returns whether the prefix of member `before` needs the state of a slot.
bool is_before(uint series, uint slot, uint before)
{
    return is_of_leaves(series) ? (before >> slot & 1) != 0 : slot < before;
}

// Returns the member whose state a slot has.
uint slot_member(uint series, uint slot, uint before)
{
    return is_of_leaves(series) ? (before & ~((2u << slot) - 1)) + (1u << slot) - 1 : slot;
}

// Returns how many subtrees on the left of leaf `before` are combined with it to the one that ends
// there.
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

// Returns the prefix of member `before` of a leaf, given the prefix of the leaf.
T follow_leaf(uint series, uint before, T prefix)
{
    for (uint v = 0; v < before / VECTOR; v++)
        prefix = combine(prefix, vector_total(series, v));
    for (uint k = before - before % VECTOR; k < before; k++)
        prefix = combine(prefix, shared_members[series][k]);
    return prefix;
}

// Returns the prefix of leaf `before` of a tile, given the prefix of the tile: the largest subtree
// is the first.
T follow_tree(uint series, uint before, T prefix)
{
    for (uint left = before; left != 0; left &= ~(1u << findMSB(left)))
        prefix = combine(prefix, shared_members[series][findMSB(left)]);
    return prefix;
}

// ---- look-back ----

// Keeps the aggregate of the tile in hand for the total of its leaf. The leader calls this.
void keep_aggregate(T aggregate)
{
    shared_members[0][LEAF_SIZE - 1] = aggregate;
}

// Publishes the total, ending with `tile`, of leaf `before` and the subtrees on its left, or of the
// whole upper tile. The leader calls this, with the parts of the total in shared memory.
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

#include "hooks/publish_total.glsl"

// Loads the states that threads want into their slots, with polls up to the spin limit. Returns the
// lowest tile that was to publish a missing state, or NO_TILE. The whole workgroup calls this.
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

// Looks back for a tile whose aggregate is published and kept. Returns the tile that has to be
// taken up before, or NO_TILE, with the exclusive prefix, seed included, in all threads. The whole
// workgroup calls this.
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

#include "hooks/look_back_tree.glsl"

#endif
