/* SPDX-License-Identifier: MIT */
/*
 * The sum of two numbers of a million bits by carry look-ahead: an exclusive scan with the operator
 * carry tells what is carried into each word, all at once; then each word is added for itself.
 */
#include <vkscan/operators/carry.h>

#include "compute.h"

/* A word of each number, the least significant first. */
struct words {
    uint32_t a, b;
};

/* Many that only propagate a carry, so that some go a long way. */
static struct words make_words(uint32_t i)
{
    const uint32_t a = i * 2654435761u, b = (a ^ a >> 15) * 2246822519u;

    return (struct words){a, i % 1000 ? ~a : b};
}

/* A loop from word to word. Returns the number of carries. */
static uint32_t add(const struct words *words, uint32_t count, uint32_t *sum)
{
    uint32_t carries = 0;
    uint64_t carry = 0;

    for (uint32_t i = 0; i < count; i++) {
        carry += (uint64_t)words[i].a + words[i].b;
        sum[i] = (uint32_t)carry;
        carry >>= 32;
        carries += (uint32_t)carry;
    }
    return carries;
}

int main(int argc, char **argv)
{
    uint64_t bits = 1000000;
    const struct argument arguments[] = {
        {"--bits", ARGUMENT_NUMBER, &bits, "of each number (1000000)", 1, 1 << 30, NULL}};
    struct compute c;

    compute_arguments(&c, "big_add", "Adds two large numbers.", arguments, 1, argc, argv);
    const uint32_t count = (uint32_t)(bits + 31) / 32;
    struct words *words = allocate(count, sizeof(*words));
    uint32_t *sum = allocate(count, sizeof(*sum)), *expected = allocate(count, sizeof(*expected));
    for (uint32_t i = 0; i < count; i++)
        words[i] = make_words(i);
    const uint32_t number = add(words, count, expected);
    compute_open(&c);
    const struct buffer source = compute_upload(&c, words, count * sizeof(*words));
    const struct buffer carries = compute_array(&c, count * sizeof(uint32_t));
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                       .user_operator = &vkscan_carry,
                                       .capacity = count};
    const struct run *scan =
        compute_plan(&c, &params, PORTS(PORT(SOURCE, &source), PORT(DESTINATION, &carries)));
    compute_begin(&c);
    compute_run(&c, scan, count, NULL);
    compute_end(&c);
    compute_read(&c, &carries, sum, count * sizeof(*sum));
    for (uint32_t i = 0; i < count; i++)
        sum[i] = words[i].a + words[i].b + (sum[i] & 1);
    const bool right = compute_equal("big_add: word", sum, expected, count);
    if (right)
        printf("%u words, %u carries: right\n", count, number);
    free(expected);
    free(sum);
    free(words);
    return compute_close(&c, right);
}
