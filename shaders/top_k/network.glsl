// SPDX-License-Identifier: MIT
// Sorts a list that the lanes of a chunk hold in registers, LIST_ITEMS consecutive elements each, by
// merges of sorted lists. In the first step of a merge the second list is taken from its end, so
// that all comparisons go one way. Batcher, "Sorting Networks and Their Applications", 1968.
//
// A lane's own steps are written out: drivers keep an array in registers if all its indices are
// constants from the first.
#ifndef TOP_K_NETWORK_GLSL
#define TOP_K_NETWORK_GLSL

element list[LIST_ITEMS];

// Puts two elements of a lane in order, where it has so many.
#define ORDER(low, high)                                                                           \
    if (high < LIST_ITEMS && is_better(list[(high) % LIST_ITEMS], list[(low) % LIST_ITEMS])) {      \
        const element behind = list[(low) % LIST_ITEMS];                                           \
        list[(low) % LIST_ITEMS] = list[(high) % LIST_ITEMS];                                      \
        list[(high) % LIST_ITEMS] = behind;                                                        \
    }
#define ORDER_4(a, b, c, d, e, f, g, h) ORDER(a, b) ORDER(c, d) ORDER(e, f) ORDER(g, h)

// Merges each lane's items, which are a bitonic list.
void merge_items()
{
    ORDER_4(0, 4, 1, 5, 2, 6, 3, 7)
    ORDER_4(0, 2, 1, 3, 4, 6, 5, 7)
    ORDER_4(0, 1, 2, 3, 4, 5, 6, 7)
}

// Sorts each lane's items.
void sort_items()
{
    ORDER_4(0, 1, 2, 3, 4, 5, 6, 7)
    ORDER_4(0, 3, 1, 2, 4, 7, 5, 6)
    ORDER_4(0, 1, 2, 3, 4, 5, 6, 7)
    ORDER_4(0, 7, 1, 6, 2, 5, 3, 4)
    ORDER_4(0, 2, 1, 3, 4, 6, 5, 7)
    ORDER_4(0, 1, 2, 3, 4, 5, 6, 7)
}

element of_lane(element item, uint lane)
{
    element other;
    other.rank.x = subgroupShuffle(item.rank.x, lane);
    other.rank.y = KEY_BITS == 64 ? subgroupShuffle(item.rank.y, lane) : 0;
    other.index = subgroupShuffle(item.index, lane);
    return other;
}

// Keeps of each item and another lane's the one in front; the upper of two lanes the one behind.
void keep_items(element others[LIST_ITEMS], uint lane)
{
    const bool is_upper = lane < gl_SubgroupInvocationID;
    [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++)
        if (is_better(others[k], list[k]) != is_upper)
            list[k] = others[k];
}

// Puts in order the items of lanes that are a distance apart.
void order_lanes(uint distance)
{
    const uint lane = gl_SubgroupInvocationID ^ distance;
    element others[LIST_ITEMS];
    [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++)
        others[k] = of_lane(list[k], lane);
    keep_items(others, lane);
}

// Puts in order the items of so many lanes mirrored, the first with the last.
void order_mirrored(uint lanes)
{
    const uint lane = gl_SubgroupInvocationID ^ lanes - 1;
    element others[LIST_ITEMS];
    [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++)
        others[k] = of_lane(list[LIST_ITEMS - 1 - k], lane);
    keep_items(others, lane);
}

const uint KEPT = K == 1 ? 1 : LIST_ITEMS; // elements of a list that lanes exchange

// Leaves in all lanes of a chunk its best KEPT elements, in order, from lists in order. A step keeps
// the best of two lists, which is half of the steps of a sort.
void keep_best_of_lanes()
{
    for (uint distance = 1; distance < CHUNK_THREADS; distance *= 2) {
        element others[KEPT];
        [[unroll]] for (uint k = 0; k < KEPT; k++)
            others[k] = of_lane(list[KEPT - 1 - k], gl_SubgroupInvocationID ^ distance);
        [[unroll]] for (uint k = 0; k < KEPT; k++)
            if (is_better(others[k], list[k]))
                list[k] = others[k];
        if (KEPT > 1)
            merge_items();
    }
}

// Sorts the lists of a subgroup's chunks, as far as K needs.
void sort_list()
{
    if (IS_SHORT && K <= LIST_ITEMS) { // no candidates are added, which are not to be in all lanes
        sort_items();
        keep_best_of_lanes();
        return;
    }
    sort_items();
    for (uint lanes = 2; lanes <= CHUNK_THREADS; lanes *= 2) {
        order_mirrored(lanes);
        for (uint distance = lanes / 4; distance > 0; distance /= 2)
            order_lanes(distance);
        merge_items();
    }
}

#endif
