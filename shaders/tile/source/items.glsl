// SPDX-License-Identifier: MIT
// The elements of vectors that may be raw.
#ifndef SOURCE_ITEMS_GLSL
#define SOURCE_ITEMS_GLSL

// Returns the elements of a vector that begins with the element `first`; those that are not there are
// identities.
void elements_of(V v, uint first, bool is_whole, uint count, out T_VECTOR items)
{
    if (INPUT_IS_RAW) {
#ifdef NARROW_VECTORS
        items = in_order(narrow_items(v));
#else
#define GET_ITEM(k) items[k] = raw_element(v, k, first);
        EACH_ITEM(GET_ITEM)
#undef GET_ITEM
#endif
#define CHECK_ITEM(k)                                                                              \
    if (!element_is_there(first + k, count))                                                       \
        items[k] = identity();
        if (!is_whole) {
            EACH_ITEM(CHECK_ITEM)
        }
#undef CHECK_ITEM
    } else {
        items = items_of(v);
    }
}

#endif
