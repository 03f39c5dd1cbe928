/* SPDX-License-Identifier: MIT */
#include "heads.h"

#include <math.h>
#include <string.h>

#include "names.h"
#include "parallel.h"
#include "random.h"

#define LENGTH 4096 /* default elements of a segment */

uint64_t heads_length(const struct subject_params *params)
{
    return params->segment_length ? params->segment_length : LENGTH;
}

uint64_t heads_segments(const struct subject_params *params, uint64_t count)
{
    const uint64_t length = heads_length(params), whole = count / length;

    return whole + (whole == 0 || count % length > 0);
}

bool heads_have_lengths(const struct subject_params *params)
{
    return params->segment_length > 0 || params->segment_lengths != LENGTHS_EQUAL;
}

const char *heads_distribution(const struct subject_params *params)
{
    static const char *const texts[] = {[LENGTHS_EQUAL] = "",
                                        [LENGTHS_POWER] = " in a power law",
                                        [LENGTHS_HALF_EMPTY] = " of which half are empty"};

    return texts[params->segment_lengths];
}

/* Returns the logarithm of the longest of lengths whose density is 1 / length, from 1 on, and that
 * have this mean: (longest - 1) / ln(longest). */
static double find_longest(double mean)
{
    double log_longest = 1;

    for (uint32_t i = 0; i < 100; i++)
        log_longest = log(1 + mean * log_longest);
    return log_longest;
}

struct heads heads_make(const struct subject_params *params, vkscan_heads kind, void *to)
{
    const uint64_t length = heads_length(params);

    return (struct heads){
        .kind = kind,
        .length = length,
        .log_longest = params->segment_lengths == LENGTHS_POWER ? find_longest((double)length) : 0,
        .half_empty = params->segment_lengths == LENGTHS_HALF_EMPTY,
        .to = to,
    };
}

static uint64_t next_head(const struct heads *heads, uint64_t head)
{
    const double part = (double)(random_of(head + RANDOM_STEP) >> 11) * 0x1p-53;

    return head +
           (heads->log_longest > 0 ? (uint64_t)exp(part * heads->log_longest) : heads->length);
}

/* Stores the head of an element, whose segment begins at `head`. */
static void store_head(const struct heads *heads, uint64_t at, uint64_t head)
{
    const uint32_t begins = at == head, key = (uint32_t)random_of(head);
    unsigned char *byte = heads->to + at / 8;

    switch (heads->kind) {
    case VKSCAN_HEADS_NONE:
        if (!begins)
            memcpy(heads->to + at * heads->element_size, heads->to + head * heads->element_size,
                   heads->element_size);
        break;
    case VKSCAN_HEADS_BITS:
        *byte = (unsigned char)((*byte & ~(1u << at % 8)) | begins << at % 8);
        break;
    case VKSCAN_HEADS_BYTES:
        heads->to[at] = (unsigned char)begins;
        break;
    case VKSCAN_HEADS_WORDS:
        memcpy(heads->to + at * sizeof(begins), &begins, sizeof(begins));
        break;
    default:
        memcpy(heads->to + at * sizeof(key), &key, sizeof(key));
    }
}

/* Stores the heads of a part, at which a segment begins if lengths are by a power law. */
static void fill_part(void *user, const struct parallel_part *part)
{
    const struct heads *heads = user;
    const bool equal = !(heads->log_longest > 0);
    uint64_t head = part->first - (equal ? part->first % heads->length : 0);
    uint64_t next = next_head(heads, head);

    for (uint64_t i = part->first; i < part->end; i++) {
        if (i == next) {
            head = i;
            next = next_head(heads, head);
        }
        store_head(heads, i, head);
    }
}

void heads_fill(struct heads *heads, uint64_t count)
{
    parallel_for(count, fill_part, heads);
}

void heads_fill_offsets(const struct heads *heads, uint64_t number, uint64_t count)
{
    uint64_t offset = 0;

    for (uint64_t k = 0; k <= number; k++) {
        const uint32_t stored = (uint32_t)(k < number && offset < count ? offset : count);
        memcpy(heads->to + k * sizeof(stored), &stored, sizeof(stored));
        if (!heads->half_empty)
            offset = next_head(heads, offset);
        else if (random_of((k + 1) * RANDOM_STEP) & 1)
            offset += 2 * heads->length;
    }
}
