/* SPDX-License-Identifier: MIT */
#include "selection_mask.h"

#include <string.h>

#include "always_inline.h"
#include "parallel.h"

static vkscan_type type_of(const struct reference_selection *s)
{
    return s->type == VKSCAN_TYPE_DEFAULT ? VKSCAN_TYPE_U32 : s->type;
}

/* Calls CALL(size) with a constant size, for which compilers inline memcpy and memcmp. */
#define WITH_SIZE(size, CALL)                                                                      \
    do {                                                                                           \
        switch (size) {                                                                            \
        case 1:                                                                                    \
            CALL(1);                                                                               \
            break;                                                                                 \
        case 2:                                                                                    \
            CALL(2);                                                                               \
            break;                                                                                 \
        case 4:                                                                                    \
            CALL(4);                                                                               \
            break;                                                                                 \
        case 8:                                                                                    \
            CALL(8);                                                                               \
            break;                                                                                 \
        default:                                                                                   \
            CALL(size);                                                                            \
        }                                                                                          \
    } while (0)

/* ---- which are kept ---- */

/* The loop of one type, with C's comparison, which returns the mask. */
#define COMPARE(T, operation)                                                                      \
    do {                                                                                           \
        const T *from = (const T *)selection->source + first;                                      \
        T seed;                                                                                    \
        memcpy(&seed, selection->seed, sizeof(seed));                                              \
        for (uint32_t k = 0; k < bits; k++)                                                        \
            mask |= (uint64_t)(from[k] operation seed) << k;                                       \
        return mask;                                                                               \
    } while (0)

#define COMPARE_ALL(T)                                                                             \
    do {                                                                                           \
        switch (selection->criterion) {                                                            \
        case VKSCAN_CRITERION_LESS:                                                                \
            COMPARE(T, <);                                                                         \
        case VKSCAN_CRITERION_LESS_EQUAL:                                                          \
            COMPARE(T, <=);                                                                        \
        case VKSCAN_CRITERION_GREATER:                                                             \
            COMPARE(T, >);                                                                         \
        default:                                                                                   \
            COMPARE(T, >=);                                                                        \
        }                                                                                          \
    } while (0)

static uint64_t compare_each(const struct reference_selection *s, uint64_t first, uint32_t bits)
{
    const uint32_t size = vkscan_type_size(s->type);
    const char *from = (const char *)s->source + first * size;
    uint64_t mask = 0;

    for (uint32_t k = 0; k < bits; k++)
        mask |= (uint64_t)reference_compares(s->type, s->criterion, from + k * size, s->seed) << k;
    return mask;
}

/* Returns the mask of a comparison: of ordered types by C's operators, else by the reference. */
static uint64_t compared(const struct reference_selection *selection, uint64_t first, uint32_t bits)
{
    uint64_t mask = 0;

    if (selection->criterion >= VKSCAN_CRITERION_EQUAL)
        return compare_each(selection, first, bits);
    switch (type_of(selection)) {
    case VKSCAN_TYPE_U32:
        COMPARE_ALL(uint32_t);
    case VKSCAN_TYPE_I32:
        COMPARE_ALL(int32_t);
    case VKSCAN_TYPE_F32:
        COMPARE_ALL(float);
    case VKSCAN_TYPE_U8:
        COMPARE_ALL(uint8_t);
    case VKSCAN_TYPE_I8:
        COMPARE_ALL(int8_t);
    case VKSCAN_TYPE_U16:
        COMPARE_ALL(uint16_t);
    case VKSCAN_TYPE_I16:
        COMPARE_ALL(int16_t);
    case VKSCAN_TYPE_U64:
        COMPARE_ALL(uint64_t);
    case VKSCAN_TYPE_I64:
        COMPARE_ALL(int64_t);
    case VKSCAN_TYPE_F64:
        COMPARE_ALL(double);
    default:
        return compare_each(selection, first, bits);
    }
}

#define FLAGS(T)                                                                                   \
    do {                                                                                           \
        const T *flags = (const T *)selection->flags + first;                                      \
        for (uint32_t k = 0; k < bits; k++)                                                        \
            mask |= (uint64_t)(flags[k] != 0) << k;                                                \
        return mask;                                                                               \
    } while (0)

static uint64_t flagged(const struct reference_selection *selection, uint64_t first, uint32_t bits)
{
    uint64_t mask = 0;

    switch (selection->criterion) {
    case VKSCAN_CRITERION_FLAG_BYTES:
        FLAGS(uint8_t);
    case VKSCAN_CRITERION_FLAG_WORDS:
        FLAGS(uint32_t);
    default:
        memcpy(&mask, (const char *)selection->flags + first / 8, (bits + 7) / 8);
        return bits < MASK_BITS ? mask & ((1ull << bits) - 1) : mask;
    }
}

ALWAYS_INLINE uint64_t unlike(const char *from, uint64_t first, uint32_t bits, size_t size)
{
    uint64_t mask = 0;

    for (uint32_t k = 0; k < bits; k++, from += size)
        mask |= (uint64_t)(first + k == 0 || memcmp(from, from - size, size) != 0) << k;
    return mask;
}

static uint64_t unlike_neighbours(const struct reference_selection *s, uint64_t first,
                                  uint32_t bits)
{
    const uint32_t size = vkscan_type_size(s->type);
    const char *from = (const char *)s->source + first * size;
    uint64_t mask = 0;

#define UNLIKE(size) mask = unlike(from, first, bits, size)
    WITH_SIZE(size, UNLIKE);
    return mask;
}

uint64_t selection_mask(const struct reference_selection *selection, uint64_t first, uint64_t count)
{
    const uint32_t bits = count - first < MASK_BITS ? (uint32_t)(count - first) : MASK_BITS;

    if (selection->primitive == VKSCAN_PRIMITIVE_UNIQUE)
        return unlike_neighbours(selection, first, bits);
    if (selection->criterion <= VKSCAN_CRITERION_FLAG_WORDS)
        return flagged(selection, first, bits);
    return compared(selection, first, bits);
}

static uint32_t ones(uint64_t mask)
{
    mask -= mask >> 1 & 0x5555555555555555;
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (uint32_t)(mask * 0x0101010101010101 >> 56);
}

struct job {
    const struct reference_selection *selection;
    const char *result;
    uint64_t number, count;
    uint64_t before[PARALLEL_PARTS]; /* number of elements that are kept before a part */
    uint64_t wrong[PARALLEL_PARTS];  /* an element of the result that is wrong, or the count */
};

static void count_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    uint64_t kept = 0;

    for (uint64_t first = part->first; first < part->end; first += MASK_BITS)
        kept += ones(selection_mask(job->selection, first, part->end));
    job->before[part->index] = kept;
}

/* Turns job->before into running sums. Returns the number of elements that are kept. */
static uint64_t count_before(struct job *job)
{
    const uint32_t parts = parallel_for(job->count, count_part, job);
    uint64_t number = 0;

    for (uint32_t i = 0; i < parts; i++) {
        const uint64_t kept = job->before[i];
        job->before[i] = number;
        number += kept;
    }
    return number;
}

uint64_t selection_number(const struct reference_selection *selection, uint64_t count)
{
    return count_before(&(struct job){.selection = selection, .count = count});
}

/* ---- what they give ---- */

/* The places in the result that the next elements go to. */
struct places {
    uint64_t kept, rejected;
    bool all; /* rejected elements have places too */
};

static struct places begin(const struct reference_selection *s, uint64_t number)
{
    return (struct places){0, number, s->primitive == VKSCAN_PRIMITIVE_PARTITION};
}

/* Stores elements without a branch: an element that is neither kept nor stored is overwritten by
 * the next one. */
ALWAYS_INLINE void store_some(const char *source, uint64_t mask, uint32_t bits, size_t size,
                              struct places *places, char *result)
{
    for (uint32_t k = 0; k < bits; k++, source += size) {
        const uint64_t kept = mask >> k & 1;
        const uint64_t at = kept || !places->all ? places->kept : places->rejected;
        memcpy(result + at * size, source, size);
        places->kept += kept;
        places->rejected += 1 - kept;
    }
}

ALWAYS_INLINE bool check_some(const char *source, uint64_t mask, uint32_t bits, size_t size,
                              struct places *places, const char *result, uint64_t *at)
{
    for (uint32_t k = 0; k < bits; k++, source += size) {
        if (!(mask >> k & 1) && !places->all)
            continue;
        *at = mask >> k & 1 ? places->kept++ : places->rejected++;
        if (memcmp(result + *at * size, source, size) != 0)
            return false;
    }
    return true;
}

uint64_t selection_run(const struct reference_selection *selection, uint64_t count, void *result)
{
    const uint32_t size = vkscan_type_size(selection->type);
    const bool all = selection->primitive == VKSCAN_PRIMITIVE_PARTITION;
    struct places places = begin(selection, all ? selection_number(selection, count) : 0);

    for (uint64_t first = 0; first < count; first += MASK_BITS) {
        const uint64_t mask = selection_mask(selection, first, count);
        const uint32_t bits = count - first < MASK_BITS ? (uint32_t)(count - first) : MASK_BITS;
        const char *source = (const char *)selection->source + first * size;
#define STORE(size) store_some(source, mask, bits, size, &places, result)
        WITH_SIZE(size, STORE);
    }
    return places.kept;
}

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const struct reference_selection *selection = job->selection;
    const uint32_t size = vkscan_type_size(selection->type);
    struct places places = begin(selection, job->number + part->first - job->before[part->index]);
    uint64_t at;
    bool ok = true;

    places.kept = job->before[part->index];
    for (uint64_t first = part->first; first < part->end && ok; first += MASK_BITS) {
        const uint64_t mask = selection_mask(selection, first, part->end);
        const uint64_t left = part->end - first;
        const uint32_t bits = left < MASK_BITS ? (uint32_t)left : MASK_BITS;
        const char *source = (const char *)selection->source + first * size;
#define CHECK(size) ok = check_some(source, mask, bits, size, &places, job->result, &at)
        WITH_SIZE(size, CHECK);
    }
    job->wrong[part->index] = ok ? job->count : at;
}

bool selection_check(const struct reference_selection *selection, uint64_t count,
                     const void *result, uint64_t number, uint64_t *at)
{
    struct job job = {.selection = selection, .result = result, .number = number, .count = count};

    *at = count;
    if (count_before(&job) != number)
        return false;
    const uint32_t parts = parallel_for(count, check_part, &job);
    for (uint32_t i = 0; i < parts; i++)
        *at = job.wrong[i] < *at ? job.wrong[i] : *at;
    return *at == count;
}
