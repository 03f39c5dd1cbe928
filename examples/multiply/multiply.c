/* SPDX-License-Identifier: MIT */
/*
 * The product of two large integers: sums of columns, then an addition by carry look-ahead, whose
 * carries are an exclusive scan. Read record_product() first.
 */
#include <ctype.h>
#include <string.h>

#include <vkscan/operators/carry.h>

#include "carried.h"
#include "columns.h"
#include "compute.h"
#include "saved.h"
#include "timer.h"

/* Words, the least significant first. */
struct integer {
    uint32_t *words, count;
};

struct product {
    struct {
        uint32_t a_words, b_words;
    } push;
    uint32_t count; /* of its words */
    struct buffer a, b, columns, words, product;
    const struct kernel *sum_columns, *save_carries, *add;
    const struct run *carries;
};

static void record_product(struct compute *c, void *user)
{
    const struct product *p = user;

    compute_dispatch(c, p->sum_columns, p->count, &p->push, BUFFERS(&p->a, &p->b, &p->columns));
    compute_dispatch(c, p->save_carries, p->count, &p->push, BUFFERS(&p->columns, &p->words));
    compute_run(c, p->carries, p->count, NULL);
    compute_dispatch(c, p->add, p->count, &p->push, BUFFERS(&p->words, &p->product));
}

static void create(struct compute *c, struct product *p, const struct integer *a,
                   const struct integer *b)
{
    p->push.a_words = a->count;
    p->push.b_words = b->count;
    p->count = a->count + b->count;
    p->a = compute_upload(c, a->words, a->count * sizeof(uint32_t));
    p->b = compute_upload(c, b->words, b->count * sizeof(uint32_t));
    p->columns = compute_array(c, p->count * 4 * sizeof(uint32_t));
    p->words = compute_array(c, p->count * 2 * sizeof(uint32_t));
    p->product = compute_array(c, p->count * sizeof(uint32_t));
    p->sum_columns = compute_kernel(c, columns_spirv, sizeof(columns_spirv), 3, sizeof(p->push));
    p->save_carries = compute_kernel(c, saved_spirv, sizeof(saved_spirv), 2, sizeof(p->push));
    p->add = compute_kernel(c, carried_spirv, sizeof(carried_spirv), 2, sizeof(p->push));
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                       .user_operator = &vkscan_carry,
                                       .capacity = p->count};
    p->carries =
        compute_plan(c, &params, PORTS(PORT(SOURCE, &p->words), PORT(DESTINATION, &p->product)));
}

/* ---- on the host ---- */

/* Makes an integer of `bits` bits, the highest of which is set; of many words all are, so that
 * carries go a long way. */
static struct integer make_integer(uint32_t bits, uint32_t seed)
{
    struct integer n = {.count = (bits + 31) / 32};

    n.words = allocate(n.count, sizeof(*n.words));
    for (uint32_t i = 0; i < n.count; i++)
        n.words[i] = i / 64 % 4 ? UINT32_MAX : noise(seed + i);
    n.words[n.count - 1] = (n.words[n.count - 1] | 0x80000000u) >> (32 * n.count - bits);
    return n;
}

/* Reads hexadecimal digits, the value of `option`. */
static struct integer read_integer(const char *option, const char *digits)
{
    const size_t length = strlen(digits);
    struct integer n = {.count = (uint32_t)(length + 7) / 8};

    if (length == 0)
        fail("%s has no digits", option);
    n.words = allocate(n.count, sizeof(*n.words));
    for (size_t i = 0; i < length; i++) {
        const char digit = (char)tolower((unsigned char)digits[length - 1 - i]);
        if (!isxdigit((unsigned char)digit))
            fail("%s has '%c', which is no hexadecimal digit", option, digits[length - 1 - i]);
        n.words[i / 8] |= (uint32_t)(digit < 'a' ? digit - '0' : digit - 'a' + 10) << i % 8 * 4;
    }
    return n;
}

static void print_integer(const uint32_t *words, uint32_t count)
{
    while (count > 1 && words[count - 1] == 0)
        count--;
    printf("%x", words[count - 1]);
    for (uint32_t i = count - 1; i-- > 0;)
        printf("%08x", words[i]);
    putchar('\n');
}

/* Multiplies row by row, as one does by hand. */
static double multiply_by_loop(const struct integer *a, const struct integer *b, uint32_t *product)
{
    const double start = timer_now();

    for (uint32_t i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (uint32_t j = 0; j < b->count; j++) {
            carry += (uint64_t)a->words[i] * b->words[j] + product[i + j];
            product[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product[i + b->count] = (uint32_t)carry;
    }
    return timer_now() - start;
}

int main(int argc, char **argv)
{
    const char *a_digits = NULL, *b_digits = NULL;
    uint64_t bits = 1 << 17;
    const struct argument arguments[] = {
        {"--bits", ARGUMENT_NUMBER, &bits, "of each made factor (131072)", 1, 1 << 20, NULL},
        {"--a", ARGUMENT_TEXT, &a_digits, .help = "a factor, hexadecimal"},
        {"--b", ARGUMENT_TEXT, &b_digits, .help = "the other; the product is printed"}};
    struct compute c;
    struct product p;

    compute_arguments(&c, "multiply", "Multiplies large integers.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    const struct integer a =
        a_digits ? read_integer("--a", a_digits) : make_integer((uint32_t)bits, 1);
    const struct integer b =
        b_digits ? read_integer("--b", b_digits) : make_integer((uint32_t)bits, 1u << 31);
    compute_open(&c);
    create(&c, &p, &a, &b);
    uint32_t *expected = allocate(p.count, sizeof(*expected));
    uint32_t *found = allocate(p.count, sizeof(*found));
    const double host = multiply_by_loop(&a, &b, expected);
    const double device = compute_time(&c, record_product, &p);
    compute_read(&c, &p.product, found, p.count * sizeof(*found));
    const bool right = compute_equal("multiply: word", found, expected, p.count);
    if (right && b_digits)
        print_integer(found, p.count);
    if (right) {
        printf("%u by %u words are right\n", a.count, b.count);
        compute_report(&c, device, "a plain loop", host, 0);
    }
    free(a.words);
    free(b.words);
    free(found);
    free(expected);
    return compute_close(&c, right);
}
