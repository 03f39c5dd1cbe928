/* SPDX-License-Identifier: MIT */
/*
 * The sum of two numbers of a million bits by carry look-ahead: an exclusive scan with the operator
 * carry tells what is carried into each word, all at once; then each word is added for itself.
 */
#include <stdio.h>
#include <stdlib.h>

#include <vkscan/operators/carry.h>

#include "device.h"

#define BITS 1000000u
#define WORDS (BITS / 32)

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

/* Whether the sum is that of a loop from word to word. */
static int is_right(const struct words *words, const uint32_t *sum, uint32_t *carries)
{
    uint64_t carry = 0;

    *carries = 0;
    for (uint32_t i = 0; i < WORDS; i++) {
        carry += (uint64_t)words[i].a + words[i].b;
        if (sum[i] != (uint32_t)carry)
            return 0;
        carry >>= 32;
        *carries += (uint32_t)carry;
    }
    return 1;
}

int main(void)
{
    uint32_t carries;

    device_open();
    struct computation scan =
        device_plan(&(vkscan_plan_params){.struct_size = sizeof(vkscan_plan_params),
                                          .primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                          .user_operator = &vkscan_carry,
                                          .capacity = WORDS});
    struct buffer source = device_buffer(WORDS * sizeof(struct words));
    struct buffer destination = device_buffer(WORDS * sizeof(uint32_t));
    struct words *words = source.mapped;
    uint32_t *sum = destination.mapped;

    for (uint32_t i = 0; i < WORDS; i++)
        words[i] = make_words(i);
    device_run(&scan, &source, &destination, WORDS, NULL);
    for (uint32_t i = 0; i < WORDS; i++)
        sum[i] = words[i].a + words[i].b + (sum[i] & 1);
    const int right = is_right(words, sum, &carries);
    printf("%u bits, %u carries: %s\n", BITS, carries, right ? "right" : "wrong");
    device_destroy(&scan);
    device_close();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
