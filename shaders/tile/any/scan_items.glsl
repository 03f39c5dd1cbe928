// SPDX-License-Identifier: MIT
// The scan of the items of a vector.
#ifndef TILE_ANY_SCAN_ITEMS_GLSL
#define TILE_ANY_SCAN_ITEMS_GLSL

// Replaces each item by the combination of prefix and all items before it, and itself unless
// exclusive.
void scan_items(T before, bool exclusive, inout T_VECTOR items)
{
    T after;
#define SCAN_ITEM(k)                                                                               \
    after = combine(before, items[k]);                                                             \
    if (exclusive)                                                                                 \
        items[k] = before;                                                                         \
    else                                                                                           \
        items[k] = after;                                                                          \
    before = after;
    EACH_ITEM(SCAN_ITEM)
#undef SCAN_ITEM
}

#endif
