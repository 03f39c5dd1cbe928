/* SPDX-License-Identifier: MIT */
#include "trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vkscan/textbook.h>

#include "buffers.h"
#include "oracle.h"
#include "timing.h"

#define MOST_ELEMENTS (1u << 18) /* of a run */
#define MOST_OF_DIRECT 5000      /* which takes n^2 steps */
#define TIMED_RUNS 21

static struct {
    struct gpu gpu;
    struct buffers buffers;
    const struct drawn *drawn;
    char message[512]; /* the context's last */
} trial;

/* ---- the device ---- */

static bool is_software(void)
{
    return trial.gpu.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

void trial_open(void)
{
    const struct gpu_options none = {.device = NULL};

    if (!gpu_open(&trial.gpu, &none)) {
        fprintf(stderr, "check: no device: %s\n", trial.gpu.error);
        exit(TRIAL_NO_DEVICE);
    }
    if (getenv("VKSCAN_TEST_NATIVE") && is_software()) {
        fprintf(stderr, "check: no device: only software devices here\n");
        exit(TRIAL_NO_DEVICE);
    }
    trial.buffers.gpu = &trial.gpu;
}

void trial_close(void)
{
    buffers_close(&trial.buffers);
    gpu_close(&trial.gpu);
}

void trial_print_device(void)
{
    printf("# %s, subgroup size %u\n", trial.gpu.properties.deviceName,
           trial.gpu.info.subgroup_size);
}

static void VKAPI_CALL on_message(void *user, const vkscan_message *message)
{
    (void)user;
    if (message->severity == VKSCAN_SEVERITY_ERROR)
        snprintf(trial.message, sizeof(trial.message), "%s", message->text);
}

static vkscan_context_params context_params(const struct drawn *drawn)
{
    vkscan_context_params params = gpu_context_params(&trial.gpu);

    params.ignored_capabilities = ignored_sets[drawn->factors[FACTOR_IGNORED]];
    params.message = on_message;
    params.policies = &drawn->policy;
    params.policy_count = drawn->policy.workgroup_size > 0;
    params.spin_limit = drawn->spin_limit;
    params.multiprocessors = drawn->multiprocessors;
    return params;
}

uint64_t trial_draw(uint64_t seed, uint64_t number, struct drawn *drawn)
{
    uint64_t state = draw_state(seed, number);

    draw_plan(&state, is_software(), drawn);
    return state;
}

bool trial_can_run(const struct drawn *drawn)
{
    const vkscan_context_params params = context_params(drawn);

    return vkscan_query_plan(&params, &drawn->plan, NULL) == VK_SUCCESS;
}

/* ---- a run ---- */

static uint64_t draw_count(uint64_t *state, uint64_t most)
{
    const uint64_t tile = trial.buffers.info.tile_size;
    const uint64_t edges[] = {0, 1, trial.buffers.info.workgroup_size, tile, 2 * tile, 3 * tile};
    uint64_t count = most;

    switch (draw(state, 4)) {
    case 0:
        count = edges[draw(state, 6)] + draw(state, 3) - 1;
        break;
    case 1:
        count = draw(state, 100);
        break;
    case 2:
        count = draw(state, most + 1);
        break;
    default:
        break;
    }
    return count <= most ? count : draw(state, most + 1);
}

static uint64_t most_elements(void)
{
    const vkscan_plan_params *plan = &trial.drawn->plan;
    const uint64_t most =
        trial.buffers.info.algorithm == VKSCAN_ALGORITHM_DIRECT ? MOST_OF_DIRECT : MOST_ELEMENTS;

    return plan->capacity < most ? plan->capacity : most;
}

/* Writes an operand into its port, where the plan has one. */
static void set_operand(vkscan_port port, const void *value, uint64_t size)
{
    uint8_t *place = buffers_before(&trial.buffers, port);
    const uint64_t most = trial.buffers.windows[port].range.size;

    if (place)
        memcpy(place, value, size < most ? size : most);
}

static VkResult record(const vkscan_plan *plan, vkscan_binding *binding, VkCommandBuffer commands,
                       uint64_t count, const void *seed)
{
    return binding ? binding_run(binding, commands, count, seed)
                   : port_buffers_run(plan, commands, &trial.buffers.ports, count, seed);
}

/* Uploads, runs and downloads in one submission. */
static bool submit(const vkscan_plan *plan, vkscan_binding *binding, uint64_t count,
                   const void *seed)
{
    VkCommandBuffer commands = gpu_begin(&trial.gpu);

    if (!commands)
        return false;
    buffers_record_upload(&trial.buffers, commands);
    const VkResult result = record(plan, binding, commands, count, seed);
    buffers_record_download(&trial.buffers, commands);
    return gpu_submit(&trial.gpu, commands) && result == VK_SUCCESS;
}

/* Fills what a run of `recorded` elements reads. Stores the seed to give, or NULL. */
static bool prepare(struct oracle_run *run, uint64_t recorded, uint64_t in_buffer, uint64_t *state,
                    const void **seed)
{
    struct buffers *b = &trial.buffers;

    if (!buffers_begin_run(b, recorded, state) || !oracle_fill(b, run, state))
        return false;
    set_operand(VKSCAN_PORT_COUNT, &in_buffer, sizeof(in_buffer));
    set_operand(VKSCAN_PORT_SEED, run->seed, b->info.seed_size);
    const bool gives = run->has_seed && !(trial.drawn->plan.flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT);
    *seed = gives ? run->seed : NULL;
    return true;
}

/* Returns NULL, or what was wrong. */
static const char *try_run(const vkscan_plan *plan, vkscan_binding *binding, uint64_t *state)
{
    static char text[512];
    struct buffers *b = &trial.buffers;
    const uint64_t most = most_elements(), recorded = draw_count(state, most);
    const uint64_t in_buffer = draw(state, 2) ? draw_count(state, most) : recorded + draw(state, 3);
    struct oracle_run run = {.count = recorded};
    const void *seed;

    if (trial.drawn->plan.flags & VKSCAN_PLAN_COUNT_IN_BUFFER_BIT && in_buffer < recorded)
        run.count = in_buffer;
    if (!prepare(&run, recorded, in_buffer, state, &seed))
        return "out of memory";
    if (!submit(plan, binding, recorded, seed))
        return trial.message[0] ? trial.message : trial.gpu.error;
    if (oracle_expect(b, &run, text, sizeof(text)) && buffers_compare(b, text, sizeof(text)))
        return NULL;
    snprintf(text + strlen(text), sizeof(text) - strlen(text), ", of %" PRIu64 " elements",
             run.count);
    return text;
}

/* ---- a plan ---- */

/* Sets *ms to the median milliseconds of runs over as many elements as were checked at most.
 * Returns false if the device failed. */
static bool time_plan(const vkscan_plan *plan, vkscan_binding *binding, uint64_t *state, double *ms)
{
    const uint64_t count = most_elements();
    struct oracle_run run = {.count = count};
    struct gpu *gpu = &trial.gpu;
    double times[TIMED_RUNS];
    const void *seed;

    if (!prepare(&run, count, count, state, &seed))
        return false;
    VkCommandBuffer commands = gpu_begin(gpu);
    if (!commands)
        return false;
    gpu_timer_reset(gpu, commands);
    buffers_record_upload(&trial.buffers, commands);
    for (uint32_t i = 0; i <= TIMED_RUNS; i++) {
        gpu_timer_mark(gpu, commands, i);
        record(plan, binding, commands, count, seed);
        gpu_barrier(commands);
    }
    if (!gpu_submit(gpu, commands))
        return false;
    for (uint32_t i = 0; i < TIMED_RUNS; i++)
        if (!gpu_timer_ms(gpu, i, i + 1, &times[i]))
            return false;
    *ms = timing_summarize(times, TIMED_RUNS).median;
    return true;
}

static void try_plan(const vkscan_plan *plan, uint64_t state, uint64_t runs, bool bench,
                     struct trial_result *result)
{
    vkscan_binding *binding = NULL;

    if (!buffers_open(&trial.buffers, trial.drawn, plan, &state)) {
        result->wrong = trial.gpu.error;
        return;
    }
    if (trial.drawn->plan.access == VKSCAN_ACCESS_DESCRIPTOR_SETS &&
        port_buffers_bind(plan, &trial.buffers.ports, &binding) != VK_SUCCESS)
        result->wrong = trial.message;
    while (result->runs < runs && !result->wrong) {
        result->wrong = try_run(plan, binding, &state);
        result->runs++;
    }
    if (bench && !result->wrong && trial.gpu.timer &&
        !time_plan(plan, binding, &state, &result->ms))
        result->wrong = "it could not be timed";
    vkscan_binding_destroy(binding);
}

struct trial_result trial_run(const struct drawn *drawn, uint64_t state, uint64_t runs, bool bench)
{
    const vkscan_context_params params = context_params(drawn);
    struct trial_result result = {.wrong = trial.message};
    vkscan_context *context = NULL;
    vkscan_plan *plan = NULL;

    trial.drawn = drawn;
    trial.message[0] = '\0';
    if (vkscan_context_create(&params, &context) == VK_SUCCESS &&
        vkscan_plan_create(context, &drawn->plan, &plan) == VK_SUCCESS) {
        result = (struct trial_result){.created = true};
        try_plan(plan, state, runs, bench, &result);
    }
    vkscan_plan_destroy(plan);
    vkscan_context_destroy(context);
    return result;
}
