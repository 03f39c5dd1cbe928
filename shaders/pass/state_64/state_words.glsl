// SPDX-License-Identifier: MIT
// Tile states of 64-bit words: each word of an element is the lower half of one, with epoch and
// kind above. A state is valid if all its words are of this epoch and of one kind. A kernel that
// publishes no prefixes defines NO_PREFIXES.
#ifndef STATE_64_WORDS_GLSL
#define STATE_64_WORDS_GLSL

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

#if ELEMENT_WORDS > 1 && !defined(NO_PREFIXES)

// Each word only grows within an epoch, from aggregate to prefix, so a late owner never replaces a
// prefix in part. If a workgroup stops between the words of a prefix, with KEEPS_AGGREGATES a
// fallback makes them the aggregate's again. In place the tile may have been overwritten by then, so
// its owner keeps the aggregate behind the state, too. Without KEEPS_AGGREGATES, readers wait for
// the rest of the prefix.
#define PREFIXES_COME_BY_WORDS

layout(constant_id = SPEC_KEEPS_AGGREGATES) const bool KEEPS_AGGREGATES = false;

void publish(uint tile, uint epoch, uint kind, T value)
{
    const W words = TO_WORDS(value);
    const uint first = tile_state_at(tile);
    FOR_EACH_WORD(k) {
        const uint64_t word = tile_state_pack(epoch, kind, WORD(words, k));
        atomicMax(tile_states.words[first + k], word);
        if (KEEPS_AGGREGATES && kind == AGGREGATE)
            atomicStore(tile_states.words[first + ELEMENT_WORDS + k], word, RELAXED);
    }
}

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

void publish(uint tile, uint epoch, uint kind, T value)
{
    const W words = TO_WORDS(value);
#if ELEMENT_WORDS == 1
    atomicStore(tile_states.words[tile_state_at(tile)], tile_state_pack(epoch, kind, words),
                RELAXED);
#else
    const uint first = tile_state_at(tile);
    FOR_EACH_WORD(k) {
        const uint64_t word = tile_state_pack(epoch, kind, WORD(words, k));
        atomicMax(tile_states.words[first + k], word);
    }
#endif
}

// Replaces a word that is still `before`, unless that is valid; returns whether it was replaced.
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

#endif
