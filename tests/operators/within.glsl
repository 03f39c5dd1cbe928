// SPDX-License-Identifier: MIT
// A predicate of two words in a struct, whose seed of three is another: intervals of an extent, or with
// an end near a place, and every fifth.
struct Interval {
    uint from;
    int extent;
};
#define PREDICATE
#define ELEMENT Interval
#define ELEMENT_WORDS 2

struct Limits {
    int extent;
    uint place;
    uint distance;
};
#define SEED Limits
#define SEED_WORDS 3

void unpack(uvec2 words, out Interval e)
{
    e = Interval(words.x, int(words.y));
}

void unpack(in uvec3 words, out Limits e)
{
    e = Limits(int(words.x), words.y, words.z);
}

bool near(uint place, Limits limits)
{
    return place - limits.place < limits.distance;
}

bool keep(const Interval e, in Limits limits, const uint index)
{
    return index % 5 == 0 || e.extent < limits.extent || near(e.from, limits) ||
           near(e.from + uint(e.extent), limits);
}
