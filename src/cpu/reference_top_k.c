/* SPDX-License-Identifier: MIT */
/* Top-k on one core: a heap has the best elements of a row so far, the worst of them at its root.
 */
#include "reference_top_k.h"

#include <stdlib.h>
#include <string.h>

#include "key_form.h"

/* An element: the one with the lowest rank is the best, and of equal ones the first. */
struct element {
    uint64_t rank, index;
};

static bool is_better(const struct element *a, const struct element *b)
{
    return a->rank < b->rank || (a->rank == b->rank && a->index < b->index);
}

static int by_rank(const void *left, const void *right)
{
    return is_better(left, right) ? -1 : is_better(right, left);
}

static int worst_first(const void *left, const void *right)
{
    return by_rank(right, left);
}

static int by_index(const void *left, const void *right)
{
    const struct element *a = left, *b = right;

    return a->index < b->index ? -1 : a->index > b->index;
}

/* Puts an element in the place of the root of a heap of `count`, and then where it belongs. */
static void replace_worst(struct element *heap, uint64_t count, struct element element)
{
    uint64_t place = 0;

    for (uint64_t child; (child = 2 * place + 1) < count; place = child) {
        child += child + 1 < count && is_better(&heap[child], &heap[child + 1]);
        if (is_better(&heap[child], &element))
            break;
        heap[place] = heap[child];
    }
    heap[place] = element;
}

/* ---- rows ---- */

static uint64_t length_of(const struct reference_top_k *top_k)
{
    const uint64_t length = top_k->params->length;

    return length && length < top_k->count ? length : top_k->count;
}

/* Returns the elements from a row's first to the next one's. */
static uint64_t pitch_of(const struct reference_top_k *top_k)
{
    return top_k->params->pitch ? top_k->params->pitch : length_of(top_k);
}

uint64_t reference_top_k_rows(const struct reference_top_k *top_k)
{
    const uint64_t pitch = pitch_of(top_k);

    return pitch ? top_k->count / pitch + (top_k->count % pitch > 0) : 0;
}

uint64_t reference_top_k_results(const struct reference_top_k *top_k)
{
    const uint64_t k = top_k->params->k;

    if (top_k->params->length)
        return reference_top_k_rows(top_k) * k;
    return k < top_k->count ? k : top_k->count;
}

/* Returns the results of a row of so many elements. */
static uint64_t row_results(const struct reference_top_k *top_k, uint64_t length)
{
    const uint64_t k = top_k->params->k, most = k < length ? k : length;

    return top_k->wanted && *top_k->wanted < most ? *top_k->wanted : most;
}

/* Finds the best of a row's elements from `first` on. Returns their number. */
static uint64_t find_best(const struct reference_top_k *top_k, uint64_t first, uint64_t length,
                          struct element *best)
{
    const struct key_form form = key_form_of(top_k->type);
    const bool smallest = top_k->params->flags & VKSCAN_TOP_K_SMALLEST_BIT;
    const char *source = (const char *)top_k->source + first * form.bytes;
    const uint64_t most = row_results(top_k, length);

    for (uint64_t i = 0; i < length && most > 0; i++) {
        struct element element = {0, i};
        memcpy(&element.rank, source + i * form.bytes, form.bytes); /* little-endian */
        element.rank = key_form(&form, element.rank);
        if (!smallest)
            element.rank = ~element.rank;
        if (i < most)
            best[i] = element;
        if (i + 1 == most)
            qsort(best, most, sizeof(best[0]), worst_first); /* in this order a heap */
        if (i >= most && is_better(&element, &best[0]))
            replace_worst(best, most, element);
    }
    qsort(best, most, sizeof(best[0]),
          top_k->params->flags & VKSCAN_TOP_K_BY_INDEX_BIT ? by_index : by_rank);
    return most;
}

bool reference_top_k_run(const struct reference_top_k *top_k, uint64_t first, uint64_t end,
                         void *elements, void *indices)
{
    const uint64_t length = length_of(top_k), k = top_k->params->k;
    const uint32_t size = vkscan_type_size(top_k->type);
    struct element *best = malloc((k < length ? k : length) * sizeof(best[0]) + 1);

    for (uint64_t row = first; best && row < end; row++) {
        const uint64_t begin = row * pitch_of(top_k), left = top_k->count - begin;
        const uint64_t found = find_best(top_k, begin, left < length ? left : length, best);
        for (uint64_t i = 0; i < found; i++) {
            const uint64_t place = row * k + i;
            const uint32_t index = (uint32_t)best[i].index;
            if (elements)
                memcpy((char *)elements + place * size,
                       (const char *)top_k->source + (begin + index) * size, size);
            if (indices)
                memcpy((char *)indices + place * sizeof(index), &index, sizeof(index));
        }
    }
    free(best);
    return best != NULL;
}
