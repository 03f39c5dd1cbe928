/* SPDX-License-Identifier: MIT */
/*
 * The convex hull of points in the plane, by quickhull at all edges at a time: a reduction of
 * segments finds the farthest point outside of each edge. Read find_vertices() first.
 */
#include "compute.h"
#include "distances.h"
#include "farthest.h"
#include "interface.h"
#include "marks.h"
#include "pgm.h"
#include "timer.h"

#define SIDE (1 << BITS)
#define PICTURE 512u

struct hull {
    uint32_t count, places, vertex_count, rounds; /* places: distances.comp */
    struct buffer points, sorted, heads, edges, vertices, distances, farthest, number;
    const struct kernel *find_distances, *mark;
    const struct run *sort, *number_edges, *list_vertices, *find_farthest;
};

/* Points are in the order in which the hull passes them, from the first to the last above and back
 * below. Each vertex begins a segment, whose edge goes to the next one; the farthest point outside
 * of it is a vertex too, until no point is outside. */
static void find_vertices(struct compute *c, struct hull *h, const uint32_t *heads)
{
    uint32_t before = 0;

    compute_write(c, &h->heads, heads, h->places * sizeof(*heads));
    h->vertex_count = 1;
    for (h->rounds = 0; h->vertex_count != before; h->rounds++) {
        before = h->vertex_count;
        compute_begin(c);
        if (h->rounds == 0)
            compute_run(c, h->sort, h->count, NULL);
        compute_run(c, h->number_edges, h->places, NULL);
        compute_run(c, h->list_vertices, h->places, NULL);
        compute_dispatch(c, h->find_distances, h->places, &h->places,
                         BUFFERS(&h->sorted, &h->edges, &h->vertices, &h->distances));
        compute_run(c, h->find_farthest, h->places, NULL);
        compute_dispatch(c, h->mark, h->places, &h->places,
                         BUFFERS(&h->farthest, &h->number, &h->heads));
        compute_end(c);
        compute_read(c, &h->number, &h->vertex_count, sizeof(h->vertex_count));
    }
}

static void create(struct compute *c, struct hull *h, const uint32_t *points)
{
    const VkDeviceSize size = h->places * sizeof(*points);
    const vkscan_segments_params edges = {.struct_size = sizeof(edges),
                                          .primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
                                          .heads = VKSCAN_HEADS_WORDS};
    const vkscan_plan_params reduction = {.struct_size = sizeof(reduction),
                                          .primitive = edges.primitive,
                                          .user_operator = &farthest,
                                          .capacity = h->places,
                                          .details = &edges};

    h->points = compute_upload(c, points, h->count * sizeof(*points));
    struct buffer *const words[] = {&h->sorted, &h->heads, &h->edges, &h->vertices, &h->distances};
    for (int i = 0; i < 5; i++)
        *words[i] = compute_array(c, size);
    h->farthest = compute_array(c, 2 * size);
    h->number = compute_array(c, sizeof(uint32_t));
    h->find_distances =
        compute_kernel(c, distances_spirv, sizeof(distances_spirv), 4, sizeof(h->places));
    h->mark = compute_kernel(c, marks_spirv, sizeof(marks_spirv), 3, sizeof(h->places));
    h->sort = compute_plan_words(c, VKSCAN_PRIMITIVE_SORT, 0, h->count, &h->points, &h->sorted);
    h->number_edges = compute_plan_words(c, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, VKSCAN_OP_ADD,
                                         h->places, &h->heads, &h->edges);
    h->list_vertices = compute_plan_list(c, h->places, &h->heads, &h->vertices, &h->number);
    h->find_farthest = compute_plan(c, &reduction,
                                    PORTS(PORT(SOURCE, &h->distances), PORT(HEADS, &h->heads),
                                          PORT(DESTINATION, &h->farthest)));
}

enum kind { KIND_DISC, KIND_SQUARE, KIND_GRID };

static uint32_t *make_points(uint32_t count, enum kind kind)
{
    uint32_t *points = allocate(count, sizeof(*points)), drawn = 0;

    for (uint32_t i = 0; i < count;) {
        const uint32_t point = noise(drawn++) >> (32 - 2 * BITS);
        const int x = (int)(point / SIDE) - SIDE / 2, y = (int)(point % SIDE) - SIDE / 2;
        if (kind != KIND_DISC || x * x + y * y < SIDE / 2 * (SIDE / 2))
            points[i++] = kind == KIND_GRID ? point & (0x3800u << BITS | 0x3800u) : point;
    }
    return points;
}

/* Sorts, and then turns clockwise from the first point to the last and back, by Andrew's monotone
 * chain. Returns how many vertices there are. */
static uint32_t find_by_loop(uint32_t *points, uint32_t count, uint32_t *chain)
{
    uint32_t length = 0;

    sort_words(points, count);
    for (int back = 0; back < 2; back++) {
        const uint32_t begin = length;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t point = points[back ? count - 1 - i : i];
            while (length > begin &&
                   (point == chain[length - 1] ||
                    (length > begin + 1 &&
                     (int)area(chain[length - 2], chain[length - 1], point) >= 0)))
                length--;
            chain[length++] = point;
        }
        length--; /* the last is the first of the way back */
    }
    return length;
}

static void draw(const char *path, const uint32_t *points, uint32_t count, const uint32_t *chain,
                 uint32_t length)
{
    const struct grey g = grey_create(PICTURE, PICTURE);
    const uint32_t scale = SIDE / PICTURE, top = PICTURE - 1;

    for (uint32_t i = 0; i < count; i++)
        g.pixels[(top - points[i] % SIDE / scale) * PICTURE + points[i] / SIDE / scale] = 128;
    for (uint32_t i = 0; i < length; i++) {
        const uint32_t a = chain[i], b = chain[(i + 1) % length];
        pgm_line(&g, a / SIDE / scale, top - a % SIDE / scale, b / SIDE / scale,
                 top - b % SIDE / scale, 255);
    }
    pgm_write(path, &g);
    free(g.pixels);
}

static bool run(struct compute *c, uint32_t *points, uint32_t count, const char *path)
{
    struct hull h = {.count = count, .places = 2 * count - 1};
    uint32_t *chain = allocate((size_t)h.places + 1, sizeof(*chain));
    uint32_t *found = allocate(h.places, sizeof(*found)); /* and before, the first heads */

    found[0] = found[count - 1] = found[h.places - 1] = 1;
    create(c, &h, points);
    find_vertices(c, &h, found);
    double start = timer_now();
    for (uint64_t i = 0; i < c->repeat; i++)
        find_vertices(c, &h, found);
    const double device = (timer_now() - start) / (double)c->repeat;
    compute_read(c, &h.vertices, found, h.vertex_count * sizeof(*found));
    start = timer_now();
    const uint32_t length = find_by_loop(points, count, chain);
    const double host = timer_now() - start;
    if (h.vertex_count <= 3)
        fail("all points are on a line: their hull has no inside");
    for (uint32_t i = 0; i < h.vertex_count; i++)
        found[i] = points[found[i] < count ? found[i] : h.places - 1 - found[i]];
    h.vertex_count--; /* the last is the first once more */
    const bool right = compute_equal("hull: number", &h.vertex_count, &length, 1) &&
                       compute_equal("hull: vertex", found, chain, length);
    if (right) {
        printf("%u points: all %u vertices are right, after %u rounds\n", count, length, h.rounds);
        compute_report(c, device, "a sort and a plain loop", host, 0);
        if (path)
            draw(path, points, count, chain, length);
    }
    free(found);
    free(chain);
    return right;
}

int main(int argc, char **argv)
{
    static const char *const kinds[] = {"disc", "square", "grid", NULL};
    const char *out = NULL;
    uint64_t size = 1 << 16;
    uint32_t kind = KIND_DISC;
    const struct argument arguments[] = {
        {"--kind", ARGUMENT_CHOICE, &kind, .help = "where these lie (disc)", .choices = kinds},
        {"--size", ARGUMENT_NUMBER, &size, "how many there are (65536)", 1, 1 << 27, NULL},
        {"--out", ARGUMENT_TEXT, &out, .help = "a picture, PGM"}};
    struct compute c;

    compute_arguments(&c, "hull", "Finds the convex hull of points.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    uint32_t *points = make_points((uint32_t)size, (enum kind)kind);
    compute_open(&c);
    const bool right = run(&c, points, (uint32_t)size, out);
    free(points);
    return compute_close(&c, right);
}
