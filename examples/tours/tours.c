/* SPDX-License-Identifier: MIT */
/*
 * Finds the depth of each node of a tree, its number in preorder and the size of its subtree, by
 * the Euler tour that goes down to each node and up from it: a list, which is scanned as in
 * lists.c. Tarjan and Vishkin, An efficient parallel biconnectivity algorithm, 1985. Read
 * record_tour() first.
 */
#include <string.h>

#include "../lists/interface.h"
#include "compute.h"
#include "jump.h"
#include "links.h"
#include "timer.h"
#include "tour.h"

#define NONE UINT32_MAX

struct tours {
    uint32_t nodes, root, count; /* count: of the tour's elements, with the one behind all */
    struct buffer parents, sorted_parents, sorted_nodes, tour, scanned[2];
    const struct buffer *result;
    const struct kernel *link, *jump;
    const struct run *sort;
};

/* What is found of a node. */
struct node {
    uint32_t depth, number, size;
};

static void record_tour(struct compute *c, void *user)
{
    struct tours *s = user;

    compute_run(c, s->sort, s->nodes, NULL);
    compute_dispatch(c, s->link, s->nodes, &s->nodes,
                     BUFFERS(&s->sorted_parents, &s->sorted_nodes, &s->tour));
    s->result = &s->tour;
    for (uint32_t step = 0; 1u << step < s->count - 1; step++) {
        const struct buffer *to = &s->scanned[step % 2];
        compute_dispatch(c, s->jump, s->count, &s->count, BUFFERS(s->result, to));
        s->result = to;
    }
}

/* Makes each element of the tour but for its link. Until tour.comp links, ways down go up again. */
static struct buffer create_elements(struct compute *c, const struct tours *s)
{
    struct element *elements = allocate(s->count, sizeof(*elements));

    for (uint32_t i = 0; i < s->count - 1; i++)
        elements[i] = (struct element){i % 2 ? s->count - 1 : i + 1, 1, i % 2 ? -1 : 1};
    elements[s->count - 1].link = s->count - 1;
    const struct buffer buffer = compute_upload(c, elements, s->count * sizeof(*elements));
    free(elements);
    return buffer;
}

/* The root's parent is `nodes` here, so that it is sorted behind all others. */
static void create(struct compute *c, struct tours *s, const uint32_t *parents)
{
    const VkDeviceSize size = (VkDeviceSize)s->nodes * sizeof(*parents);
    const vkscan_sort_params indices = {.struct_size = sizeof(indices),
                                        .primitive = VKSCAN_PRIMITIVE_SORT,
                                        .flags = VKSCAN_SORT_INDICES_BIT};
    const vkscan_plan_params sort = {.struct_size = sizeof(sort),
                                     .primitive = indices.primitive,
                                     .type = VKSCAN_TYPE_U32,
                                     .capacity = s->nodes,
                                     .details = &indices};

    s->parents = compute_upload(c, parents, size);
    s->sorted_parents = compute_array(c, size);
    s->sorted_nodes = compute_array(c, size);
    s->tour = create_elements(c, s);
    for (int i = 0; i < 2; i++)
        s->scanned[i] = compute_array(c, s->count * sizeof(struct element));
    s->link = compute_kernel(c, tour_spirv, sizeof(tour_spirv), 3, sizeof(s->nodes));
    s->jump = compute_kernel(c, jump_spirv, sizeof(jump_spirv), 2, sizeof(s->count));
    s->sort = compute_plan(c, &sort,
                           PORTS(PORT(SOURCE, &s->parents), PORT(DESTINATION, &s->sorted_parents),
                                 PORT(VALUES_OUT, &s->sorted_nodes)));
}

/* Reads what the scan tells. Before the way down to a node are as many more downs than ups as its
 * depth, and as many downs as its number. */
static void read_nodes(struct compute *c, const struct tours *s, struct node *nodes)
{
    struct element *elements = allocate(s->count, sizeof(*elements));

    compute_read(c, s->result, elements, s->count * sizeof(*elements));
    const uint32_t total = elements[2 * s->root].count;
    for (uint32_t i = 0; i < s->nodes; i++) {
        const struct element down = elements[2 * i], up = elements[2 * i + 1];
        const uint32_t depth = (uint32_t)-down.sum;
        nodes[i] = down.link < s->count - 1 ? (struct node){NONE, NONE, NONE}
                                            : (struct node){depth, (total - down.count + depth) / 2,
                                                            (down.count - up.count + 1) / 2};
    }
    free(elements);
}

/* Goes down to first children and on to next ones, or else up, from the root. */
static void visit_by_loop(const uint32_t *parents, uint32_t count, uint32_t root,
                          struct node *nodes)
{
    uint32_t *first = allocate(count, sizeof(*first)), *next = allocate(count, sizeof(*next));
    uint32_t visited = 0, depth = 0, at = root;
    bool down = true;

    memset(first, 0xff, count * sizeof(*first));
    memset(next, 0xff, count * sizeof(*next));
    memset(nodes, 0xff, count * sizeof(*nodes));
    for (uint32_t i = count; i--;)
        if (i != root) {
            next[i] = first[parents[i]];
            first[parents[i]] = i;
        }
    while (depth != NONE) {
        if (down)
            nodes[at] = (struct node){depth, visited++, 0};
        if (down && first[at] != NONE) {
            at = first[at];
            depth++;
            continue;
        }
        nodes[at].size = visited - nodes[at].number;
        down = next[at] != NONE;
        depth -= !down;
        at = down ? next[at] : parents[at];
    }
    free(first);
    free(next);
}

/* Returns the root, which is its own parent, or fails if there is not one. */
static uint32_t find_root(const uint32_t *parents, uint32_t count)
{
    uint32_t root = NONE;

    for (uint32_t i = 0; i < count; i++)
        if (parents[i] == i && root != NONE)
            fail("nodes %u and %u are both their own parents: a tree has one root", root, i);
        else if (parents[i] == i)
            root = i;
    if (root == NONE)
        fail("no node is its own parent: a tree has a root");
    return root;
}

/* Prints nodes in preorder, each behind its depth and with the size of its subtree. */
static void draw(const struct node *nodes, uint32_t count)
{
    uint32_t *order = allocate(count, sizeof(*order));

    for (uint32_t i = 0; i < count; i++)
        order[nodes[i].number] = i;
    for (uint32_t i = 0; i < count; i++)
        printf("%*s%u (%u)\n", (int)(2 * nodes[order[i]].depth), "", order[i],
               nodes[order[i]].size);
    free(order);
}

static bool run(struct compute *c, uint32_t *parents, uint32_t count, bool drawn)
{
    struct tours s = {.nodes = count, .root = find_root(parents, count), .count = 2 * count + 1};
    struct node *nodes = allocate(count, sizeof(*nodes));
    struct node *expected = allocate(count, sizeof(*expected));
    const double start = timer_now();
    uint32_t deepest = 0;

    visit_by_loop(parents, count, s.root, expected);
    const double host = timer_now() - start;
    parents[s.root] = count;
    create(c, &s, parents);
    const double device = compute_time(c, record_tour, &s);
    read_nodes(c, &s, nodes);
    const bool right = compute_equal("tours: depth, number or size, at", &nodes->depth,
                                     &expected->depth, (size_t)count * 3);
    for (uint32_t i = 0; i < count && right; i++) {
        if (nodes[i].depth == NONE)
            fail("node %u is in a cycle or below one", i);
        deepest = nodes[i].depth > nodes[deepest].depth ? i : deepest;
    }
    if (right) {
        if (drawn)
            draw(nodes, count);
        printf("%u nodes are right; the deepest is %u, at %u\n", count, deepest,
               nodes[deepest].depth);
        compute_report(c, device, "a plain loop", host, 0);
    }
    free(nodes);
    free(expected);
    return right;
}

int main(int argc, char **argv)
{
    const char *path = NULL;
    uint64_t size = 1 << 20;
    bool drawn = false;
    const struct argument arguments[] = {
        {"--in", ARGUMENT_TEXT, &path,
         .help = "a file of numbers: each node's parent, the root's itself"},
        {"--size", ARGUMENT_NUMBER, &size, "nodes of a generated tree (2^20)", 1, 1 << 28, NULL},
        {"--draw", ARGUMENT_FLAG, &drawn, .help = "prints the tree, each node with its size"}};
    struct compute c;

    compute_arguments(&c, "tours", "Finds depths, sizes and preorder by a tree's Euler tour.",
                      arguments, sizeof(arguments) / sizeof(*arguments), argc, argv);
    uint32_t count = (uint32_t)size,
             *parents = path ? links_read(path, &count) : links_make(count, true);
    compute_open(&c);
    const bool right = run(&c, parents, count, drawn);
    free(parents);
    return compute_close(&c, right);
}
