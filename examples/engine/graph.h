/* SPDX-License-Identifier: MIT */
/* Graphs whose edges have weights and no direction. */
#ifndef GRAPH_H
#define GRAPH_H

#include <stdint.h>

/* An edge, as its end sees it: edge i has the half edges 2 i and 2 i + 1. */
struct half {
    uint32_t weight, index;
};

struct graph {
    uint32_t vertices, edges, side; /* side: of the grid, of roads */
    uint32_t *ends;                 /* of half edges: the vertex */
    struct half *halves;
};

/* Makes roads of side^2 crossings to the right and down, some of which are missing. They are as
 * heavy as they are long, squared. */
struct graph graph_make_roads(uint32_t side);

/* Reads a text file of three numbers an edge, from, to and weight, or fails. */
struct graph graph_read(const char *path);

void graph_free(struct graph *g);

/* Draws roads, those chosen in white. */
void graph_draw(const char *path, const struct graph *g, const uint32_t *chosen);

#endif
