/* SPDX-License-Identifier: MIT */
/* SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

#define RANDOM_STEP 0x9e3779b97f4a7c15u

/* Returns the random number of a state. States are a Weyl sequence, RANDOM_STEP apart, and any may
 * be the first. */
static inline uint64_t random_of(uint64_t state)
{
    uint64_t z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;

    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

#endif
