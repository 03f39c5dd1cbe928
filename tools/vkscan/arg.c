/* SPDX-License-Identifier: MIT */
#include "fold.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "key_form.h"
#include "quit.h"
#include "reference.h"
#include "team.h"

bool arg_parse(const char *name, vkscan_op *op)
{
    if (!name || (strcmp(name, "argmin") != 0 && strcmp(name, "argmax") != 0))
        return false;
    *op = strcmp(name, "argmin") == 0 ? VKSCAN_OP_MIN : VKSCAN_OP_MAX;
    return true;
}

static void parse_seed(struct job *job, const char *text)
{
    const char *comma = strrchr(text, ',');
    char value[VALUE_TEXT_SIZE], range[VALUE_TEXT_SIZE];
    union value index;

    snprintf(value, sizeof(value), "%.*s", comma ? (int)(comma - text) : 0, text);
    value_range(job->plan.type, range);
    if (!value_parse(job->plan.type, value, &job->seeds[0]) ||
        !value_parse(VKSCAN_TYPE_U64, comma + 1, &index))
        misuse("seed '%s' is no VALUE,INDEX: %s; and an integer from 0 to %" PRIu64, text, range,
               UINT64_MAX);
    job->index = index.bits;
}

void arg_begin(struct job *job, const char *seed)
{
    job->index = ARG_NOWHERE;
    memset(&job->seeds[0], 0, sizeof(job->seeds[0]));
    if (seed)
        parse_seed(job, seed);
    else
        reference_identity(job->plan.type, job->plan.op, &job->seeds[0]);
}

/* Returns the key form of a value, in which all NaNs are one value, and zeros of both signs are
 * two. */
static uint64_t form_of(const struct job *job, const void *value)
{
    const struct key_form form = key_form_of(job->plan.type);

    return key_form(&form, scalar_bits(&type_of(job->plan.type)->scalar, value));
}

uint64_t arg_find(const struct job *job, const struct piece *piece, const void *value)
{
    const struct scalar *scalar = &type_of(job->plan.type)->scalar;
    const struct key_form form = key_form_of(job->plan.type);
    const uint64_t wanted = form_of(job, value);

    for (uint64_t i = 0; i < piece->count; i++)
        if (key_form(&form, scalar_bits(scalar, piece->data + i * scalar->size)) == wanted)
            return job->file.first + piece->first + i;
    return ARG_NOWHERE;
}

bool arg_is_same(const struct job *job, const void *left, const void *right)
{
    return form_of(job, left) == form_of(job, right);
}

void arg_take(struct job *job, const union value *total)
{
    const uint64_t first = job->file.first + job->piece.first;
    const bool stays = arg_is_same(job, total, &job->seeds[0]);

    if (stays && job->index <= first) /* the first of equal values counts */
        return;
    const uint64_t index = arg_find(job, &job->piece, total);
    if (index != ARG_NOWHERE && (!stays || index < job->index))
        job->index = index;
}

void arg_scan(struct job *job, const char *results, char *pairs)
{
    const struct key_form form = key_form_of(job->plan.type);
    const struct piece *piece = &job->piece;
    uint32_t best = job->seeds[0].words[0], value, result;

    if (piece->first + piece->count > UINT32_MAX)
        fail("%s has more than %" PRIu32 " elements, whose indices a scan cannot tell apart",
             job->file.input.name, UINT32_MAX);
    for (uint64_t k = 0; k < piece->count; k++) {
        const uint64_t i = job->backward ? piece->count - 1 - k : k, at = piece->first + i;
        const uint32_t before[] = {best, (uint32_t)job->index};
        memcpy(&value, piece->data + i * sizeof(value), sizeof(value));
        memcpy(&result, results + i * sizeof(result), sizeof(result));
        const uint64_t key = key_form(&form, best);
        if (key_form(&form, result) != key || (key_form(&form, value) == key && at < job->index)) {
            best = value;
            job->index = at;
        }
        const uint32_t after[] = {best, (uint32_t)job->index};
        memcpy(pairs + i * sizeof(after), job->arguments->exclusive ? before : after,
               sizeof(after));
    }
}

void arg_join(struct job *job, const union value *own)
{
    const bool has = arg_is_same(job, own, &job->seeds[0]);

    job->index = team->least(has ? job->index : ARG_NOWHERE);
}
