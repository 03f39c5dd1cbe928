/* SPDX-License-Identifier: MIT */
/* Unpacks modules that shaders/spirv.py packed, and refuses damaged ones. */
#include "vulkan_device.h"

#include <string.h>

#define SPIRV_MAGIC 0x07230203u
#define SPIRV_HEADER_WORDS 5

/* ---- DEFLATE, RFC 1951: what Python's zlib writes ---- */

#define MAX_BITS 15
#define LENGTH_SYMBOLS 288
#define DISTANCE_SYMBOLS 32
#define END_OF_BLOCK 256

struct input {
    const uint8_t *bytes;
    size_t size, at;
    uint32_t bits;
    unsigned bit_count;
    bool damaged;
};

struct output {
    uint8_t *bytes;
    size_t size, at;
};

/* A canonical Huffman code: the number of symbols of each length, and the symbols by length. */
struct code {
    uint16_t count[MAX_BITS + 1];
    uint16_t symbol[LENGTH_SYMBOLS];
};

static uint32_t read_bits(struct input *in, unsigned count)
{
    while (in->bit_count < count) {
        if (in->at == in->size) {
            in->damaged = true;
            return 0;
        }
        in->bits |= (uint32_t)in->bytes[in->at++] << in->bit_count;
        in->bit_count += 8;
    }
    const uint32_t value = in->bits & ((1u << count) - 1);
    in->bits >>= count;
    in->bit_count -= count;
    return value;
}

static void make_code(struct code *code, const uint8_t *lengths, unsigned symbols)
{
    uint16_t first[MAX_BITS + 1] = {0};

    memset(code->count, 0, sizeof(code->count));
    for (unsigned s = 0; s < symbols; s++)
        code->count[lengths[s]]++;
    for (unsigned length = 1; length < MAX_BITS; length++)
        first[length + 1] = (uint16_t)(first[length] + code->count[length]);
    for (unsigned s = 0; s < symbols; s++)
        if (lengths[s])
            code->symbol[first[lengths[s]]++] = (uint16_t)s;
}

static unsigned read_symbol(struct input *in, const struct code *code)
{
    unsigned value = 0, first = 0, index = 0;

    for (unsigned length = 1; length <= MAX_BITS && !in->damaged; length++) {
        value = value << 1 | read_bits(in, 1);
        first <<= 1;
        if (value - first < code->count[length])
            return code->symbol[index + value - first];
        index += code->count[length];
        first += code->count[length];
    }
    in->damaged = true;
    return END_OF_BLOCK;
}

static void copy_stored(struct input *in, struct output *out)
{
    in->bits = in->bit_count = 0; /* drops the fewer than 8 bits up to the end of the byte */
    const uint32_t size = read_bits(in, 16);
    if ((size ^ 0xffff) != read_bits(in, 16) || size > in->size - in->at ||
        size > out->size - out->at) {
        in->damaged = true;
        return;
    }
    memcpy(out->bytes + out->at, in->bytes + in->at, size);
    in->at += size;
    out->at += size;
}

static void make_fixed_codes(struct code *lengths, struct code *distances)
{
    uint8_t bits[LENGTH_SYMBOLS];

    for (unsigned s = 0; s < LENGTH_SYMBOLS; s++)
        bits[s] = s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8;
    make_code(lengths, bits, LENGTH_SYMBOLS);
    memset(bits, 5, DISTANCE_SYMBOLS);
    make_code(distances, bits, DISTANCE_SYMBOLS);
}

static void read_codes(struct input *in, struct code *lengths, struct code *distances)
{
    static const uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t bits[LENGTH_SYMBOLS + DISTANCE_SYMBOLS] = {0};
    const unsigned length_count = read_bits(in, 5) + 257;
    const unsigned all = length_count + read_bits(in, 5) + 1;
    const unsigned ordered = read_bits(in, 4) + 4;
    struct code *code = lengths; /* holds the code of the lengths until they are read */

    for (unsigned i = 0; i < ordered; i++)
        bits[order[i]] = (uint8_t)read_bits(in, 3);
    make_code(code, bits, sizeof(order));
    memset(bits, 0, sizeof(order));
    for (unsigned i = 0; i < all && !in->damaged;) {
        const unsigned symbol = read_symbol(in, code);
        unsigned repeat = 1;
        uint8_t value = (uint8_t)symbol;
        if (symbol == 16) {
            value = i > 0 ? bits[i - 1] : 0;
            repeat = 3 + read_bits(in, 2);
        } else if (symbol > 16) {
            value = 0;
            repeat = symbol == 17 ? 3 + read_bits(in, 3) : 11 + read_bits(in, 7);
        }
        in->damaged = in->damaged || repeat > all - i || symbol > 18;
        while (repeat-- > 0 && !in->damaged)
            bits[i++] = value;
    }
    in->damaged = in->damaged || length_count > LENGTH_SYMBOLS - 2;
    if (!in->damaged) {
        make_code(lengths, bits, length_count);
        make_code(distances, bits + length_count, all - length_count);
    }
}

/* Reads a length. Each symbol is a range of 2^extra lengths; four ranges have the same size. */
static unsigned read_length(struct input *in, unsigned symbol)
{
    if (symbol < 8)
        return 3 + symbol;
    if (symbol == 28)
        return 258;
    const unsigned extra = symbol / 4 - 1;
    return 3 + ((4 + symbol % 4) << extra) + read_bits(in, extra);
}

/* Reads a distance. Each symbol is a range of 2^extra distances; two ranges have the same size. */
static unsigned read_distance(struct input *in, unsigned symbol)
{
    if (symbol < 4)
        return 1 + symbol;
    const unsigned extra = symbol / 2 - 1;
    return 1 + ((2 + symbol % 2) << extra) + read_bits(in, extra);
}

static void copy_match(struct input *in, struct output *out, unsigned symbol,
                       const struct code *distances)
{
    const unsigned length = read_length(in, symbol - END_OF_BLOCK - 1);
    const unsigned distance_symbol = read_symbol(in, distances);
    const unsigned distance = distance_symbol < 30 ? read_distance(in, distance_symbol) : 0;

    if (symbol > 285 || distance == 0 || distance > out->at || length > out->size - out->at) {
        in->damaged = true;
        return;
    }
    for (unsigned i = 0; i < length; i++, out->at++) /* source and destination may overlap */
        out->bytes[out->at] = out->bytes[out->at - distance];
}

static void inflate_block(struct input *in, struct output *out, const struct code *lengths,
                          const struct code *distances)
{
    unsigned symbol;

    while (!in->damaged && (symbol = read_symbol(in, lengths)) != END_OF_BLOCK)
        if (symbol > END_OF_BLOCK)
            copy_match(in, out, symbol, distances);
        else if (out->at < out->size)
            out->bytes[out->at++] = (uint8_t)symbol;
        else
            in->damaged = true;
}

static bool inflate(struct input *in, struct output *out)
{
    struct code lengths, distances;
    bool is_last = false;

    while (!is_last && !in->damaged) {
        is_last = read_bits(in, 1);
        const uint32_t type = read_bits(in, 2);
        if (type == 0) {
            copy_stored(in, out);
            continue;
        }
        if (type == 1)
            make_fixed_codes(&lengths, &distances);
        else if (type == 2)
            read_codes(in, &lengths, &distances);
        else
            in->damaged = true;
        inflate_block(in, out, &lengths, &distances);
    }
    return !in->damaged && out->at == out->size;
}

/* ---- instructions ---- */

#define KINDS 512   /* kinds of instructions in a module */
#define POSITIONS 7 /* operands from this one on have one position in a mask */

/* What instructions of a kind have in common. */
struct kind {
    uint32_t opcode, length; /* words */
    uint32_t result;         /* position of the result's id, one more than the last; 0: none */
    uint32_t distances;      /* mask of positions, the first in bit 0: distances from the last id */
};

static uint32_t read_number(struct input *in)
{
    uint32_t value = 0, byte = 0x80;

    for (unsigned shift = 0; shift < 32 && byte & 0x80; shift += 7) {
        if (in->at == in->size) {
            in->damaged = true;
            return 0;
        }
        byte = in->bytes[in->at++];
        value |= (byte & 0x7f) << shift;
    }
    return value;
}

static uint32_t add_distance(uint32_t last, uint32_t distance)
{
    return last + (distance & 1 ? ~(distance >> 1) : distance >> 1);
}

static bool read_kinds(struct input *in, struct kind kinds[KINDS], uint32_t count)
{
    if (count > KINDS)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t opcode = read_number(in), length = read_number(in), rest = read_number(in);
        kinds[i] = (struct kind){opcode, length, rest & 3, rest >> 2};
        if (length == 0 || length > 0xffff || opcode > 0xffff)
            return false;
    }
    return !in->damaged;
}

static void read_operands(struct input *in, const struct kind *kind, uint32_t last, uint32_t *words)
{
    words[0] = kind->length << 16 | kind->opcode;
    for (uint32_t k = 1; k < kind->length; k++) {
        const uint32_t position = k < POSITIONS ? k : POSITIONS;
        const uint32_t number = k == kind->result ? last + 1 : read_number(in);
        const bool is_distance = k != kind->result && kind->distances >> (position - 1) & 1;
        words[k] = is_distance ? add_distance(last, number) : number;
    }
}

static bool read_instructions(struct input *in, uint32_t *words, uint32_t count)
{
    struct kind kinds[KINDS];
    uint32_t last = 0;

    words[0] = SPIRV_MAGIC;
    for (uint32_t i = 1; i < SPIRV_HEADER_WORDS; i++)
        words[i] = read_number(in);
    const uint32_t kind_count = read_number(in);
    if (!read_kinds(in, kinds, kind_count))
        return false;
    for (uint32_t at = SPIRV_HEADER_WORDS; at < count && !in->damaged;) {
        const uint32_t index = read_number(in);
        if (index >= kind_count || kinds[index].length > count - at)
            return false;
        read_operands(in, &kinds[index], last, words + at);
        last += kinds[index].result > 0;
        at += kinds[index].length;
    }
    return !in->damaged && in->at == in->size;
}

/* ---- modules ---- */

/* Opens a module and reads what it begins with: its words, and its bytes before DEFLATE. */
static struct input open_module(struct packed module, uint32_t *words, uint32_t *bytes)
{
    struct input in = {.bytes = module.bytes, .size = module.size};

    *words = read_number(&in);
    *bytes = read_number(&in);
    /* Two words take at least one byte before DEFLATE, which packs at most 1032 bytes into one. */
    in.damaged = in.damaged || *words <= SPIRV_HEADER_WORDS || *words / 2 > *bytes ||
                 *bytes / 1032 > module.size || *words > UINT32_MAX / 8 ||
                 *bytes > UINT32_MAX / 2; /* both in memory, as 32-bit sizes */
    return in;
}

uint32_t vks_unpacked_words(struct packed module, uint32_t *memory)
{
    uint32_t words;

    if (open_module(module, &words, memory).damaged)
        words = *memory = 0;
    return words;
}

bool vks_unpack(struct packed module, void *memory, uint32_t *words)
{
    uint32_t count, size;
    struct input in = open_module(module, &count, &size);
    struct output inflated = {.bytes = memory, .size = size};

    if (in.damaged || !inflate(&in, &inflated))
        return false;
    return read_instructions(&(struct input){.bytes = memory, .size = size}, words, count);
}
