/* SPDX-License-Identifier: MIT */
/* --show: the steps of an algorithm over the user's numbers, and what each costs. */
#include <inttypes.h>
#include <string.h>

#include "algorithms.h"
#include "failure.h"
#include "names.h"
#include "primitive.h"
#include "session.h"
#include "show/picture.h"
#include "textbook.h"

struct show {
    struct session *s;
    vkscan_plan_params params;
    struct plan plan; /* of one tile over all numbers, whatever the device would take */
    struct step steps[STEPS_MAX];
    uint32_t step_count;
    union value numbers[PICTURE_PLACES];
    uint32_t count;
    union value device[PICTURE_PLACES]; /* the device's results */
    uint32_t results;
};

/* Steps in device memory have no tiles. */
static bool is_tiled(const struct show *show)
{
    return show->plan.algorithm->arrangement != &vks_textbook_step;
}

/* ---- what is shown ---- */

static int read_numbers(struct show *show, const char *text)
{
    const vkscan_type type = show->params.type;
    char number[VALUE_TEXT_SIZE], range[VALUE_TEXT_SIZE];

    if (value_components(type) > 1)
        return misused("--show draws numbers: %s is a vector; give --type of a scalar",
                       vkscan_type_name(type));
    for (show->count = 0;; text++) {
        const size_t length = strcspn(text, ",");
        if (show->count == PICTURE_PLACES)
            return misused("--show takes 2 to %d numbers, with commas between them",
                           PICTURE_PLACES);
        snprintf(number, sizeof(number), "%.*s", (int)length, text);
        if (length >= sizeof(number) || !value_parse(type, number, &show->numbers[show->count++])) {
            value_range(type, range);
            return misused("bad number '%s' for --show; %s, with commas between them", number,
                           range);
        }
        text += length;
        if (!*text && show->count > 1)
            return 0;
        if (!*text)
            return misused("--show takes 2 to %d numbers, with commas between them",
                           PICTURE_PLACES);
    }
}

static bool resolve(struct show *show, vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    const struct report silent = {0};
    vkscan_plan_params params = show->params;

    params.algorithm = algorithm;
    params.primitive = primitive;
    if (vks_plan_resolve(&show->s->caps, &params, &silent, &show->plan) != VK_SUCCESS)
        return false;
    metrics_fit_tile(&show->plan, SHAPE_LARGEST_WORKGROUP);
    show->step_count = metrics_steps(&show->plan, show->s->caps.subgroup_size, show->steps);
    if (algorithm < VKSCAN_ALGORITHM_TEXTBOOK)
        return false;
    for (uint32_t i = 0; i < show->step_count; i++)
        if (show->steps[i].effect == STEP_ACCESS)
            return false;
    return show->step_count > 0;
}

/* Refuses an algorithm whose steps are not known, and tells those that can be shown. */
static int refuse(struct show *show)
{
    char known[NAMES_SIZE] = "";

    for (vkscan_algorithm a = VKSCAN_ALGORITHM_TEXTBOOK; vkscan_algorithm_name(a);
         a = next_algorithm(a))
        if (resolve(show, a, VKSCAN_PRIMITIVE_REDUCE) ||
            resolve(show, a, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN))
            names_append(known, vkscan_algorithm_name(a));
    return misused("--show has no steps of %s; it draws %s",
                   vkscan_algorithm_name(show->params.algorithm), known);
}

/* ---- the steps in numbers ---- */

/* Returns the threads for some pairs: those of a workgroup may take several each. */
static uint64_t threads_of(const struct show *show, uint64_t pairs)
{
    const uint32_t size = show->plan.shape.workgroup_size;

    return is_tiled(show) && pairs > size ? size : pairs;
}

static void print_costs(const struct show *show, FILE *to)
{
    const uint32_t banks = show->s->options->banks, size = vkscan_type_size(show->params.type);

    fprintf(to, "\n"
                "            combi-  threads     subgroups  lanes on a bank  sectors\n"
                "step       nations  active of    diverged  as is    padded  an access\n");
    for (uint32_t i = 0; i < show->step_count; i++) {
        const struct step *step = &show->steps[i];
        char name[PICTURE_NAME_SIZE], lanes[12] = "-", padded[12] = "-", sectors[12] = "-";
        if (step_work(step) == 0)
            continue;
        if (step->memory == STEP_DEVICE)
            snprintf(sectors, sizeof(sectors), "%" PRIu32, step_sectors(step, banks, size));
        else
            snprintf(lanes, sizeof(lanes), "%" PRIu32,
                     step_conflict(step, banks, SHAPE_NO_PADDING));
        if (step->memory == STEP_PADDED)
            snprintf(padded, sizeof(padded), "%" PRIu32, step_conflict(step, banks, banks));
        picture_name(step, name);
        fprintf(to, "%-10s %7" PRIu64 " %7" PRIu64 " %4" PRIu64 " %11" PRIu64 " %6s %9s %10s\n",
                name, step_work(step), threads_of(show, step->end - step->first),
                threads_of(show, step->threads), step_diverged(step, banks), lanes, padded,
                sectors);
    }
}

static void print_totals(const struct show *show, FILE *to)
{
    const struct formulas formulas = metrics_formulas(&show->plan);
    /* The texts have powers of two. */
    const bool is_whole = formulas.work && (show->count & (show->count - 1)) == 0;
    uint64_t work = 0, steps = 0;

    for (uint32_t i = 0; i < show->step_count; i++) {
        work += step_work(&show->steps[i]);
        steps += step_work(&show->steps[i]) > 0;
    }
    fprintf(to, "\nW = %" PRIu64, work);
    if (is_whole)
        fprintf(to, " = %s", formulas.work);
    fprintf(to, ", T = %" PRIu64, steps);
    if (is_whole)
        fprintf(to, " = %s", formulas.steps);
    fprintf(to, "; a loop: W = T = %" PRIu32 "\n", show->count - 1);
}

/* ---- the device ---- */

/* Computes the same by the library, which checks it against the CPU. */
static int run_on_device(struct show *show)
{
    struct session *s = show->s;
    struct bench *bench = &s->bench;
    const uint32_t size = vkscan_type_size(show->params.type);
    struct timing time;

    bool ok = bench_open(bench, &s->gpu, show->count, 0, &show->params, false);
    for (uint32_t i = 0; i < show->count && ok; i++)
        memcpy((char *)bench->data + i * size, &show->numbers[i], size);
    if (ok && !gpu_upload(&s->gpu, &bench->source, 0, bench->data, show->count * size))
        ok = bench_fail(bench, s->gpu.error);
    ok = ok && bench_algorithm(bench, &show->params, 1, &time);
    for (uint32_t i = 0; i < show->results && ok; i++)
        memcpy(&show->device[i], (char *)bench->result + i * size, size);
    bench_close(bench);
    return ok ? 0 : failed("%s", bench->error);
}

/* ---- all ---- */

static void print_head(const struct show *show)
{
    printf("%s, %s, %" PRIu32 " %s, %s: ", show->plan.algorithm->name,
           vkscan_primitive_name(show->params.primitive), show->count,
           vkscan_type_name(show->params.type), vkscan_op_name(show->params.op));
    if (is_tiled(show))
        printf("a tile of %" PRIu32 ", %" PRIu32 " threads\n\n", show->plan.tile_size,
               show->plan.shape.workgroup_size);
    else
        printf("in device memory, a dispatch a step\n\n");
}

static int draw(struct show *show)
{
    static struct picture picture;
    const bool reduces = show->params.primitive == VKSCAN_PRIMITIVE_REDUCE;

    picture = (struct picture){
        .type = show->params.type,
        .op = show->params.op,
        .steps = show->steps,
        .step_count = show->step_count,
        .source = show->numbers,
        .count = show->count,
        .places = is_tiled(show) ? show->plan.tile_size : show->count,
        .in_device_memory = !is_tiled(show),
    };
    print_head(show);
    const bool drawn = picture_draw(&picture, stdout);
    if (!drawn)
        printf("%" PRIu32 " places of %" PRIu32 " columns are too many to draw.\n", picture.places,
               picture.columns);
    print_costs(show, stdout);
    print_totals(show, stdout);
    const int status = run_on_device(show);
    if (status)
        return status;
    const union value *results = picture.place + (reduces ? picture_total(&picture) : 0);
    if (drawn)
        picture_values(&picture, "device", show->device, show->results, stdout);
    if (memcmp(show->device, results, show->results * sizeof(*results)) != 0)
        return failed("the device's result differs from that of the steps");
    printf("The result of %s is the same.\n", show->s->gpu.properties.deviceName);
    return 0;
}

int bench_show(struct session *s)
{
    static struct show show;
    const struct bench_options *options = s->options;

    show.s = s;
    bench_options_plan(s->options, options->primitives[options->primitive_count - 1], &show.params);
    show.params.algorithm = options->algorithms[0];
    const int status = read_numbers(&show, options->numbers);
    if (status)
        return status;
    bench_options_set_size(s->options, show.count, &show.params);
    show.results = show.params.primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : show.count;
    if (!resolve(&show, show.params.algorithm, show.params.primitive))
        return refuse(&show);
    return draw(&show);
}
