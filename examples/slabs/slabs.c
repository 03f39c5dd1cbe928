/* SPDX-License-Identifier: MIT */
/*
 * Particles in slabs over the ranks of MPI, each with a device. In each step they move, are sorted
 * by cell over all ranks, and are cut into slabs of even weight, as in a simulation whose cells do
 * not all cost the same:
 *
 *     by cell        a sort, vkscan_mpi_split, vkscan_mpi_exchange, a sort of what came
 *     even weights   a reduction, vkscan_mpi_exscan, a scan, vkscan_mpi_exchange
 *
 * Buffers are mapped, and MPI sends from them. Each step is verified.
 */
#include <math.h>
#include <string.h>

#include <vkscan/vkscan_mpi.h>

#include "ring.h"
#include "run.h"

#define PARTICLES 10000 /* of a rank in the beginning; it has room for twice as many */
#define STEPS 3
#define CELLS 1000
#define HEAVIEST 7

struct particle {
    float place, speed; /* in [0, 1), a step */
    uint32_t number, weight;
};

struct slab {
    struct gpu gpu;
    struct ring ring;
    int rank, ranks;
    uint64_t count;
    struct buffer cells, particles, sorted_cells, sorted; /* before and after a sort */
    struct buffer weights, before, total;                 /* u32; u64 */
    struct run sort, reduce, scan;
};

static void need(int error)
{
    if (error != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, error);
}

/* ---- a rank's device ---- */

static struct buffer mapped(struct slab *s, VkDeviceSize size)
{
    return gpu_create_buffer(&s->gpu, 2 * PARTICLES * size, GPU_MEMORY_HOST);
}

static void create_sort(struct slab *s)
{
    const vkscan_sort_params sort = {.struct_size = sizeof(sort),
                                     .primitive = VKSCAN_PRIMITIVE_SORT,
                                     .value_size = sizeof(struct particle)};
    const vkscan_plan_params plan = {.struct_size = sizeof(plan),
                                     .primitive = VKSCAN_PRIMITIVE_SORT,
                                     .type = VKSCAN_TYPE_U32,
                                     .capacity = 2 * PARTICLES,
                                     .details = &sort};
    const vkscan_port_buffer buffers[] = {
        {VKSCAN_PORT_SOURCE, 0, run_buffer(&s->cells)},
        {VKSCAN_PORT_SECOND_SOURCE, 0, run_buffer(&s->particles)},
        {VKSCAN_PORT_DESTINATION, 0, run_buffer(&s->sorted_cells)},
        {VKSCAN_PORT_SECOND_DESTINATION, 0, run_buffer(&s->sorted)}};

    run_create(&s->sort, &s->gpu, &plan, buffers, 4, ring_idle(&s->ring));
}

static void create_fold(struct slab *s, vkscan_primitive primitive, const struct buffer *to,
                        struct run *run)
{
    const vkscan_plan_params plan = {.struct_size = sizeof(plan),
                                     .primitive = primitive,
                                     .type = VKSCAN_TYPE_U32,
                                     .out_type = VKSCAN_TYPE_U64,
                                     .capacity = 2 * PARTICLES};
    const vkscan_port_buffer buffers[] = {{VKSCAN_PORT_SOURCE, 0, run_buffer(&s->weights)},
                                          {VKSCAN_PORT_DESTINATION, 0, run_buffer(to)}};

    run_create(run, &s->gpu, &plan, buffers, 2, ring_idle(&s->ring));
}

static void create(struct slab *s)
{
    const struct gpu_options options = {.validate = false};

    gpu_create(&s->gpu, &options);
    ring_create(&s->ring, &s->gpu);
    s->cells = mapped(s, sizeof(uint32_t));
    s->particles = mapped(s, sizeof(struct particle));
    s->sorted_cells = mapped(s, sizeof(uint32_t));
    s->sorted = mapped(s, sizeof(struct particle));
    s->weights = mapped(s, sizeof(uint32_t));
    s->before = mapped(s, sizeof(uint64_t));
    s->total = mapped(s, sizeof(uint64_t));
    create_sort(s);
    create_fold(s, VKSCAN_PRIMITIVE_REDUCE, &s->total, &s->reduce);
    create_fold(s, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, &s->before, &s->scan);
}

static void destroy(struct slab *s)
{
    run_destroy(&s->sort);
    run_destroy(&s->reduce);
    run_destroy(&s->scan);
    ring_destroy(&s->ring);
    gpu_destroy(&s->gpu);
}

static void run(struct slab *s, const struct run *what, const void *seed)
{
    const vkscan_run_params params = {
        .struct_size = sizeof(params), .count = s->count, .seed = seed};
    const VkCommandBuffer commands = ring_idle(&s->ring);

    gpu_begin(commands);
    CHECK(vkscan_cmd_run(what->binding, commands, &params));
    gpu_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    gpu_run(&s->gpu.main, commands);
}

/* ---- a step ---- */

static void begin(struct slab *s)
{
    struct particle *p = s->particles.mapped;

    s->count = PARTICLES;
    for (uint32_t i = 0; i < PARTICLES; i++) {
        const uint32_t number = (uint32_t)s->rank * PARTICLES + i;
        const float random = (float)(number * 2654435761u >> 8) / (1 << 24);
        p[i] = (struct particle){random * random, 0.01f * (random - 0.3f), number, 0};
    }
}

static void move(struct slab *s)
{
    struct particle *p = s->particles.mapped;
    uint32_t *cells = s->cells.mapped;

    for (uint64_t i = 0; i < s->count; i++) {
        p[i].place += p[i].speed;
        p[i].place -= floorf(p[i].place);
        const uint32_t cell = (uint32_t)(p[i].place * CELLS);
        cells[i] = cell < CELLS ? cell : 0;
        p[i].weight = 1 + cells[i] % HEAVIEST;
    }
}

/* What is sorted goes to other ranks, and what comes is where the next sort, or step, has it. */
static void exchange(struct slab *s, const uint64_t *cuts)
{
    uint64_t came;

    need(vkscan_mpi_exchange(MPI_COMM_WORLD, sizeof(uint32_t), s->sorted_cells.mapped, cuts,
                             s->cells.mapped, 2 * PARTICLES, &came));
    need(vkscan_mpi_exchange(MPI_COMM_WORLD, sizeof(struct particle), s->sorted.mapped, cuts,
                             s->particles.mapped, 2 * PARTICLES, &came));
    s->count = came;
}

static void sort_by_cell(struct slab *s, uint64_t *cuts)
{
    run(s, &s->sort, NULL);
    need(vkscan_mpi_split(MPI_COMM_WORLD, VKSCAN_TYPE_U32, NULL, s->sorted_cells.mapped, s->count,
                          cuts));
    exchange(s, cuts);
    run(s, &s->sort, NULL);
}

/* Rank r begins with the first particle that has r / ranks of all weight before it. */
static void even_weights(struct slab *s, uint64_t *cuts)
{
    const vkscan_mpi_operator add = {.struct_size = sizeof(add), .type = VKSCAN_TYPE_U64};
    const struct particle *sorted = s->sorted.mapped;
    const uint64_t *before = s->before.mapped;
    uint32_t *weights = s->weights.mapped;
    uint64_t seed = 0, all, first = 0;

    for (uint64_t i = 0; i < s->count; i++)
        weights[i] = sorted[i].weight;
    run(s, &s->reduce, NULL);
    need(vkscan_mpi_exscan(MPI_COMM_WORLD, &add, s->total.mapped, &seed));
    all = *(const uint64_t *)s->total.mapped;
    need(vkscan_mpi_reduce(MPI_COMM_WORLD, &add, &all, 1));
    run(s, &s->scan, &seed);
    for (int rank = 0; rank <= s->ranks; rank++) {
        while (first < s->count &&
               (rank == s->ranks || before[first] * (uint64_t)s->ranks < all * (uint64_t)rank))
            first++;
        cuts[rank] = first;
    }
    exchange(s, cuts);
}

/* ---- whether it is right ---- */

static void verify(const struct slab *s, int step)
{
    const uint32_t *cells = s->cells.mapped;
    const struct particle *p = s->particles.mapped;
    const uint64_t ranks = (uint64_t)s->ranks, all = ranks * PARTICLES;
    uint64_t sums[] = {s->count, 0, 0}, weight = 0, most[2];
    uint32_t before = 0;
    int found, wrong = 0;

    need(vkscan_mpi_before(MPI_COMM_WORLD, sizeof(before), s->count ? &cells[s->count - 1] : NULL,
                           &before, &found));
    for (uint64_t i = 0; i < s->count; before = cells[i++]) {
        wrong += cells[i] < before;
        weight += p[i].weight;
        sums[1] += p[i].number;
    }
    sums[2] = weight;
    need(MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD));
    wrong += sums[0] != all || sums[1] != all * (all - 1) / 2;
    wrong += weight > sums[2] / ranks + HEAVIEST;
    most[0] = s->count;
    most[1] = weight;
    need(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD));
    need(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    if (s->rank == 0)
        printf("step %d: %llu particles, at most %llu on a rank; weight %llu, at most %llu\n", step,
               (unsigned long long)all, (unsigned long long)most[0], (unsigned long long)sums[2],
               (unsigned long long)most[1]);
    if (wrong) {
        fprintf(stderr, "slabs: wrong in step %d on rank %d\n", step, s->rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(int argc, char **argv)
{
    static struct slab slab;

    need(MPI_Init(&argc, &argv));
    MPI_Comm_rank(MPI_COMM_WORLD, &slab.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &slab.ranks);
    uint64_t *cuts = calloc((size_t)slab.ranks + 1, sizeof(cuts[0]));
    create(&slab);
    begin(&slab);
    for (int step = 1; cuts && step <= STEPS; step++) {
        move(&slab);
        sort_by_cell(&slab, cuts);
        even_weights(&slab, cuts);
        verify(&slab, step);
    }
    destroy(&slab);
    free(cuts);
    MPI_Finalize();
    return 0;
}
