/* SPDX-License-Identifier: MIT */
/*
 * Finds a minimum spanning tree, or one of each component. In each round all trees so far choose
 * the lightest edge out of them, by a scan of segments. Borůvka, O jistém problému minimálním,
 * 1926. Read find_forest() first.
 */
#include "compute.h"
#include "choose.h"
#include "double.h"
#include "graph.h"
#include "join.h"
#include "label.h"
#include "lighter.h"
#include "timer.h"

#define NONE UINT32_MAX

struct forest {
    uint32_t rounds;
    struct buffer given, halves, ends, vertices, keys, scanned, lightest, chosen, trees[2];
    const struct kernel *label, *choose, *join, *twice;
    const struct run *first_sort, *sort, *find_lightest;
};

/* Trees are named by a vertex. Half edges are sorted by the trees that they lead out of, so that
 * each tree has a segment; those within a tree go to the end, and are not looked at again. */
static void find_forest(struct compute *c, const struct graph *g, struct forest *f)
{
    uint32_t push[] = {2 * g->edges, g->vertices};

    for (f->rounds = 0; push[0] != NONE; f->rounds++) {
        const bool first = f->rounds == 0;
        const struct buffer *trees = first ? &f->vertices : &f->trees[0];
        compute_begin(c);
        if (first)
            compute_fill(c, &f->chosen, 0);
        compute_fill(c, &f->lightest, NONE);
        compute_dispatch(c, f->label, push[0], push,
                         BUFFERS(first ? &f->given : &f->halves, &f->ends, trees, &f->keys));
        compute_run(c, first ? f->first_sort : f->sort, push[0], NULL);
        compute_run(c, f->find_lightest, push[0], NULL);
        compute_dispatch(c, f->choose, push[0], push,
                         BUFFERS(&f->keys, &f->scanned, &f->lightest, &f->chosen));
        compute_dispatch(c, f->join, g->vertices, push,
                         BUFFERS(&f->lightest, &f->ends, trees, &f->trees[1]));
        for (uint32_t i = 1; i % 2 == 0 || g->vertices >> (i - 1); i++)
            compute_dispatch(c, f->twice, g->vertices, push,
                             BUFFERS(&f->trees[i % 2], &f->trees[1 - i % 2]));
        compute_end(c);
        compute_read(c, &f->lightest, push, sizeof(*push));
    }
}

static const struct run *plan_sort(struct compute *c, const struct forest *f, uint32_t count,
                                   const struct buffer *halves)
{
    const vkscan_sort_params sort = {.struct_size = sizeof(sort),
                                     .primitive = VKSCAN_PRIMITIVE_SORT,
                                     .flags = VKSCAN_SORT_IN_PLACE_BIT,
                                     .value_size = sizeof(struct half)};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = sort.primitive,
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = count,
                                       .details = &sort};

    return compute_plan(c, &params,
                        PORTS(PORT(SOURCE, &f->keys), PORT(DESTINATION, &f->keys),
                              PORT(VALUES, halves), PORT(VALUES_OUT, &f->halves)));
}

static void create(struct compute *c, const struct graph *g, struct forest *f)
{
    const uint32_t count = 2 * g->edges;
    const VkDeviceSize size = count * sizeof(uint32_t), tree_size = g->vertices * sizeof(uint32_t);
    const vkscan_segments_params by_tree = {.struct_size = sizeof(by_tree),
                                            .primitive = VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN,
                                            .heads = VKSCAN_HEADS_KEYS,
                                            .key_size = sizeof(uint32_t)};
    const vkscan_plan_params lightest = {.struct_size = sizeof(lightest),
                                         .primitive = by_tree.primitive,
                                         .user_operator = &lighter,
                                         .capacity = count,
                                         .details = &by_tree};
    uint32_t *vertices = allocate(g->vertices, sizeof(*vertices));

    for (uint32_t i = 0; i < g->vertices; i++)
        vertices[i] = i;
    f->vertices = compute_upload(c, vertices, tree_size);
    free(vertices);
    f->given = compute_upload(c, g->halves, 2 * size);
    f->ends = compute_upload(c, g->ends, size);
    f->halves = compute_array(c, 2 * size);
    f->scanned = compute_array(c, 2 * size);
    f->keys = compute_array(c, size);
    f->chosen = compute_array(c, size / 2);
    f->lightest = compute_array(c, tree_size + sizeof(uint32_t));
    for (int i = 0; i < 2; i++)
        f->trees[i] = compute_array(c, tree_size);
    f->label = compute_kernel(c, label_spirv, sizeof(label_spirv), 4, 8);
    f->choose = compute_kernel(c, choose_spirv, sizeof(choose_spirv), 4, 8);
    f->join = compute_kernel(c, join_spirv, sizeof(join_spirv), 4, 8);
    f->twice = compute_kernel(c, double_spirv, sizeof(double_spirv), 2, 8);
    f->first_sort = plan_sort(c, f, count, &f->given);
    f->sort = plan_sort(c, f, count, &f->halves);
    f->find_lightest = compute_plan(
        c, &lightest,
        PORTS(PORT(SOURCE, &f->halves), PORT(HEADS, &f->keys), PORT(DESTINATION, &f->scanned)));
}

static int compare_halves(const void *a, const void *b)
{
    const struct half *x = a, *y = b;

    return x->weight == y->weight ? (x->index > y->index) - (x->index < y->index)
                                  : (x->weight > y->weight) - (x->weight < y->weight);
}

static uint32_t root_of(uint32_t *parents, uint32_t vertex)
{
    while (parents[vertex] != vertex)
        vertex = parents[vertex] = parents[parents[vertex]];
    return vertex;
}

/* Kruskal's: by weight, takes each edge whose ends have different roots. Returns how many. */
static uint32_t find_by_loop(const struct graph *g, uint32_t *chosen)
{
    struct half *edges = allocate(g->edges, sizeof(*edges));
    uint32_t *parents = allocate(g->vertices, sizeof(*parents)), taken = 0;

    for (uint32_t i = 0; i < g->vertices; i++)
        parents[i] = i;
    for (uint32_t i = 0; i < g->edges; i++)
        edges[i] = g->halves[2 * i];
    qsort(edges, g->edges, sizeof(*edges), compare_halves);
    for (uint32_t i = 0; i < g->edges; i++) {
        const uint32_t half = edges[i].index;
        const uint32_t from = root_of(parents, g->ends[half]);
        const uint32_t to = root_of(parents, g->ends[half + 1]);
        parents[from] = to;
        chosen[half / 2] = from != to;
        taken += from != to;
    }
    free(edges);
    free(parents);
    return taken;
}

static bool run(struct compute *c, const struct graph *g, const char *path)
{
    uint32_t *found = allocate((size_t)2 * g->edges, sizeof(*found)), *expected = found + g->edges;
    struct forest f;

    create(c, g, &f);
    find_forest(c, g, &f);
    double start = timer_now();
    for (uint64_t i = 0; i < c->repeat; i++)
        find_forest(c, g, &f);
    const double device = (timer_now() - start) / (double)c->repeat;
    compute_read(c, &f.chosen, found, g->edges * sizeof(*found));
    start = timer_now();
    const uint32_t taken = find_by_loop(g, expected);
    const double host = timer_now() - start;
    const bool right = compute_equal("mst: edge", found, expected, g->edges);
    if (right) {
        printf("%u of %u edges are right, after %u rounds; components: %u\n", taken, g->edges,
               f.rounds, g->vertices - taken);
        compute_report(c, device, "Kruskal's sort and loop", host, 0);
        if (path)
            graph_draw(path, g, found);
    }
    free(found);
    return right;
}

int main(int argc, char **argv)
{
    const char *in = NULL, *out = NULL;
    uint64_t side = 128;
    const struct argument arguments[] = {
        {"--in", ARGUMENT_TEXT, &in, .help = "a file of edges: from, to and weight, whole numbers"},
        {"--side", ARGUMENT_NUMBER, &side, "of a generated grid of roads (128)", 2, 2048, NULL},
        {"--out", ARGUMENT_TEXT, &out, .help = "a picture of the roads, PGM"}};
    struct compute c;

    compute_arguments(&c, "mst", "Finds minimum spanning trees.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    if (in && out)
        fail("--out draws roads, and a file of edges has no places");
    struct graph g = in ? graph_read(in) : graph_make_roads((uint32_t)side);
    compute_open(&c);
    const bool right = run(&c, &g, out);
    graph_free(&g);
    return compute_close(&c, right);
}
