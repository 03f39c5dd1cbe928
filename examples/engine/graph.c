/* SPDX-License-Identifier: MIT */
#include "graph.h"

#include <stdlib.h>

#include "compute.h"
#include "links.h"
#include "pgm.h"

#define MOST (1u << 24)
#define CELL 16u /* of the grid that roads are made of */
#define PICTURE 512u

static void add_edge(struct graph *g, uint32_t from, uint32_t to, uint32_t weight)
{
    const uint32_t half = 2 * g->edges++;

    for (uint32_t i = half; i < half + 2; i++) {
        g->ends[i] = i == half ? from : to;
        g->halves[i] = (struct half){weight, i};
    }
}

/* Returns a coordinate of a vertex: in the middle of its cell, or not quite. */
static uint32_t place_of(const struct graph *g, uint32_t vertex, bool down)
{
    return CELL * (down ? vertex / g->side : vertex % g->side) + noise(2 * vertex + down) % CELL;
}

static uint32_t square(uint32_t a, uint32_t b)
{
    return (a - b) * (a - b);
}

struct graph graph_make_roads(uint32_t side)
{
    struct graph g = {.vertices = side * side, .side = side};
    const uint32_t most = 4 * g.vertices;

    g.ends = allocate(most, sizeof(*g.ends));
    g.halves = allocate(most, sizeof(*g.halves));
    for (uint32_t i = 0; i < 2 * g.vertices; i++) {
        const uint32_t from = i / 2, to = from + (i % 2 ? side : 1);
        if (to < g.vertices && (i % 2 || to % side) && noise(~i) % 8)
            add_edge(&g, from, to,
                     square(place_of(&g, from, 0), place_of(&g, to, 0)) +
                         square(place_of(&g, from, 1), place_of(&g, to, 1)));
    }
    return g;
}

struct graph graph_read(const char *path)
{
    struct graph g = {0};
    uint32_t count, *numbers = numbers_read(path, &count);

    if (count % 3)
        fail("%s: %u numbers, but an edge has three: from, to and weight", path, count);
    g.ends = allocate(count, sizeof(*g.ends));
    g.halves = allocate(count, sizeof(*g.halves));
    for (uint32_t i = 0; i < count; i += 3) {
        const uint32_t last = numbers[i] > numbers[i + 1] ? numbers[i] : numbers[i + 1];
        if (last >= MOST)
            fail("%s: edge %u has vertex %u, not 0 to %u", path, i / 3, last, MOST - 1);
        g.vertices = last < g.vertices ? g.vertices : last + 1;
        add_edge(&g, numbers[i], numbers[i + 1], numbers[i + 2]);
    }
    free(numbers);
    return g;
}

void graph_free(struct graph *g)
{
    free(g->ends);
    free(g->halves);
}

static uint32_t pixel_of(const struct graph *g, uint32_t vertex, bool down)
{
    return place_of(g, vertex, down) * PICTURE / (CELL * g->side);
}

void graph_draw(const char *path, const struct graph *g, const uint32_t *chosen)
{
    const struct grey picture = grey_create(PICTURE, PICTURE);

    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < g->edges; i++) {
            const uint32_t from = g->ends[2 * i], to = g->ends[2 * i + 1];
            if (chosen[i] == pass)
                pgm_line(&picture, pixel_of(g, from, 0), pixel_of(g, from, 1), pixel_of(g, to, 0),
                         pixel_of(g, to, 1), pass ? 255 : 112);
        }
    pgm_write(path, &picture);
    free(picture.pixels);
}
