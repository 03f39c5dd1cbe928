/* SPDX-License-Identifier: MIT */
/*
 * Ranks the elements of linked lists, how far each is from its list's end, by pointer jumping: a
 * scan along links. Wyllie, The complexity of parallel computations, 1979. Read record_scan()
 * first.
 */
#include "compute.h"
#include "interface.h"
#include "jump.h"
#include "links.h"
#include "timer.h"

#define NONE UINT32_MAX

struct lists {
    uint32_t count; /* of elements, with the one behind all */
    struct buffer elements, scanned[2];
    const struct buffer *result;
    const struct kernel *jump;
};

/* Records as many steps as a list through all elements takes. */
static void record_scan(struct compute *c, void *user)
{
    struct lists *s = user;

    s->result = &s->elements;
    for (uint32_t step = 0; 1u << step < s->count - 1; step++) {
        const struct buffer *to = &s->scanned[step % 2];
        compute_dispatch(c, s->jump, s->count, &s->count, BUFFERS(s->result, to));
        s->result = to;
    }
}

static void create(struct compute *c, struct lists *s, const struct element *elements)
{
    const VkDeviceSize size = s->count * sizeof(*elements);

    s->elements = compute_upload(c, elements, size);
    for (int i = 0; i < 2; i++)
        s->scanned[i] = compute_array(c, size);
    s->jump = compute_kernel(c, jump_spirv, sizeof(jump_spirv), 2, sizeof(s->count));
}

/* Counts what is from each element to its list's end, or makes it NONE if that is never reached:
 * goes on to what is known, and then back by links turned round. */
static void count_by_loop(const uint32_t *links, uint32_t count, uint32_t *counts)
{
    uint32_t *back = allocate(count, sizeof(*back));

    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i, before = NONE;
        while (counts[at] == 0 && links[at] != at) {
            counts[at] = NONE;
            back[at] = before;
            before = at;
            at = links[at];
        }
        if (links[at] == at)
            counts[at] = 1;
        for (uint32_t far = counts[at]; before != NONE; before = back[before])
            counts[before] = far == NONE ? NONE : ++far;
    }
    free(back);
}

static bool run(struct compute *c, const uint32_t *links, uint32_t count, bool print)
{
    struct lists s = {.count = count + 1};
    struct element *elements = allocate(s.count, sizeof(*elements));
    uint32_t *counts = allocate(count, sizeof(*counts)), first = 0;
    const double start = timer_now();
    bool right = true;

    count_by_loop(links, count, counts);
    const double host = timer_now() - start;
    for (uint32_t i = 0; i < count; i++)
        elements[i] = (struct element){links[i] == i ? count : links[i], 1, 1};
    elements[count].link = count;
    create(c, &s, elements);
    const double device = compute_time(c, record_scan, &s);
    compute_read(c, s.result, elements, s.count * sizeof(*elements));
    for (uint32_t i = 0; i < count && right; i++) {
        const uint32_t found = elements[i].link == count ? elements[i].count : NONE;
        right = compute_equal("lists: count of an element", &found, &counts[i], 1);
        if (right && found == NONE)
            fail("element %u leads into a cycle", i);
        first = counts[i] > counts[first] ? i : first;
    }
    if (right) {
        for (uint32_t i = 0; print && i < count; i++)
            printf("%u\n", counts[i]);
        printf("%u elements are right; the longest list begins at %u and has %u\n", count, first,
               counts[first]);
        compute_report(c, device, "a plain loop", host, 0);
    }
    free(elements);
    free(counts);
    return right;
}

int main(int argc, char **argv)
{
    const char *path = NULL;
    uint64_t size = 1 << 20;
    uint32_t count;
    bool print = false;
    const struct argument arguments[] = {
        {"--in", ARGUMENT_TEXT, &path,
         .help = "a file of numbers: each element's next, the last one's itself"},
        {"--size", ARGUMENT_NUMBER, &size, "elements of a generated list (2^20)", 1, 1 << 28, NULL},
        {"--print", ARGUMENT_FLAG, &print, .help = "prints how many are from each to the end"}};
    struct compute c;

    compute_arguments(&c, "lists", "Ranks the elements of linked lists.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    count = (uint32_t)size;
    uint32_t *links = path ? links_read(path, &count) : links_make(count, false);
    compute_open(&c);
    const bool right = run(&c, links, count, print);
    free(links);
    return compute_close(&c, right);
}
