/* SPDX-License-Identifier: MIT */
/* vkscan_mpi.h without a device: each function on the first 1, 2 and 3 ranks and on all, against
 * the sequential reference of the whole array, which every rank has. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vkscan/vkscan_mpi.h>

#include "reference.h"
#include "reference_sort.h"

#define ELEMENT 16 /* bytes, of any type */
#define TEST(condition) record(condition, #condition, __LINE__)

static MPI_Comm comm;
static int ranks, rank, failures;

static bool record(bool passed, const char *what, int line)
{
    if (!passed && failures++ < 10)
        printf("# %d of %d ranks, line %d: %s\n", rank, ranks, line, what);
    return passed;
}

static void *zeros(uint64_t size)
{
    void *memory = calloc(size + 1, 1);

    if (!memory)
        abort();
    return memory;
}

/* ---- folds ---- */

/* The words (a, b) as x -> a x + b, modulo 2^32: associative, not commutative. */
static void compose(void *user, const void *left, const void *right, void *result)
{
    uint32_t a[2], b[2];

    (*(int *)user)++;
    memcpy(a, left, sizeof(a));
    memcpy(b, right, sizeof(b));
    const uint32_t both[] = {a[0] * b[0], b[0] * a[1] + b[1]};
    memcpy(result, both, sizeof(both));
}

static void combine(const vkscan_mpi_operator *op, const void *left, const void *right,
                    void *result)
{
    if (op->combine)
        op->combine(op->user, left, right, result);
    else
        reference_combine(op->type, op->op, left, right, result);
}

/* Of one total a rank: the ranks before this one, and all. */
static void try_fold(vkscan_mpi_operator op, const char *totals, uint32_t size)
{
    const int first = op.reverse ? ranks - 1 : 0, step = op.reverse ? -1 : 1;
    char before[ELEMENT] = "seed of all", all[ELEMENT], seed[ELEMENT] = "seed of all";
    char own[2 * ELEMENT];

    memcpy(all, totals + first * (int)size, size);
    for (int i = first + step; i >= 0 && i < ranks; i += step) {
        if (i == rank)
            memcpy(before, all, size);
        combine(&op, all, totals + i * (int)size, all);
    }
    TEST(vkscan_mpi_exscan(comm, &op, totals + rank * (int)size, seed) == MPI_SUCCESS);
    TEST(memcmp(seed, before, sizeof(seed)) == 0);
    memcpy(own, totals + rank * (int)size, size);
    memcpy(own + size, totals + rank * (int)size, size);
    TEST(vkscan_mpi_reduce(comm, &op, own, 2) == MPI_SUCCESS);
    TEST(memcmp(own, all, size) == 0 && memcmp(own + size, all, size) == 0);
}

/* Floats that are whole, whose sums are exact, and products of few. */
static void fill(vkscan_type type, vkscan_op op, char *totals)
{
    reference_fill(type, op, op == VKSCAN_OP_ADD ? REFERENCE_ASCENDING : REFERENCE_ALTERNATING, 7,
                   totals, (uint64_t)ranks);
}

static void test_folds(void)
{
    char *totals = zeros((uint64_t)ranks * ELEMENT);
    int calls = 0;
    vkscan_mpi_operator user = {sizeof(user), 0, 0, compose, &calls, 8, 0};

    for (int type = VKSCAN_TYPE_NONE + 1; vkscan_type_name((vkscan_type)type); type++)
        for (int op = 0; vkscan_op_name((vkscan_op)op); op++) {
            vkscan_mpi_operator own = {.struct_size = sizeof(own),
                                       .op = (vkscan_op)op,
                                       .type = (vkscan_type)type,
                                       .reverse = op % 2};
            if (!reference_has(own.type, own.op))
                continue;
            fill(own.type, own.op, totals);
            try_fold(own, totals, vkscan_type_size(own.type));
        }
    reference_fill(VKSCAN_TYPE_U32X2, VKSCAN_OP_ADD, REFERENCE_RANDOM, 3, totals, (uint64_t)ranks);
    try_fold(user, totals, 8);
    user.reverse = 1;
    try_fold(user, totals, 8);
    TEST(ranks == 1 || calls > 0);
    free(totals);
}

/* 60000, 60000, -60000, -60000 and so on: sums that halves cannot hold. */
static void test_halves(void)
{
    static const uint16_t half[] = {0x7b53, 0x7b53, 0xfb53, 0xfb53};
    static const uint16_t sums[] = {0, 0x7b53, 0x7c00, 0x7b53}; /* by the number of terms */
    const vkscan_mpi_operator op = {.struct_size = sizeof(op), .type = VKSCAN_TYPE_F16};
    uint16_t own[1025], seed = 0;

    for (int i = 0; i < 1025; i++)
        own[i] = half[rank % 4];
    TEST(vkscan_mpi_exscan(comm, &op, own, &seed) == MPI_SUCCESS);
    TEST(seed == sums[rank % 4]);
    TEST(vkscan_mpi_reduce(comm, &op, own, 1025) == MPI_SUCCESS);
    for (int i = 0; i < 1025; i++)
        TEST(own[i] == sums[ranks % 4]);
}

static void test_bad_arguments(void)
{
    static const vkscan_sort_params sorts[] = {
        {.primitive = VKSCAN_PRIMITIVE_SORT},
        {.struct_size = sizeof(sorts[0])},
        {.struct_size = sizeof(sorts[0]), .primitive = VKSCAN_PRIMITIVE_SORT, .end_bit = 40},
        {.struct_size = sizeof(sorts[0]), .primitive = VKSCAN_PRIMITIVE_SORT, .first_bit = 8},
    };
    uint64_t cuts[9];
    uint32_t number = 1;
    vkscan_mpi_operator op = {
        .struct_size = sizeof(op), .type = VKSCAN_TYPE_F32, .op = VKSCAN_OP_XOR};

    TEST(vkscan_mpi_reduce(comm, &op, &number, 1) == MPI_ERR_ARG);
    TEST(vkscan_mpi_exscan(comm, NULL, &number, &number) == MPI_ERR_ARG);
    op = (vkscan_mpi_operator){.struct_size = sizeof(op), .combine = compose, .size = 33};
    TEST(vkscan_mpi_reduce(comm, &op, &number, 1) == MPI_ERR_ARG);
    op = (vkscan_mpi_operator){.struct_size = sizeof(op)}; /* no type */
    TEST(vkscan_mpi_reduce(comm, &op, &number, 1) == MPI_ERR_ARG);
    op = (vkscan_mpi_operator){.struct_size = 1};
    TEST(vkscan_mpi_reduce(comm, &op, &number, 1) == MPI_ERR_ARG);
    for (size_t i = 0; i < sizeof(sorts) / sizeof(sorts[0]); i++)
        TEST(vkscan_mpi_split(comm, VKSCAN_TYPE_U32, &sorts[i], &number, 1, cuts) == MPI_ERR_ARG);
    TEST(vkscan_mpi_split(comm, VKSCAN_TYPE_NONE, NULL, &number, 1, cuts) == MPI_ERR_ARG);
    TEST(vkscan_mpi_split(comm, VKSCAN_TYPE_U32X2, NULL, &number, 1, cuts) == MPI_ERR_ARG);
}

/* ---- places ---- */

static void test_slabs(void)
{
    for (uint64_t count = 0; count < 3 * (uint64_t)ranks; count++) {
        uint64_t next = 0;
        for (int i = 0; i < ranks; i++) {
            const vkscan_mpi_range slab = vkscan_mpi_slab(count, ranks, i);
            TEST(slab.first == next && slab.count - count / (uint64_t)ranks <= 1);
            next += slab.count;
        }
        TEST(next == count);
    }
    TEST(vkscan_mpi_slab(UINT64_MAX, ranks, ranks - 1).first ==
         UINT64_MAX - UINT64_MAX / (uint64_t)ranks);
}

static void test_place(void)
{
    const uint64_t large = (uint64_t)1 << 40;
    uint64_t first = 99, all = 99;

    TEST(vkscan_mpi_place(comm, (uint64_t)rank * large, &first, &all) == MPI_SUCCESS);
    TEST(first == (uint64_t)(rank * (rank - 1) / 2) * large);
    TEST(all == (uint64_t)(ranks * (ranks - 1) / 2) * large);
}

/* Every pattern of ranks that have an element. */
static void test_before(void)
{
    for (int pattern = 0; pattern < 1 << ranks; pattern++) {
        char last[] = "element of ?", before[] = "none at all.";
        int found = 99, nearest = rank - 1;
        last[sizeof(last) - 2] = (char)('0' + rank);
        while (nearest >= 0 && !(pattern >> nearest & 1))
            nearest--;
        TEST(vkscan_mpi_before(comm, sizeof(last), pattern >> rank & 1 ? last : NULL, before,
                               &found) == MPI_SUCCESS);
        last[sizeof(last) - 2] = (char)('0' + nearest);
        TEST(found == (nearest >= 0));
        TEST(strcmp(before, nearest >= 0 ? last : "none at all.") == 0);
    }
}

/* ---- sorts ---- */

/* Each slab as a device sorts it: elements of `size` bytes in `from`, by keys. */
static void sort_slab(vkscan_type type, const vkscan_sort_params *sort, char *keys,
                      uint64_t *values, uint64_t count)
{
    const uint32_t size = vkscan_type_size(type);
    char *sorted = zeros(count * size);
    uint64_t *order = zeros(count * sizeof(order[0])), *moved = zeros(count * sizeof(moved[0]));

    reference_sort(type, sort, keys, count, order);
    for (uint64_t i = 0; i < count; i++) {
        memcpy(sorted + i * size, keys + order[i] * size, size);
        moved[i] = values[order[i]];
    }
    memcpy(keys, sorted, count * size);
    memcpy(values, moved, count * sizeof(moved[0]));
    free(sorted);
    free(order);
    free(moved);
}

/* Slabs of uneven lengths: rank r has of all keys the part that its weight is of all weights. */
static uint64_t begin_of(uint64_t count, int slab, bool even)
{
    uint64_t weights = 0, before = 0;

    for (int i = 0; i < ranks; i++) {
        weights += even ? 1 : (uint64_t)(i * i % 5);
        before += i >= slab ? 0 : even ? 1 : (uint64_t)(i * i % 5);
    }
    return weights ? count * before / weights : slab > 0 ? count : 0;
}

static void try_sort(vkscan_type type, enum reference_sort_data data, uint32_t flags,
                     uint64_t count, bool even)
{
    const vkscan_sort_params sort = {
        .struct_size = sizeof(sort), .primitive = VKSCAN_PRIMITIVE_SORT, .flags = flags};
    const uint32_t size = vkscan_type_size(type);
    const vkscan_mpi_range slab = vkscan_mpi_slab(count, ranks, rank);
    const uint64_t begin = begin_of(count, rank, even),
                   own = begin_of(count, rank + 1, even) - begin;
    char *keys = zeros(count * size), *came = zeros(slab.count * size);
    uint64_t *values = zeros(count * sizeof(values[0]));
    uint64_t *moved = zeros(slab.count * sizeof(moved[0])), number;
    uint64_t *cuts = zeros(((uint64_t)ranks + 1) * sizeof(cuts[0]));

    reference_sort_fill(type, data, 11, keys, count);
    for (uint64_t i = 0; i < count; i++)
        values[i] = i;
    sort_slab(type, &sort, keys + begin * size, values + begin, own);
    TEST(vkscan_mpi_split(comm, type, flags ? &sort : NULL, keys + begin * size, own, cuts) ==
         MPI_SUCCESS);
    TEST(cuts[0] == 0 && cuts[ranks] == own);
    TEST(vkscan_mpi_exchange(comm, size, keys + begin * size, cuts, came, slab.count, &number) ==
         MPI_SUCCESS);
    TEST(number == slab.count);
    TEST(vkscan_mpi_exchange(comm, 8, values + begin, cuts, moved, count, &number) == MPI_SUCCESS);
    sort_slab(type, &sort, came, moved, slab.count);

    reference_sort_fill(type, data, 11, keys, count);
    for (uint64_t i = 0; i < count; i++)
        values[i] = i;
    sort_slab(type, &sort, keys, values, count);
    TEST(memcmp(came, keys + slab.first * size, slab.count * size) == 0);
    TEST(memcmp(moved, values + slab.first, slab.count * sizeof(moved[0])) == 0);
    free(keys);
    free(came);
    free(values);
    free(moved);
    free(cuts);
}

static void test_sorts(void)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_U8,  VKSCAN_TYPE_I16, VKSCAN_TYPE_F16,
                                        VKSCAN_TYPE_U32, VKSCAN_TYPE_F32, VKSCAN_TYPE_I64,
                                        VKSCAN_TYPE_F64};

    static const uint64_t counts[] = {0, 1, 5, 13, 364, 1000};
    uint32_t turn = (uint32_t)ranks;

    for (size_t type = 0; type < sizeof(types) / sizeof(types[0]); type++)
        for (int data = 0; data < SORT_DATA_COUNT; data++, turn++)
            try_sort(types[type], (enum reference_sort_data)data,
                     turn % 4 < 2 ? VKSCAN_SORT_DESCENDING_BIT : 0, counts[turn % 6], turn % 2);
}

/* All that ranks have goes to the last one, which has room or not; then all know it. */
static void test_room(void)
{
    uint32_t own[2] = {(uint32_t)rank, 7}, *came = zeros(2 * (uint64_t)ranks * sizeof(own[0]));
    uint64_t *cuts = zeros(((uint64_t)ranks + 1) * sizeof(cuts[0])), number;
    const uint64_t all = rank == ranks - 1 ? 2 * (uint64_t)ranks : 0;

    cuts[ranks] = 2;
    TEST(vkscan_mpi_exchange(comm, 4, own, cuts, came, all, &number) == MPI_SUCCESS);
    TEST(number == all);
    for (uint64_t i = 0; i < number; i++)
        TEST(came[i] == (i % 2 ? 7 : i / 2));
    TEST(vkscan_mpi_exchange(comm, 4, own, cuts, came, all ? all - 1 : 0, &number) ==
         MPI_ERR_TRUNCATE);
    TEST(number == 0);
    free(came);
    free(cuts);
}

/* More than one block of a derived type. */
static void test_large_exchange(void)
{
    try_sort(VKSCAN_TYPE_U64, SORT_DATA_REVERSED, 0, 1 << 19, true);
}

static void run(int first, const char *name, void (*test)(void))
{
    static int number;
    const int before = failures;
    int most = 0, found = 0;

    MPI_Comm_size(MPI_COMM_WORLD, &most);
    for (ranks = first; ranks <= most; ranks = ranks < 3 || ranks == most ? ranks + 1 : most) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_split(MPI_COMM_WORLD, rank < ranks ? 0 : MPI_UNDEFINED, rank, &comm);
        if (comm == MPI_COMM_NULL)
            continue;
        test();
        MPI_Comm_free(&comm);
    }
    const int own = failures - before;
    MPI_Allreduce(&own, &found, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    number++;
    if (rank == 0)
        printf("%sok %d - %s\n", found ? "not " : "", number, name);
    failures += found;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    run(1, "folds keep the order of ranks, of every type and operator", test_folds);
    run(1, "halves are summed as floats", test_halves);
    run(1, "bad arguments are told", test_bad_arguments);
    run(1, "slabs are even", test_slabs);
    run(1, "places follow each other", test_place);
    run(1, "the element before is that of the nearest rank", test_before);
    run(1, "sorts are stable and even, of any keys", test_sorts);
    run(1, "what has no room is not sent", test_room);
    run(ranks, "more than a block is exchanged", test_large_exchange);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("1..9\n");
    MPI_Finalize();
    return failures > 0;
}
