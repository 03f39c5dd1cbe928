// SPDX-License-Identifier: MIT
// The state of a tile, for all workgroups: invalid, its aggregate (of its elements), or its
// inclusive prefix (of everything up to its end). Each word holds a part of the value and the
// epoch, so a reader that sees the epoch sees the value, and relaxed accesses suffice. Words of
// earlier epochs read as invalid.
//
// With 64-bit atomics, each word of an element is the lower half of a 64-bit word, with epoch and
// kind above. A state is valid if all its words are of this epoch and of one kind. If there are
// several, each only grows within an epoch, from aggregate to prefix, so a late owner never
// replaces a prefix in part. If a workgroup stops between the words of a prefix, with
// KEEPS_AGGREGATES a fallback makes them the aggregate's again. In place the tile may have been
// overwritten by then, so its owner keeps the aggregate behind the state, too. Without
// KEEPS_AGGREGATES, readers wait for the rest of the prefix.
//
// Without 64-bit atomics, aggregate and prefix have separate words, two for each word of an
// element: half of its bits below, the epoch above. All workgroups that write a word in an epoch
// write the same bits, so halves of different values never mix.
#ifndef TILE_STATE_GLSL
#define TILE_STATE_GLSL

#include "pass/tickets.glsl"

const uint INVALID = 0;
const uint AGGREGATE = 1;
const uint PREFIX = 2;

struct tile_state {
    uint kind;
    T value; // undefined if INVALID
};

#ifdef STATE_64

#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

ALIASED PORT(BINDING_AUXILIARY, 8) coherent buffer TileStates {
    uint64_t words[];
} BOUND(TileStates);
#define tile_states VIEW(TileStates, auxiliary)

const uint LAST_EPOCH = 0x3fffffff;

uint tile_state_at(uint tile)
{
    return at(TILE_STATE(tile, ELEMENT_WORDS)) / 2;
}

#if ELEMENT_WORDS > 1 && !defined(TREE_LOOKBACK_GLSL) // its states are never prefixes
#define MAY_KEEP_AGGREGATES
layout(constant_id = SPEC_KEEPS_AGGREGATES) const bool KEEPS_AGGREGATES = false;
#endif

uint64_t tile_state_pack(uint epoch, uint kind, uint word)
{
    return packUint2x32(uvec2(word, epoch << 2 | kind));
}

struct tile_state_words {
    uint64_t words[ELEMENT_WORDS];
};

tile_state_words tile_state_load(uint tile)
{
    tile_state_words loaded;
    FOR_EACH_WORD(k)
        loaded.words[k] = atomicLoad(tile_states.words[tile_state_at(tile) + k], RELAXED);
    return loaded;
}

tile_state tile_state_of(tile_state_words loaded, uint epoch)
{
    W words;
    const uint above = unpackUint2x32(loaded.words[0]).y;
    bool is_valid = above >> 2 == epoch;
    FOR_EACH_WORD(k) {
        const uvec2 halves = unpackUint2x32(loaded.words[k]);
        WORD(words, k) = halves.x;
        is_valid = is_valid && halves.y == above;
    }
    return tile_state(is_valid ? above & 3u : INVALID, FROM_WORDS(words));
}

void publish(uint tile, uint epoch, uint kind, T value)
{
    const W words = TO_WORDS(value);
#if ELEMENT_WORDS == 1
    atomicStore(tile_states.words[tile_state_at(tile)], tile_state_pack(epoch, kind, words), RELAXED);
#else
    const uint first = tile_state_at(tile);
    FOR_EACH_WORD(k) {
        const uint64_t word = tile_state_pack(epoch, kind, WORD(words, k));
        atomicMax(tile_states.words[first + k], word);
#ifdef MAY_KEEP_AGGREGATES
        if (KEEPS_AGGREGATES && kind == AGGREGATE)
            atomicStore(tile_states.words[first + ELEMENT_WORDS + k], word, RELAXED);
#endif
    }
#endif
}

#ifdef MAY_KEEP_AGGREGATES

// Replaces a word that is still `before`, unless that is valid; returns whether it was replaced.
// With KEEPS_AGGREGATES, only the aggregate's own words count as valid.
bool insert_word(uint word, uint64_t before, uint64_t after)
{
    const uint above = unpackUint2x32(after).y;
    const uint ignored = KEEPS_AGGREGATES ? 0 : 2; // bits: words of either kind stay
    bool inserted = false;
    if (unpackUint2x32(before).y >> ignored != above >> ignored) {
        if (KEEPS_AGGREGATES) {
            const uint64_t kept = atomicMax(tile_states.words[word + ELEMENT_WORDS], 0ul);
            if (unpackUint2x32(kept).y == above)
                after = kept; // the tile may have been overwritten before it was loaded
        }
        inserted = atomicCompSwap(tile_states.words[word], before, after) == before;
    }
    return inserted;
}

#else

bool insert_word(uint word, uint64_t before, uint64_t after)
{
    return unpackUint2x32(before).y >> 2 != unpackUint2x32(after).y >> 2 &&
           atomicCompSwap(tile_states.words[word], before, after) == before;
}

#endif

// Publishes those words of an aggregate that are still `before`. Words of this epoch stay, except
// with KEEPS_AGGREGATES those of an incomplete prefix. Returns whether any word was published.
bool insert_aggregate(uint tile, uint epoch, tile_state_words before, T value)
{
    const W words = TO_WORDS(value);
    const uint first = tile_state_at(tile);
    bool inserted = false;
    FOR_EACH_WORD(k)
        if (insert_word(first + k, before.words[k],
                        tile_state_pack(epoch, AGGREGATE, WORD(words, k))))
            inserted = true;
    return inserted;
}

#else

const uint LAST_EPOCH = 0xffff;
const uint PREFIX_HALVES = 2 * ELEMENT_WORDS; // behind those of the aggregate

uint load_half(uint word)
{
    return atomicLoad(state.words[word], RELAXED);
}

W pack_halves(uint epoch, W half_bits)
{
    return W(epoch << 16) | half_bits;
}

// The words of a value, each as two halves under the epoch.
struct halves {
    W low, high;
};

halves load_halves(uint word)
{
    const W low = EACH_WORD(load_half, word, 2);
    const W high = EACH_WORD(load_half, word + 1, 2);
    return halves(low, high);
}

bool are_valid(halves h, uint epoch)
{
    return h.low >> 16 == W(epoch) && h.high >> 16 == W(epoch);
}

T value_of(halves h)
{
    return FROM_WORDS((h.low & W(0xffffu)) | h.high << 16);
}

struct tile_state_words {
    halves aggregate, prefix;
};

// Loads the prefix first: where a prefix is not there yet, the aggregate counts.
tile_state_words tile_state_load(uint tile)
{
    const uint word = at(TILE_STATE(tile, ELEMENT_WORDS));
    const halves prefix = load_halves(word + PREFIX_HALVES);
    return tile_state_words(load_halves(word), prefix);
}

tile_state tile_state_of(tile_state_words words, uint epoch)
{
    const bool has_prefix = are_valid(words.prefix, epoch);
    const uint otherwise = are_valid(words.aggregate, epoch) ? AGGREGATE : INVALID;
    const halves h = halves(has_prefix ? words.prefix.low : words.aggregate.low,
                            has_prefix ? words.prefix.high : words.aggregate.high);
    return tile_state(has_prefix ? PREFIX : otherwise, value_of(h));
}

void publish(uint tile, uint epoch, uint kind, T value)
{
    const uint word = at(TILE_STATE(tile, ELEMENT_WORDS)) + (kind == PREFIX ? PREFIX_HALVES : 0);
    const W low = pack_halves(epoch, TO_WORDS(value) & W(0xffffu));
    const W high = pack_halves(epoch, TO_WORDS(value) >> 16);
    FOR_EACH_WORD(k) {
        atomicStore(state.words[word + 2 * k], WORD(low, k), RELAXED);
        atomicStore(state.words[word + 2 * k + 1], WORD(high, k), RELAXED);
    }
}

bool insert_half(uint word, uint epoch, uint before, uint half_bits)
{
    return before >> 16 != epoch &&
           atomicCompSwap(state.words[word], before, half_bits) == before;
}

// Publishes those halves of an aggregate whose words are still `before`; valid ones stay. Returns
// whether any half was published.
bool insert_aggregate(uint tile, uint epoch, tile_state_words before, T value)
{
    const uint word = at(TILE_STATE(tile, ELEMENT_WORDS));
    const W low = pack_halves(epoch, TO_WORDS(value) & W(0xffffu));
    const W high = pack_halves(epoch, TO_WORDS(value) >> 16);
    bool inserted = false;
    FOR_EACH_WORD(k) {
        const bool has_low = insert_half(word + 2 * k, epoch, WORD(before.aggregate.low, k),
                                         WORD(low, k));
        const bool has_high = insert_half(word + 2 * k + 1, epoch, WORD(before.aggregate.high, k),
                                          WORD(high, k));
        inserted = inserted || has_low || has_high;
    }
    return inserted;
}

#endif

#endif
