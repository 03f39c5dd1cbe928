/* SPDX-License-Identifier: MIT */
/*
 * Quicksort of all segments at a time, for the theory: the library's sorts take fewer passes.
 * Blelloch, Prefix sums and their applications, 1990. Read sort() first.
 */
#include "compute.h"
#include "first.h"
#include "links.h"
#include "mark.h"
#include "move.h"
#include "sides.h"
#include "split.h"
#include "timer.h"

#define KEY_BITS 30 /* a word has a key and in two bits its side: below, at or above the pivot */
#define MOST_ROUNDS 4096u

struct quicksort {
    uint32_t count, rounds;
    struct buffer words, moved, heads, pivots, before, behind, unsorted;
    const struct kernel *split, *move, *mark;
    const struct run *find_pivots, *count_before, *count_behind;
};

/* Prints the keys, with a bar where a segment begins. */
static void show(struct compute *c, const struct quicksort *q)
{
    uint32_t *words = allocate((size_t)q->count * 2, sizeof(*words)), *heads = words + q->count;

    compute_read(c, &q->words, words, q->count * sizeof(*words));
    compute_read(c, &q->heads, heads, q->count * sizeof(*heads));
    for (uint32_t i = 0; i < q->count; i++)
        printf("%s%u", i == 0 ? "" : heads[i] ? " | " : " ", words[i] >> 2);
    putchar('\n');
    free(words);
}

/* A segment's first key is its pivot. Keys below it, equal ones and those above become segments of
 * their own, until all keys of each segment are equal. */
static void sort(struct compute *c, struct quicksort *q, const uint32_t *words, bool shown)
{
    uint32_t unsorted = 1;

    compute_write(c, &q->words, words, q->count * sizeof(*words));
    for (q->rounds = 0; unsorted; q->rounds++) {
        if (q->rounds == MOST_ROUNDS)
            fail("more than %u rounds: first keys are bad pivots here", MOST_ROUNDS);
        compute_begin(c);
        if (q->rounds == 0)
            compute_fill(c, &q->heads, 0);
        compute_fill(c, &q->unsorted, 0);
        compute_run(c, q->find_pivots, q->count, NULL);
        compute_dispatch(c, q->split, q->count, &q->count,
                         BUFFERS(&q->words, &q->pivots, &q->unsorted));
        compute_run(c, q->count_before, q->count, NULL);
        compute_run(c, q->count_behind, q->count, NULL);
        compute_dispatch(c, q->move, q->count, &q->count,
                         BUFFERS(&q->words, &q->before, &q->behind, &q->moved));
        compute_dispatch(c, q->mark, q->count, &q->count, BUFFERS(&q->moved, &q->words, &q->heads));
        compute_end(c);
        compute_read(c, &q->unsorted, &unsorted, sizeof(unsorted));
        if (shown && unsorted)
            show(c, q);
    }
}

static const struct run *plan_scan(struct compute *c, const struct quicksort *q,
                                   vkscan_primitive primitive, const vkscan_operator *operator,
                                   uint32_t flags, const struct buffer *to)
{
    const vkscan_segments_params segments = {
        .struct_size = sizeof(segments), .primitive = primitive, .heads = VKSCAN_HEADS_WORDS};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = primitive,
                                       .user_operator = operator,
                                       .flags = flags,
                                       .capacity = q->count,
                                       .details = &segments};

    return compute_plan(
        c, &params, PORTS(PORT(SOURCE, &q->words), PORT(HEADS, &q->heads), PORT(DESTINATION, to)));
}

static void create(struct compute *c, struct quicksort *q)
{
    const vkscan_primitive exclusive = VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN;
    const VkDeviceSize size = q->count * sizeof(uint32_t);
    struct buffer *const arrays[] = {&q->words, &q->moved, &q->heads, &q->pivots};

    for (int i = 0; i < 4; i++)
        *arrays[i] = compute_array(c, size);
    q->before = compute_array(c, 3 * size);
    q->behind = compute_array(c, 3 * size);
    q->unsorted = compute_array(c, sizeof(uint32_t));
    q->split = compute_kernel(c, split_spirv, sizeof(split_spirv), 3, sizeof(q->count));
    q->move = compute_kernel(c, move_spirv, sizeof(move_spirv), 4, sizeof(q->count));
    q->mark = compute_kernel(c, mark_spirv, sizeof(mark_spirv), 3, sizeof(q->count));
    q->find_pivots =
        plan_scan(c, q, VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN, &first, 0, &q->pivots);
    q->count_before = plan_scan(c, q, exclusive, &sides, 0, &q->before);
    q->count_behind = plan_scan(c, q, exclusive, &sides, VKSCAN_PLAN_REVERSE_BIT, &q->behind);
}

enum kind { KIND_RANDOM, KIND_FEW, KIND_ASCENDING };

static uint32_t *make_keys(uint32_t count, enum kind kind)
{
    uint32_t *keys = allocate(count, sizeof(*keys));

    for (uint32_t i = 0; i < count; i++)
        keys[i] = kind == KIND_ASCENDING ? i : noise(i) >> (kind == KIND_FEW ? 28 : 2);
    return keys;
}

static bool run(struct compute *c, uint32_t *keys, uint32_t count, bool shown)
{
    struct quicksort q = {.count = count};
    uint32_t *words = allocate((size_t)count * 2, sizeof(*words)), *found = words + count;

    for (uint32_t i = 0; i < count; i++)
        if (keys[i] >> KEY_BITS)
            fail("key %u is %u, not below 2^%d", i, keys[i], KEY_BITS);
        else
            words[i] = keys[i] << 2;
    compute_open(c);
    create(c, &q);
    sort(c, &q, words, shown);
    double start = timer_now();
    for (uint64_t i = 0; i < c->repeat; i++)
        sort(c, &q, words, false);
    const double device = (timer_now() - start) / (double)c->repeat;
    compute_read(c, &q.words, found, count * sizeof(*found));
    for (uint32_t i = 0; i < count; i++)
        found[i] >>= 2;
    start = timer_now();
    sort_words(keys, count);
    const double host = timer_now() - start;
    const bool right = compute_equal("quicksort: key", found, keys, count);
    if (right) {
        printf("%u keys are right, after %u rounds\n", count, q.rounds);
        compute_report(c, device, "C's qsort", host, 0);
    }
    free(words);
    return right;
}

int main(int argc, char **argv)
{
    static const char *const kinds[] = {"random", "few", "ascending", NULL};
    const char *in = NULL;
    uint64_t size = 1 << 16;
    uint32_t kind = KIND_RANDOM;
    bool shown = false;
    const struct argument arguments[] = {
        {"--in", ARGUMENT_TEXT, &in, .help = "a file of numbers in place of generated keys"},
        {"--kind", ARGUMENT_CHOICE, &kind, .help = "of keys (random)", .choices = kinds},
        {"--size", ARGUMENT_NUMBER, &size, "how many there are (65536)", 1, 1 << 26, NULL},
        {"--show", ARGUMENT_FLAG, &shown, .help = "prints keys and segments after each round"}};
    struct compute c;

    compute_arguments(&c, "quicksort", "Sorts by quicksort of segments.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    uint32_t count = (uint32_t)size;
    uint32_t *keys = in ? numbers_read(in, &count) : make_keys(count, (enum kind)kind);
    const bool right = run(&c, keys, count, shown);
    free(keys);
    return compute_close(&c, right);
}
