/* SPDX-License-Identifier: MIT */
/* Top-k by a sort of each row, for any k: a copy of the row's indices, in scratch, is sorted by its
 * elements, and the first k of them are those of the results. */
#include "sort.h"
#include "top_k.h"

/* ---- sorts ---- */

/* Returns the elements of a row of an array that has several rows, else 0. */
static uint64_t rows_of(const struct plan *plan, uint64_t row)
{
    const uint64_t length = vks_top_k_params(plan).length;

    return length && length < plan->capacity ? row : 0;
}

struct plan vks_top_k_sort(const struct plan *plan)
{
    const vkscan_top_k_params own = vks_top_k_params(plan);
    const bool smallest = own.flags & VKSCAN_TOP_K_SMALLEST_BIT;
    const struct sorting sorting = {.flags = VKSCAN_SORT_INDICES_BIT |
                                             (smallest ? 0 : VKSCAN_SORT_DESCENDING_BIT),
                                    .end_bit = 8 * plan->type->size};

    return vks_sort_within(plan, plan->type, sorting, rows_of(plan, own.length));
}

/* Returns the bits of an index in a row. NO_INDEX has them all set, and no index has. */
static uint32_t index_bits(const struct plan *plan)
{
    const uint64_t row = vks_top_k_row(plan, plan->capacity);
    uint32_t bits = 1;

    while (row >> bits)
        bits++;
    return bits;
}

/* Each row has the places of its results, whether there are so many or not. */
struct plan vks_top_k_index_sort(const struct plan *plan)
{
    const struct sorting sorting = {.end_bit = index_bits(plan)};
    struct plan sort = vks_sort_within(plan, vks_element_type(VKSCAN_TYPE_U32), sorting,
                                       rows_of(plan, vks_top_k_results(plan)));

    sort.operands = 0;
    return sort;
}

bool vks_top_k_by_index(const struct plan *plan)
{
    return vks_top_k_params(plan).flags & VKSCAN_TOP_K_BY_INDEX_BIT;
}

/* ---- constants ---- */

void vks_constants_first(const struct caps *caps, const struct plan *plan,
                         const struct stage *stage, struct constants *list)
{
    const bool is_last = stage == &plan->algorithm->stages[STAGE_STORE_FIRST];
    const struct top_k_level first = {.workgroup = plan->shape.workgroup_size,
                                      .items = 1,
                                      .chunk_threads = plan->shape.workgroup_size,
                                      .kept = 1,
                                      .group_size = 1,
                                      .level = LEVEL_SORTED | (is_last ? LEVEL_LAST : 0)};

    (void)caps;
    vks_constants_top_k(plan, &first, list);
}

/* ---- passes ---- */

static struct span take_words(struct pass_list *list, uint64_t words)
{
    return vks_pass_bytes(list, sizeof(uint32_t), words * sizeof(uint32_t));
}

/* Adds the sort of the indices of the best, which `first` keeps. Returns where these are then. */
static struct span add_index_sort(const struct plan *plan, struct pass first, uint64_t places,
                                  struct pass_list *list)
{
    const struct plan sort = vks_top_k_index_sort(plan);
    const struct records kept = {.keys = take_words(list, places)},
                         sorted = {.keys = take_words(list, places)};

    first.stage = STAGE_KEEP_FIRST;
    first.output = kept.keys;
    first.second_output = vks_pass_unused(plan);
    vks_pass_add(list, first);
    vks_passes_radix_within(&sort, places, &kept, &sorted, STAGE_SORT_INDICES, list);
    return sorted.keys;
}

void vks_passes_top_k_sorted(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const struct plan sort = vks_top_k_sort(plan);
    const uint64_t length = vks_top_k_row(plan, count), results = vks_top_k_results(plan);

    if (count == 0)
        return;
    const uint64_t places = vks_divide_up(count, length) * results;
    const struct records source = {.keys = vks_pass_source(plan)};
    const struct records sorted = {
        .keys = vks_pass_bytes(list, plan->type->size, count * plan->type->size),
        .values = take_words(list, count)};
    const uint64_t mark = list->scratch;
    vks_passes_radix_within(&sort, count, &source, &sorted, STAGE_SORT_ELEMENTS, list);
    struct pass first = {
        .stage = STAGE_STORE_FIRST,
        .input = vks_pass_source(plan),
        .auxiliary = sorted.values,
        .second_input = vks_pass_unused(plan),
        .count = count,
        .divisor = 1,
        .parameter = length,
        .second_parameter = results,
        .strides = {length},
        .groups = vks_divide_up(places, plan->shape.workgroup_size),
    };
    const uint64_t sorted_end = list->scratch;
    list->scratch = mark; /* the sorts have their buffers in the same place */
    if (vks_top_k_by_index(plan))
        first.auxiliary = add_index_sort(plan, first, places, list);
    list->scratch = list->scratch > sorted_end ? list->scratch : sorted_end;
    vks_pass_add_top_k(plan, first, list);
}
