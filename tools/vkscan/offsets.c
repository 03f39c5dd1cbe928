/* SPDX-License-Identifier: MIT */
#include "offsets.h"

#include <inttypes.h>
#include <string.h>

void offsets_read(struct job *job, const char *kind)
{
    struct array *offsets = &job->offsets;

    input_open_list(&offsets->input, job->arguments->offsets, VKSCAN_TYPE_NONE, NULL);
    if (offsets->input.type != VKSCAN_TYPE_U32 && offsets->input.type != VKSCAN_TYPE_U64)
        fail("%s has offsets of type %s; offsets are u32 or u64, like "
             "a.astype('u8')",
             offsets->input.name, vkscan_type_name(offsets->input.type));
    array_read(offsets, ARRAY_ALL);
    if (offsets->count == 0)
        fail("%s has no offsets; there is one more than segments", offsets->input.name);
    offsets_check(job, job->file.input.count, kind);
}

uint64_t offset_at(const struct job *job, uint64_t k)
{
    const uint64_t size = job->offsets.input.element_size;
    uint64_t offset = 0;

    memcpy(&offset, job->offsets.data + k * size, size); /* little-endian */
    return offset;
}

void offsets_check(const struct job *job, uint64_t count, const char *kind)
{
    const struct array *other = &job->offsets;
    uint64_t before = 0, offset;

    for (uint64_t i = 0; i < other->count; i++, before = offset) {
        offset = offset_at(job, i);
        if (offset < before)
            fail("%s falls: its element %" PRIu64 " is %" PRIu64 ", and the one before %" PRIu64,
                 other->input.name, i, offset, before);
        if (offset > count)
            fail("%s has %" PRIu64 " %ss, and element %" PRIu64 " of %s is %" PRIu64
                 ": an offset is at most the number of %ss",
                 job->file.input.name, count, kind, i, other->input.name, offset, kind);
    }
}

void offsets_around(const struct job *job, uint64_t at, uint64_t *begin, uint64_t *end)
{
    uint64_t first = 0, above = job->offsets.count; /* of the offsets not below `at` */

    while (first < above) {
        const uint64_t middle = first + (above - first) / 2;
        if (offset_at(job, middle) < at)
            first = middle + 1;
        else
            above = middle;
    }
    *end = first < job->offsets.count ? offset_at(job, first) : UINT64_MAX;
    *begin = *end == at ? at : first > 0 ? offset_at(job, first - 1) : 0;
}
