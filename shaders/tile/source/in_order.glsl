// SPDX-License-Identifier: MIT
// The order of the items of a vector.
#ifndef SOURCE_IN_ORDER_GLSL
#define SOURCE_IN_ORDER_GLSL

// Returns the items of a vector in the order of memory, or the other way round: in reverse the last
// one in memory is the first.
T_VECTOR in_order(T_VECTOR items)
{
    T_VECTOR ordered;
#define ORDER_ITEM(k) ordered[k] = items[REVERSE != 0 ? VECTOR - 1 - (k) : (k)];
    EACH_ITEM(ORDER_ITEM)
#undef ORDER_ITEM
    return ordered;
}

#endif
