// SPDX-License-Identifier: MIT
// A predicate of one word, without a seed, that knows the index.
#define PREDICATE
#define ELEMENT uint
#define ELEMENT_WORDS 1

bool keep(uint element, uint index)
{
    return (element + index) % 2 == 1;
}
