// SPDX-License-Identifier: MIT
// A predicate of four words, whose seed of one says which of them, with the index, decides; of three
// ways by its upper two bits.
#define PREDICATE
#define ELEMENT uvec4
#define ELEMENT_WORDS 4
#define SEED uint
#define SEED_WORDS 1

uint keep(uvec4 element, uint seed, uint index)
{
    return element[(seed + index) % 4] >> 30;
}
