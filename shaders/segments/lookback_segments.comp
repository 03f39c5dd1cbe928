// SPDX-License-Identifier: MIT
// Scans the segments of everything in one dispatch, like scan/lookback_scan, and as fast whatever
// their lengths: a segment may have one element, or cross all tiles.
#version 450
#extension GL_GOOGLE_include_directive : require

#define HEAD_PADDED
#define SCANS 1
#define RESET_OWN_WORDS
#include "tile/store.glsl"
#include "pass/tile_state.glsl"

T run_seed(); // port/operands.glsl
#define FIRST_PREFIX run_seed()
#include "segments/heads.glsl"
#include "tile/subgroup_tile.glsl"
#include "segments/lanes.glsl"
#include "segments/to_heads.glsl"
#include "hooks/publish.glsl"
#include "pass/tile_protocol.glsl"
#include "segments/seeds.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

// Publishes the aggregate of a loaded tile, this workgroup's own or by fallback a missing
// predecessor's. All workgroups that publish it in a run publish the same words of pass/state_32,
// which has its own for each kind, so that a fallback may store late what is there already.
void publish_tile(uint tile, uint epoch, partial aggregate, bool falls_back)
{
    bool is_missing = true;
    if (falls_back) {
        shared_fallbacks++;
        is_missing = tile_state_of(tile_state_load(tile), epoch).kind == INVALID;
        if (is_missing)
            atomicAdd(state.words[at(STATE_FALLBACKS)], 1);
    }
    if (is_missing)
        publish(tile, epoch, aggregate.begins ? PREFIX : AGGREGATE, aggregate.value);
}

// Returns the aggregate in subgroup 0.
T begin_loaded_tile(uint tile, uint epoch, partial slice, bool falls_back)
{
    partial aggregate = NOTHING;
    put_slot(slice);
    if (falls_back)
        device_barrier(); // the tile's elements are loaded before its state is
    barrier();
    if (gl_SubgroupID == 0) {
        aggregate = scan_slots();
        if (is_leader())
            publish_tile(tile, epoch, aggregate, falls_back);
    }
    if (falls_back)
        barrier(); // the slots have been read
    return aggregate.value;
}

// Returns what the segment of an element begins with, its own seed: of a head, or of the first
// element.
T head_start(uint element)
{
    const uint segment = segment_of_head(element);
    T start = identity();
    if (segment != NO_SEGMENT)
        start = seed_of(segment);
    return start;
}

// Returns what this subgroup's last head in a tile begins with, in all lanes; without heads the
// identity.
T last_start(uint tile, uint heads)
{
    const uint last = findMSB(heads), s = last / VECTOR; // this lane's
    uint lane = 0;
    [[unroll]] for (uint k = 0; k < STRIPES; k++) {
        const uvec4 lanes = subgroupBallot(stripe_heads(heads, k) != 0);
        lane = lanes == uvec4(0) ? lane : subgroupBallotFindMSB(lanes);
    }
    T start = identity();
    if (gl_SubgroupInvocationID == lane && heads != 0)
        start = head_start((tile * TILE_VECTORS + tile_vector(s)) * VECTOR + last % VECTOR);
    return VKS_SHUFFLE(start, lane);
}

// Returns the partial result of this subgroup's slice of a tile. What reduce_slice() returns begins
// with the identity and is never -0, so with a seed of -0 it is not, either.
partial seeded_slice(uint tile, uint heads, V vectors[STRIPES])
{
    partial slice = reduce_slice(tile, heads, vectors);
    if (HAS_SEEDS) {
        const T start = last_start(tile, heads);
        if (slice.begins)
            slice.value = combine(start, slice.value);
    }
    return slice;
}

// Sets what the heads of a stripe begin with. Without loops: see EACH_ITEM.
void segment_starts(uint tile, uint s, uint heads, out T_VECTOR starts)
{
    const uint first = (tile * TILE_VECTORS + tile_vector(s)) * VECTOR;
    set_items(segment_start(), starts);
#define START_ITEM(k)                                                                              \
    if (HAS_SEEDS && (heads >> (k) & 1) != 0)                                                      \
        starts[k] = head_start(first + (k));
    EACH_ITEM(START_ITEM)
#undef START_ITEM
}

// Replaces the run's seed, with which the first element begins, by that of its segment. The next
// barrier lies before its use.
void begin_first_segment()
{
    if (HAS_SEEDS && is_ticket_leader())
        seed_in_buffer = head_start(head());
}

// Replaces each item by the combination of those before it from its head on, and itself unless
// exclusive.
void scan_segments(T before, uint heads, T_VECTOR starts, inout T_VECTOR items)
{
    T after;
#define SCAN_ITEM(k)                                                                               \
    before = (heads >> (k) & 1) != 0 ? starts[k] : before;                                         \
    after = combine(before, items[k]);                                                             \
    items[k] = EXCLUSIVE != 0 ? before : after;                                                    \
    before = after;
    EACH_ITEM(SCAN_ITEM)
#undef SCAN_ITEM
}

// Scans one stripe of this subgroup's slice, and adds it to the prefix.
void scan_stripe(uint tile, uint s, uint heads, V vector, inout T prefix, out T_VECTOR items)
{
    T_VECTOR starts;
    segment_starts(tile, s, heads, starts);
    tile_elements(vector, tile, s, run_count(), items);
    const partial inclusive = subgroup_scan(partial_of(items, heads, starts));
    scan_segments(follow(prefix, before_lane(inclusive)), heads, starts, items);
    prefix = follow(prefix, last_of_lanes(inclusive));
}

// Stores stripe by stripe, which takes fewer registers than a tile's results.
void finish_tile(uint tile, uint heads, V vectors[STRIPES])
{
    const bool is_whole = !tile_has_ends(tile, run_count()) && output_has_vectors();
    T prefix = follow(shared_prefixes[0], slot_at(gl_SubgroupID));
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        T_VECTOR items;
        scan_stripe(tile, s, stripe_heads(heads, s), vectors[s], prefix, items);
        if (is_whole)
            tile_store_whole_stripe(tile, s, items);
        else
            tile_store_stripe(tile, s, run_count(), items);
    }
}

void main()
{
    uint tile;
    const uint epoch = begin_run(tile);
    begin_first_segment();
    int missing = -1; // predecessor whose tile state is missing
    while (tile != NO_TILE) {
        const bool falls_back = missing >= 0;
        const uint loading = falls_back ? uint(missing) : tile;
        V items[STRIPES];
        tile_load(loading, run_count(), items);
        const uint heads = tile_heads(loading);
        const T aggregate =
            begin_loaded_tile(loading, epoch, seeded_slice(loading, heads, items), falls_back);
        missing = -1;
        if (!falls_back) {
            if (tickets == 0)
                leave_run(epoch);
            missing = exchange_prefixes(tile, epoch, 0, aggregate);
            if (missing < 0) {
                finish_tile(tile, heads, items);
                tile = next_tile();
            }
        }
    }
    end_run(epoch);
}
