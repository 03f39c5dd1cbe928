/* SPDX-License-Identifier: MIT */
#include "parallel.h"

#include <string.h>

#include "platform.h"

#define UNIT 64
#define WORTH_THREADS (1u << 16) /* elements from which threads pay off */

_Static_assert(PARALLEL_PARTS <= PLATFORM_THREADS_MAX, "a part has a thread at most");

struct loop {
    uint64_t count, size; /* count: elements; size: elements of a part */
    uint32_t parts, threads;
    parallel_fn *fn;
    void *user;
};

static void run_thread(void *user, unsigned thread)
{
    const struct loop *loop = user;

    for (uint32_t i = thread; i < loop->parts; i += loop->threads) {
        const uint64_t first = i * loop->size, left = loop->count - first;
        loop->fn(loop->user,
                 &(struct parallel_part){i, thread, first,
                                         left < loop->size ? loop->count : first + loop->size});
    }
}

static uint32_t choose_threads(uint64_t count, uint32_t parts)
{
    const uint32_t processors = platform_processors();

    if (count < WORTH_THREADS || processors == 0)
        return 1;
    return processors < parts ? processors : parts;
}

uint32_t parallel_for(uint64_t count, parallel_fn *fn, void *user)
{
    const uint64_t size = (count / PARALLEL_PARTS / UNIT + 1) * UNIT;
    const uint32_t parts = (uint32_t)((count + size - 1) / size);
    struct loop loop = {count, size, parts, choose_threads(count, parts), fn, user};

    platform_run_threads(loop.threads, run_thread, &loop);
    return parts;
}

#define COPY_UNIT 64 /* bytes */

struct copy {
    char *to;
    const char *from;
    uint64_t size;
};

static void copy_part(void *user, const struct parallel_part *part)
{
    const struct copy *copy = user;
    const uint64_t at = part->first * COPY_UNIT, end = part->end * COPY_UNIT;

    memcpy(copy->to + at, copy->from + at, (end < copy->size ? end : copy->size) - at);
}

void parallel_copy(void *to, const void *from, uint64_t size)
{
    struct copy copy = {to, from, size};

    parallel_for((size + COPY_UNIT - 1) / COPY_UNIT, copy_part, &copy);
}
