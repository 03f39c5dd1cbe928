/* SPDX-License-Identifier: MIT */
#include "trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vkscan/textbook.h>

#include "buffers.h"
#include "caller.h"
#include "context.h"
#include "oracle.h"
#include "pass/state.h"
#include "primitive.h"
#include "stalled.h"
#include "timing.h"

#define MOST_ELEMENTS (1u << 18) /* of a run */
#define MOST_OF_DIRECT 5000      /* which takes n^2 steps */
#define TIMED_RUNS 21
#define STALLED_POLLS 8 /* of which tiles that stall take four times as many */

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
    params.spin_limit = drawn->spin_limit;
    params.multiprocessors = drawn->multiprocessors;
    return params;
}

uint64_t trial_draw(uint64_t seed, uint64_t number, struct drawn *drawn)
{
    const struct draw_device device = {is_software(), trial.gpu.info.subgroup_size};
    uint64_t state = draw_state(seed, number);

    draw_plan(&state, &device, drawn);
    return state;
}

/* ---- the plan ---- */

/* Returns the bytes of the widest element of an array. */
static uint32_t widest_element(const struct drawn *drawn)
{
    const vkscan_operator *user = drawn->plan.user_operator;
    const uint32_t sizes[] = {draw_element_size(drawn), vkscan_type_size(drawn->plan.out_type),
                              user ? user->element_size : 0, user ? user->second_size : 0};
    uint32_t widest = 0;

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        widest = sizes[i] > widest ? sizes[i] : widest;
    return widest;
}

/* Takes from a device what the draw does not let it have. */
static void limit(const struct drawn *drawn, struct caps *caps)
{
    if (drawn->most_workgroups)
        caps->max_workgroup_count = drawn->most_workgroups;
    if (drawn->in_pieces)
        caps->max_range = DRAW_PIECE * widest_element(drawn) + caps->range_alignment;
}

/* Resolves the plan in the drawn shape. The one tree of all devices has one vector a thread. Pieces
 * by addresses are as long as those by descriptors. */
static VkResult resolve(const struct caps *caps, const struct drawn *drawn,
                        const struct report *errors, struct plan *plan)
{
    vkscan_plan_params params = drawn->plan;
    struct shape shape = drawn->shape;
    struct op user;

    if (params.determinism == VKSCAN_DETERMINISM_EVERYWHERE)
        shape.items = 1;
    if (drawn->in_pieces && !(vks_access(params.access)->needs & ~caps->capabilities))
        params.access = VKSCAN_ACCESS_DESCRIPTOR_SETS;
    VkResult result = VK_SUCCESS;
    if (params.user_operator) {
        result = vks_plan_params_check_user(&params, errors);
        user = vks_operator_op(params.user_operator);
    }
    if (result == VK_SUCCESS)
        result = vks_plan_resolve_with(caps, &params,
                                       params.user_operator ? &user : vks_element_op(params.op),
                                       shape.workgroup_size ? &shape : NULL, errors, plan);
    if (result != VK_SUCCESS)
        return result;
    if (params.user_operator) {
        plan->user_op = user;
        plan->op = &plan->user_op;
    }
    if (plan->access != drawn->plan.access) {
        plan->access = drawn->plan.access;
        memset(plan->stages, 0, sizeof(plan->stages));
        vks_plan_stages(caps, plan);
        return vks_plan_check_stages(plan, errors);
    }
    return VK_SUCCESS;
}

bool trial_can_run(const struct drawn *drawn)
{
    const vkscan_context_params given = context_params(drawn);
    vkscan_context_params params;
    struct report errors;
    struct wanted wanted;
    struct caps caps;
    struct plan plan;
    struct vk vk;

    if (vks_context_read_params(&given, &params, &errors) != VK_SUCCESS ||
        vks_context_probe(&params, &errors, &vk, &wanted, &caps) != VK_SUCCESS)
        return false;
    limit(drawn, &caps);
    return resolve(&caps, drawn, &errors, &plan) == VK_SUCCESS;
}

/* Lets no stage poll. */
static void forbid_polls(struct plan *plan)
{
    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES; i++)
        for (uint32_t k = 0; k < plan->stages[i].constants.count; k++)
            if (plan->stages[i].constants.id[k] == SPEC_SPIN_LIMIT)
                plan->stages[i].constants.value[k] = 0;
}

/* Lets tiles come late, where the plan has kernels that do. These are modules of an operator: a
 * reduction of segments, whose selection alone looks back, has that of the user. */
static void stall(const struct drawn *drawn, struct plan *plan)
{
    const vkscan_operator *user = drawn->plan.user_operator;
    const bool can = !user || (user == operator_rows[0].user &&
                               plan->primitive != VKSCAN_PRIMITIVE_SEGMENTED_REDUCE);

    if (drawn->stall == DRAW_NO_POLLS)
        forbid_polls(plan);
    else if (drawn->stall != STALL_NONE && can)
        stalled_use(plan, drawn->stall, drawn->spin_limit ? drawn->spin_limit : STALLED_POLLS);
}

static VkResult create_plan(vkscan_context *context, const struct drawn *drawn, vkscan_plan **out)
{
    struct plan plan;

    limit(drawn, &context->caps);
    const VkResult result = resolve(&context->caps, drawn, &context->errors, &plan);
    if (result != VK_SUCCESS)
        return result;
    stall(drawn, &plan);
    return vks_context_plan_create(context, &plan, out);
}

/* Returns the last epoch of a plan's persistent state, after which they begin again. Scans of
 * segments have tile states of 32-bit words alone. */
static uint32_t last_epoch(const vkscan_plan *plan)
{
    const bool wide = plan->context->caps.capabilities & VKSCAN_CAPABILITY_INT64_ATOMICS_BIT &&
                      trial.drawn->plan.details != &trial.drawn->segments;

    if (plan->plan.algorithm->id == VKSCAN_ALGORITHM_CHAINED)
        return UINT32_MAX;
    return wide ? 0x3fffffff : 0xffff;
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

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Plans are made for devices of at least 65,535 workgroups. Of the few that are drawn each gets no
 * more tiles than it may take, of which the padding before a misaligned array is part of one: more
 * stay undone by a single pass, which bounds them, and by others take more iterations than Mesa's
 * lavapipe lets a thread's loops have, 65,535 in all. A selection of heads by keys of 16 bytes has
 * tiles of a quarter of the elements. */
static uint64_t most_elements(void)
{
    const vkscan_plan_info *info = &trial.buffers.info;
    const uint64_t most =
        info->algorithm == VKSCAN_ALGORITHM_DIRECT ? MOST_OF_DIRECT : MOST_ELEMENTS;
    const uint32_t stores_keys =
        trial.drawn->plan.details == &trial.drawn->segments && trial.drawn->segments.outputs > 0;
    const uint64_t workgroups =
        trial.drawn->most_workgroups ? trial.drawn->most_workgroups : WORKGROUPS_GUARANTEED;

    return least(least(trial.drawn->plan.capacity, most),
                 workgroups * (WORKGROUP_TILES_MAX - 1) * info->tile_size / (stores_keys ? 4 : 1));
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

/* Records upload, run and download, to be submitted any number of times. */
static VkCommandBuffer record_all(const vkscan_plan *plan, vkscan_binding *binding, uint64_t count,
                                  const void *seed)
{
    VkCommandBuffer commands = gpu_begin(&trial.gpu);

    if (!commands)
        return VK_NULL_HANDLE;
    buffers_record_upload(&trial.buffers, commands);
    const VkResult result = record(plan, binding, commands, count, seed);
    buffers_record_download(&trial.buffers, commands);
    return vkEndCommandBuffer(commands) == VK_SUCCESS && result == VK_SUCCESS ? commands
                                                                              : VK_NULL_HANDLE;
}

static bool submit(VkCommandBuffer commands)
{
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &commands,
    };

    buffers_expect_before(&trial.buffers);
    if (vkQueueSubmit(trial.gpu.queue, 1, &info, VK_NULL_HANDLE) == VK_SUCCESS &&
        vkQueueWaitIdle(trial.gpu.queue) == VK_SUCCESS)
        return true;
    snprintf(trial.gpu.error, sizeof(trial.gpu.error), "the device was lost");
    return false;
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

/* Draws the count in its buffer, which has one of 32 or 64 bits, and may be beyond what the host
 * recorded. Stores that of the run. */
static uint64_t draw_count_in_buffer(struct oracle_run *run, uint64_t recorded, uint64_t *state)
{
    const uint64_t beyond[] = {recorded, recorded + 1, UINT32_MAX, (1ull << 32) + 5, UINT64_MAX};
    const uint64_t in_buffer =
        draw(state, 2) ? draw_count(state, most_elements()) : beyond[draw(state, 5)];
    const bool has_64_bits = trial.buffers.windows[VKSCAN_PORT_COUNT].range.size == 8;
    const uint64_t read = has_64_bits ? in_buffer : (uint32_t)in_buffer;

    run->count = recorded;
    if (trial.drawn->plan.flags & VKSCAN_PLAN_COUNT_IN_BUFFER_BIT && read < recorded)
        run->count = read;
    return in_buffer;
}

/* Submits and compares. Returns NULL, or what was wrong. */
static const char *try_submission(VkCommandBuffer commands, const struct oracle_run *run)
{
    static char text[512];
    struct buffers *b = &trial.buffers;

    if (!submit(commands))
        return trial.gpu.error;
    if (oracle_expect(b, run, text, sizeof(text)) && buffers_compare(b, text, sizeof(text)))
        return NULL;
    snprintf(text + strlen(text), sizeof(text) - strlen(text), ", of %" PRIu64 " elements",
             run->count);
    return text;
}

/* Submits once more what rounds, whose bits are those of the first time. */
static const char *try_same_bits(VkCommandBuffer commands, const struct oracle_run *run)
{
    const struct images *images = &trial.buffers.images;
    uint8_t *first = malloc(images->size);

    if (!first)
        return "out of memory";
    memcpy(first, images->found.mapped, images->size);
    const char *wrong = try_submission(commands, run);
    if (!wrong && memcmp(first, images->found.mapped, images->size) != 0)
        wrong = "other bits than in the run before";
    free(first);
    return wrong;
}

/* Submits once more over other data, with other operands in their buffers. */
static const char *try_other_data(VkCommandBuffer commands, const struct oracle_run *first,
                                  uint64_t recorded, uint64_t *state)
{
    struct oracle_run run = {.count = 0};
    const uint64_t in_buffer = draw_count_in_buffer(&run, recorded, state);
    const void *seed;

    if (!prepare(&run, recorded, in_buffer, state, &seed))
        return "out of memory";
    if (!(trial.drawn->plan.flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT)) {
        run.has_seed = first->has_seed;
        memcpy(run.seed, first->seed, sizeof(run.seed));
    }
    return try_submission(commands, &run);
}

static bool repeats_bits(const struct drawn *drawn)
{
    return trial.buffers.plan->computation.rounds && !drawn->plan.user_operator &&
           drawn->plan.determinism != VKSCAN_DETERMINISM_FASTEST;
}

/* Tries one recording twice. Returns NULL, or what was wrong. */
static const char *try_run(const vkscan_plan *plan, vkscan_binding *binding, uint64_t *state)
{
    const uint64_t recorded = draw_count(state, most_elements());
    struct oracle_run run = {.count = 0};
    const uint64_t in_buffer = draw_count_in_buffer(&run, recorded, state);
    const void *seed;

    if (!prepare(&run, recorded, in_buffer, state, &seed))
        return "out of memory";
    VkCommandBuffer commands = record_all(plan, binding, recorded, seed);
    if (!commands)
        return trial.message[0] ? trial.message : trial.gpu.error;
    const char *wrong = try_submission(commands, &run);
    if (!wrong)
        wrong = repeats_bits(trial.drawn) ? try_same_bits(commands, &run)
                                          : try_other_data(commands, &run, recorded, state);
    vkFreeCommandBuffers(trial.gpu.device, trial.gpu.command_pool, 1, &commands);
    return wrong;
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

    if (!buffers_open(&trial.buffers, trial.drawn, plan, &state) ||
        (trial.drawn->last_epochs && !buffers_set_epoch(&trial.buffers, last_epoch(plan) - 2))) {
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
        create_plan(context, drawn, &plan) == VK_SUCCESS) {
        result = (struct trial_result){.created = true};
        try_plan(plan, state, runs, bench, &result);
    }
    vkscan_plan_destroy(plan);
    vkscan_context_destroy(context);
    return result;
}
