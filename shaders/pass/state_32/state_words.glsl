// SPDX-License-Identifier: MIT
// Tile states of 32-bit words, for look-back without 64-bit atomics. Aggregate and prefix have
// separate words, two for each word of an element: half of its bits below, the epoch above. All
// workgroups that write a word in an epoch write the same bits, so halves of different values never
// mix.
#ifndef STATE_32_WORDS_GLSL
#define STATE_32_WORDS_GLSL

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
