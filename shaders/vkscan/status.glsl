// SPDX-License-Identifier: MIT
// What is known of a tile, for all workgroups: nothing yet, its aggregate (the total of its
// elements), or its prefix (the total of everything up to its end). Flag and value are in the same
// word, so a reader that sees the flag sees the value, and relaxed accesses are enough.
//
// With 64-bit atomics a status is one word: value below; run and kind above. Without, the two
// halves of the aggregate and of the prefix have a 32-bit word each, half a value below and the run
// above; whoever writes one in a run writes the same bits, so halves of different values never mix.
// Words of earlier runs read as nothing.
#ifndef STATUS_GLSL
#define STATUS_GLSL

#include "vkscan/tickets.glsl"

const uint NOTHING = 0;
const uint AGGREGATE = 1;
const uint PREFIX = 2;

struct status {
    uint kind;
    T value; // undefined of NOTHING
};

#ifdef STATUS_64

#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

ALIASED layout(set = SET_TOTALS, binding = 0) coherent buffer Statuses {
    uint64_t words[];
} statuses;

const uint LAST_RUN = 0x3fffffff;

uint status_at(uint tile)
{
    return at(STATUS_TILE(tile)) / 2;
}

uint64_t status_pack(uint run, uint kind, T value)
{
    return packUint2x32(uvec2(to_bits(value), run << 2 | kind));
}

struct status_words {
    uint64_t word;
};

status_words status_load(uint tile)
{
    return status_words(atomicLoad(statuses.words[status_at(tile)], RELAXED));
}

status status_of(status_words words, uint run)
{
    const uvec2 halves = unpackUint2x32(words.word);
    return status(halves.y >> 2 == run ? halves.y & 3u : NOTHING, value_from_bits(halves.x));
}

void publish(uint tile, uint run, uint kind, T value)
{
    atomicStore(statuses.words[status_at(tile)], status_pack(run, kind, value), RELAXED);
}

// Whether it took the place of what was there before.
bool insert_aggregate(uint tile, uint run, status_words before, T value)
{
    return atomicCompSwap(statuses.words[status_at(tile)], before.word,
                          status_pack(run, AGGREGATE, value)) == before.word;
}

#else

const uint LAST_RUN = 0xffff;

uint status_half(uint run, uint half_bits)
{
    return run << 16 | half_bits;
}

// Two words of a status, from its first: of the aggregate 0, of the prefix 2.
uvec2 status_halves(uint tile, uint first)
{
    const uint word = at(STATUS_TILE(tile)) + first;
    return uvec2(atomicLoad(kept.words[word], RELAXED), atomicLoad(kept.words[word + 1], RELAXED));
}

bool status_complete(uvec2 halves, uint run)
{
    return halves.x >> 16 == run && halves.y >> 16 == run;
}

T status_value(uvec2 halves)
{
    return value_from_bits((halves.x & 0xffffu) | halves.y << 16);
}

struct status_words {
    uvec2 aggregate;
    uvec2 prefix;
};

status_words status_load(uint tile)
{
    const uvec2 prefix = status_halves(tile, 2);
    return status_words(status_halves(tile, 0), prefix);
}

status status_of(status_words words, uint run)
{
    const bool has_prefix = status_complete(words.prefix, run);
    const uint otherwise = status_complete(words.aggregate, run) ? AGGREGATE : NOTHING;
    return status(has_prefix ? PREFIX : otherwise,
                  status_value(has_prefix ? words.prefix : words.aggregate));
}

void publish(uint tile, uint run, uint kind, T value)
{
    const uint word = at(STATUS_TILE(tile)) + (kind == PREFIX ? 2 : 0);
    const uint bits = to_bits(value);
    atomicStore(kept.words[word], status_half(run, bits & 0xffffu), RELAXED);
    atomicStore(kept.words[word + 1], status_half(run, bits >> 16), RELAXED);
}

bool insert_half(uint word, uint run, uint before, uint half_bits)
{
    return before >> 16 != run &&
           atomicCompSwap(kept.words[word], before, status_half(run, half_bits)) == before;
}

// Each half by itself: one that is there already stays.
bool insert_aggregate(uint tile, uint run, status_words before, T value)
{
    const uint word = at(STATUS_TILE(tile));
    const uint bits = to_bits(value);
    const bool low = insert_half(word, run, before.aggregate.x, bits & 0xffffu);
    const bool high = insert_half(word + 1, run, before.aggregate.y, bits >> 16);
    return low || high;
}

#endif

#endif
