/* SPDX-License-Identifier: MIT */
/*
 * Particles on a uniform grid, three frames in flight. A frame is three submissions:
 *
 *   move     main queue    moves the particles and counts them per cell      move.comp
 *   scan     async queue   turns the counts into the cells' first indices    vkscan
 *   scatter  main queue    puts the particles in the order of their cells    scatter.comp
 *
 * The scatter of a frame follows the move of the next one, so that each queue has work while the
 * other one has:
 *
 *   main    move 0   move 1   scatter 0   move 2   scatter 1   ...
 *   async            scan 0   scan 1               scan 2      ...
 */
#ifndef SIMULATION_H
#define SIMULATION_H

#include "galaxies.h"
#include "gpu.h"
#include "interface.h"

#define FRAMES_IN_FLIGHT 3
#define STEP (1.0f / 120) /* units of time that a frame lasts */

/* What one frame in flight writes, so that none waits for another's reader. */
struct frame {
    struct buffer particles;            /* as moved; in their own order */
    struct buffer counts;               /* of particles in each cell, and 0 for one cell more */
    struct buffer prefixes;             /* cell c has sorted[prefixes[c]..prefixes[c + 1]) */
    struct buffer sorted;               /* the particles by cell */
    struct buffer scratch;              /* of the scan: two that run at once must not share it */
    vkscan_port_buffer scan_buffers[3]; /* counts, prefixes and scratch as vkscan takes them */
    vkscan_binding *binding;            /* of these to the plan; NULL with addresses */
    VkDescriptorSet move_set, scatter_set;
    VkCommandPool main_pool, async_pool;
    VkCommandBuffer move, scan, scatter;
};

struct simulation {
    struct gpu *gpu;
    struct galaxies galaxies;
    uint32_t particles, side, cells, workgroups;
    vkscan_plan *plan;
    struct layout layout;
    VkPipeline move, scatter;
    struct buffer energies; /* of the last frame moved; one for each workgroup */
    struct buffer staging;
    struct frame frames[FRAMES_IN_FLIGHT];
    uint64_t next; /* frame, counted from 0 */
    /* Timelines: each reaches n + 1 when that step of frame n is complete. */
    VkSemaphore moved, scanned, scattered;
};

/* The last frame, as read back; valid as long as the device. */
struct snapshot {
    uint32_t particle_count, side, cells, workgroups;
    const struct particle *particles, *sorted;
    const uint32_t *prefixes;
    const float *energies;
};

/* simulation.c: everything that is made once. */
void simulation_create(struct simulation *simulation, struct gpu *gpu, uint32_t particles,
                       uint32_t side);
void simulation_destroy(struct simulation *simulation);

/* staging.c: what is done before the first frame, and after the last of at least one. */
void simulation_upload(struct simulation *simulation);
struct snapshot simulation_finish(struct simulation *simulation);

/* frame.c: what is done for each. The scatter is submitted by the next frame, or by the end. */
void simulation_frame(struct simulation *simulation);
void submit_scatter(const struct simulation *simulation, uint64_t frame);

#endif
