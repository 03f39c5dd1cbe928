/* SPDX-License-Identifier: MIT */
/*
 * User operators: constants that vkscan-operator makes of tests/operators and of those that come
 * with the library. Elements of one to four words, sources of others, and second sources.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vkscan/operators/arg_max_f32.h>
#include <vkscan/operators/arg_min_i32_pairs.h>
#include <vkscan/operators/bounds_f32.h>
#include <vkscan/operators/carry.h>
#include <vkscan/operators/dot_f32.h>
#include <vkscan/operators/in_front_f32x3.h>
#include <vkscan/operators/kahan_sum_f32.h>
#include <vkscan/operators/product_f32_2x2.h>
#include <vkscan/operators/recurrence_f32.h>

#include <vkscan/textbook.h>

#include "affine.h"
#include "dihedral.h"
#include "heisenberg.h"
#include "matrix.h"
#include "ports.h"
#include "refusals.h"
#include "primitive.h"
#include "spread.h"
#include "tally.h"
#include "variants.h"
#include "weave.h"
#include "kernel_interface.h"
#include "port_buffers.h"

#define MOST 20011
#define WORDS 4 /* of an element or of a source's, at most */
#define REVERSE VKSCAN_PLAN_REVERSE_BIT
#define COUNTED VKSCAN_PLAN_COUNT_IN_BUFFER_BIT

typedef const uint32_t *words;

/* An element of each source, and its index. */
struct input {
    words s, t;
    uint32_t index;
};

/* An operator as the CPU has it, over words. */
struct subject {
    const vkscan_operator *user;
    void (*map)(const struct input *in, uint32_t *e); /* NULL: none */
    void (*combine)(words left, words right, uint32_t *e);
    uint32_t identity[WORDS];
    double tolerance; /* of floats, relative; 0: the same bits */
};

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* ---- the operators ---- */

static void dihedral_combine(words l, words r, uint32_t *e)
{
    e[0] = harness_compose_dihedral(l[0], r[0]);
}

static void heisenberg_combine(words l, words r, uint32_t *e)
{
    e[0] = l[0] + r[0];
    e[1] = l[1] + r[1];
    e[2] = l[2] + r[2] + l[0] * r[1];
}

static void matrix_combine(words l, words r, uint32_t *e)
{
    for (uint32_t k = 0; k < 4; k++)
        e[k] = l[k & 2] * r[k & 1] + l[(k & 2) + 1] * r[2 + (k & 1)];
}

static void tally_map(const struct input *in, uint32_t *e)
{
    e[0] = (in->s[0] & 1) + (in->s[1] & 1) + (in->s[2] & 1) + (in->s[3] & 1) +
           (in->index % 5 == 0 ? 3 : 0);
}

static void tally_combine(words l, words r, uint32_t *e)
{
    e[0] = l[0] + r[0];
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t most(uint32_t a, uint32_t b)
{
    return a < b ? b : a;
}

static void spread_map(const struct input *in, uint32_t *e)
{
    e[0] = least(in->s[0], least(in->s[1], in->s[2]));
    e[1] = most(in->s[0], most(in->s[1], in->s[2]));
    e[2] = in->s[0] + in->s[1] + in->s[2];
    e[3] = 1;
}

static void spread_combine(words l, words r, uint32_t *e)
{
    e[0] = least(l[0], r[0]);
    e[1] = most(l[1], r[1]);
    e[2] = l[2] + r[2];
    e[3] = l[3] + r[3];
}

static void carry_map(const struct input *in, uint32_t *e)
{
    const uint64_t sum = (uint64_t)in->s[0] + in->s[1];

    e[0] = (uint32_t)(sum >> 32) | (sum == UINT32_MAX) << 1;
}

static void carry_combine(words l, words r, uint32_t *e)
{
    e[0] = ((r[0] & 1) | (r[0] >> 1 & l[0] & 1)) | (l[0] & r[0] & 2);
}

static void arg_map(const struct input *in, uint32_t *e)
{
    e[0] = in->s[0];
    e[1] = in->index;
}

static void arg_max_f32_combine(words l, words r, uint32_t *e)
{
    const float left = float_of(l[0]), right = float_of(r[0]);
    const bool is_left = isnan(left) != isnan(right)    ? isnan(left)
                         : isnan(left) || left == right ? l[1] < r[1]
                                                        : left > right;

    memcpy(e, is_left ? l : r, 2 * sizeof(*e));
}

static void arg_min_i32_combine(words l, words r, uint32_t *e)
{
    const bool is_left = (int32_t)l[0] < (int32_t)r[0] || (l[0] == r[0] && l[1] < r[1]);

    memcpy(e, is_left ? l : r, 2 * sizeof(*e));
}

static void bounds_map(const struct input *in, uint32_t *e)
{
    e[0] = e[1] = in->s[0];
}

static void bounds_combine(words l, words r, uint32_t *e)
{
    e[0] = float_of(l[0]) < float_of(r[0]) ? l[0] : r[0];
    e[1] = float_of(l[1]) > float_of(r[1]) ? l[1] : r[1];
}

static void store(uint32_t *e, double value)
{
    const float single = (float)value;

    memcpy(e, &single, sizeof(*e));
}

static void sum_map(const struct input *in, uint32_t *e)
{
    e[0] = in->s[0];
    e[1] = 0;
}

/* In the sense of the pair: its value. */
static void sum_combine(words l, words r, uint32_t *e)
{
    const double value = (double)float_of(l[0]) + float_of(l[1]) + float_of(r[0]) + float_of(r[1]);

    store(e, value);
    store(e + 1, value - float_of(e[0]));
}

static void recurrence_combine(words l, words r, uint32_t *e)
{
    store(e, (double)float_of(l[0]) * float_of(r[0]));
    store(e + 1, (double)float_of(r[0]) * float_of(l[1]) + float_of(r[1]));
}

static void product_combine(words l, words r, uint32_t *e)
{
    for (uint32_t k = 0; k < 4; k++)
        store(e + k, (double)float_of(l[k & 1]) * float_of(r[k & 2]) +
                         (double)float_of(l[2 + (k & 1)]) * float_of(r[(k & 2) + 1]));
}

static void weave_map(const struct input *in, uint32_t *e)
{
    e[0] = in->s[0] ^ in->t[2];
    e[1] = in->s[1] + in->t[0] * in->t[1] + in->index;
}

static void weave_combine(words l, words r, uint32_t *e)
{
    const uint32_t l0 = l[0];

    e[1] = r[0] * l[1] + r[1];
    e[0] = l0 * r[0];
}

static void dot_map(const struct input *in, uint32_t *e)
{
    store(e, (double)float_of(in->s[0]) * float_of(in->t[0]));
}

static void dot_combine(words l, words r, uint32_t *e)
{
    store(e, (double)float_of(l[0]) + float_of(r[0]));
}

#define ONE 0x3f800000u
#define INFINITE 0x7f800000u
#define NEGATIVE 0x80000000u

static const struct subject subjects[] = {
    {&dihedral, NULL, dihedral_combine, {1}, 0},
    {&heisenberg, NULL, heisenberg_combine, {0}, 0},
    {&matrix, NULL, matrix_combine, {1, 0, 0, 1}, 0},
    {&tally, tally_map, tally_combine, {0}, 0},
    {&spread, spread_map, spread_combine, {UINT32_MAX}, 0},
    {&vkscan_carry, carry_map, carry_combine, {2}, 0},
    {&vkscan_arg_max_f32, arg_map, arg_max_f32_combine, {INFINITE | NEGATIVE, UINT32_MAX}, 0},
    {&vkscan_arg_min_i32_pairs, NULL, arg_min_i32_combine, {INT32_MAX, UINT32_MAX}, 0},
    {&vkscan_bounds_f32, bounds_map, bounds_combine, {INFINITE, INFINITE | NEGATIVE}, 0},
    {&vkscan_kahan_sum_f32, sum_map, sum_combine, {0}, 1e-6},
    {&vkscan_recurrence_f32, NULL, recurrence_combine, {ONE}, 1e-4},
    {&vkscan_product_f32_2x2, NULL, product_combine, {ONE, 0, 0, ONE}, 1e-2},
};

/* Of two sources. */
static const struct subject weaves = {&weave, weave_map, weave_combine, {1}, 0};
static const struct subject dots = {&vkscan_dot_f32, dot_map, dot_combine, {0}, 0};

/* ---- running ---- */

/* Words; of floats values near 1, so that long products neither vanish nor overflow, or whole ones
 * whose sums are exact; of carries pairs that often propagate one. */
static void fill(const struct subject *subject, uint32_t state, struct memory *m)
{
    uint32_t *data = (uint32_t *)(void *)memory_before(m);

    for (uint64_t i = 0; i < m->size / 4; i++) {
        state = state * 1664525 + 1013904223;
        if (subject->user == &vkscan_carry)
            data[i] = i % 2 && state >> 30 ? ~data[i - 1] : state;
        else if (subject->user == &vkscan_product_f32_2x2)
            store(&data[i], (i % 4 == 0 || i % 4 == 3 ? 1 : 0) + (state >> 8) * 0x1p-34 - 0x1p-11);
        else if (subject->tolerance > 0 || subject->user == &vkscan_bounds_f32)
            store(&data[i], (state >> 8) * 0x1p-25 + 0.25 - (double)(i % 3) / 4);
        else if (subject->user == &vkscan_arg_max_f32)
            store(&data[i], (double)(state >> 24));
        else if (subject == &dots)
            store(&data[i], (double)(state >> 29));
        else
            data[i] = state;
    }
}

/* Where a run's buffers lie, in elements behind a vector's start. */
struct spot {
    uint32_t source, second, destination;
    bool seeded;
    enum { APART, IN_FIRST, IN_SECOND } in_place;
};

struct run {
    struct harness *h;
    const struct subject *subject;
    struct spot spot;
    struct ports ports;
    struct memory source, second, destination, count;
};

static struct memory *target_of(struct run *run)
{
    return run->spot.in_place == IN_FIRST    ? &run->source
           : run->spot.in_place == IN_SECOND ? &run->second
                                             : &run->destination;
}

static void expect(struct run *run, uint64_t count, words seed)
{
    const struct plan *plan = &run->ports.plan->plan;
    const vkscan_operator *user = run->subject->user;
    const uint32_t size = user->element_size;
    uint32_t total[WORDS], element[WORDS], before[WORDS];
    uint8_t *results = memory_after(target_of(run));

    memcpy(total, seed ? seed : run->subject->identity, sizeof(total));
    for (uint64_t turn = 0; turn < count; turn++) {
        const uint64_t i = plan->flags & REVERSE ? count - 1 - turn : turn;
        const struct input in = {
            (words)(void *)(memory_before(&run->source) + i * user->input_size),
            (words)(void *)(memory_before(&run->second) + i * user->second_size), (uint32_t)i};
        memcpy(before, total, sizeof(before));
        if (run->subject->map)
            run->subject->map(&in, element);
        else
            memcpy(element, in.s, user->input_size);
        run->subject->combine(before, element, total);
        if (plan->primitive != VKSCAN_PRIMITIVE_REDUCE)
            memcpy(results + i * size,
                   plan->primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN ? total : before, size);
    }
    if (plan->primitive == VKSCAN_PRIMITIVE_REDUCE)
        memcpy(results, total, size);
}

/* Word k of an element. What is left over of a sum is not rounded again. */
static bool is_near(const struct subject *subject, uint64_t k, uint32_t found, uint32_t expected)
{
    const double right = (double)float_of(expected), error = fabs((double)float_of(found) - right);

    return subject->tolerance > 0 && (error <= subject->tolerance * fmax(1, fabs(right)) ||
                                      (k == 1 && subject->user == &vkscan_kahan_sum_f32));
}

/* Around what is stored, poison, or the source, stays. */
static void compare(struct run *run, uint64_t count)
{
    const struct plan *plan = &run->ports.plan->plan;
    const uint64_t results = plan->primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : count;
    const uint64_t element_words = run->subject->user->element_size / 4;
    struct memory *m = target_of(run);
    const uint64_t first = m->first / 4, end = first + results * element_words;
    uint32_t *expected = malloc(m->buffer.size);
    const uint32_t *found = (const uint32_t *)(void *)m->after;

    assert_non_null(expected);
    memcpy(expected, m->after, m->buffer.size);
    memory_download(run->h, m);
    for (uint64_t i = 0; i < m->buffer.size / 4; i++)
        if (found[i] != expected[i] &&
            !(i >= first && i < end &&
              is_near(run->subject, (i - first) % element_words, found[i], expected[i])))
            fail_msg("%s, %s by %s, access %u, in place %u: word %lld of %llu elements is 0x%08x, "
                     "not 0x%08x",
                     run->subject->user->name, vkscan_primitive_name(plan->primitive),
                     plan->algorithm->name, plan->access, run->spot.in_place,
                     (long long)(i - first), (unsigned long long)count, found[i], expected[i]);
    free(expected);
}

/* Over buffers of its own, all poison but for what it reads, and scratch of the runs before. */
static void run_once(struct run *run, struct spot spot, uint32_t count)
{
    const struct plan *plan = &run->ports.plan->plan;
    const vkscan_operator *user = run->subject->user;
    const uint64_t capacity = plan->capacity;
    const uint64_t results = plan->primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : capacity;
    struct memory *const memory[] = {&run->source, &run->second, &run->destination, &run->count};
    uint32_t seed[WORDS] = {0};

    run->spot = spot;
    run->source =
        memory_open(run->h, (uint64_t)spot.source * user->input_size, capacity * user->input_size);
    run->second = memory_open(run->h, (uint64_t)spot.second * user->second_size,
                              capacity * user->second_size);
    run->destination = memory_open(run->h, (uint64_t)spot.destination * user->element_size,
                                   results * user->element_size);
    run->count = memory_open(run->h, 0, 4);
    fill(run->subject, 1, &run->source);
    fill(run->subject, 2, &run->second);
    memory_set_word(&run->count, 0, count);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        memory_upload(run->h, memory[i]);
    if (spot.seeded && run->subject->map) /* some element */
        run->subject->map(&(struct input){(words)(void *)memory_before(&run->source), NULL, 7},
                          seed);
    else if (spot.seeded)
        memcpy(seed, memory_before(&run->source), user->element_size);
    run->ports.buffers.source = memory_range(&run->source);
    run->ports.buffers.second_source = memory_range(&run->second);
    run->ports.buffers.destination = memory_range(target_of(run));
    run->ports.buffers.count = memory_range(&run->count);
    ports_rebind(&run->ports);
    ports_run(run->h, &run->ports, plan->flags & COUNTED ? capacity : count,
              spot.seeded ? seed : NULL);
    expect(run, count, spot.seeded ? seed : NULL);
    compare(run, count);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        memory_close(run->h, memory[i]);
}

static struct run open_run(struct harness *h, const struct subject *subject, vkscan_plan *plan)
{
    return (struct run){.h = h, .subject = subject, .ports = ports_open_unbound(h, plan, 0)};
}

static void check(struct harness *h, vkscan_context *context, const struct subject *subject,
                  vkscan_plan_params params, struct spot spot)
{
    params.user_operator = subject->user;
    struct run run = open_run(h, subject, harness_plan(context, params));
    const uint32_t tile = run.ports.plan->plan.tile_size;
    const uint32_t counts[] = {(uint32_t)params.capacity, 0, 1, 2, tile - 1, tile, tile + 1};

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        if (counts[i] <= params.capacity)
            run_once(&run, spot, counts[i]);
    ports_close(h, &run.ports);
}

/* ---- tests ---- */

static bool is_tried(const struct variant *variant, const struct subject *subject)
{
    const struct op op = {.user = subject->user};

    return !variant_is_textbook(variant) &&
           vks_catalogue_has_modules(variant->algorithm, MODULE_CLASS_USER, &op);
}

/* Of small shapes, which drivers compile in a fraction of the time. */
static vkscan_context *small_context(struct harness *h, uint32_t ignored_capabilities)
{
    static const vkscan_tuning_policy policies[] = {
        TUNING(VKSCAN_ALGORITHM_BLELLOCH, 128, 1, 0, 0, 0),
        TUNING(VKSCAN_ALGORITHM_SUBGROUP, 128, 1, 0, 0, 0),
        TUNING(VKSCAN_ALGORITHM_SINGLE, 128, 1, 0, 0, 0),
        TUNING(VKSCAN_ALGORITHM_LOOKBACK, 128, 1, 0, 0, 0),
        TUNING(VKSCAN_ALGORITHM_LOOKAHEAD, 128, 2, 0, 0, 0),
    };
    vkscan_context_params params = harness_context_params(h);
    vkscan_context *context;

    params.ignored_capabilities = ignored_capabilities;
    params.policies = policies;
    params.policy_count = COUNT_OF(policies);
    assert_int_equal(vkscan_context_create(&params, &context), VK_SUCCESS);
    return context;
}

/* A sixth of all pairs, on other devices others; in the small size a twelfth. Of an algorithm all
 * are in one context: no pipeline is taken for another one's. */
TEST(operators_are_right_in_every_algorithm)
{
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);
    size_t tried = 0;

    for (size_t i = 0; i < count; i++) {
        vkscan_context *context = small_context(h, variants[i].ignored_capabilities);
        for (size_t s = 0; s < COUNT_OF(subjects); s++) {
            if (!is_tried(&variants[i], &subjects[s]) ||
                (i + s + h->turn) % harness_turns(h, 12, 6) != 0)
                continue;
            const size_t turn = i + s + h->turn;
            const vkscan_plan_params params = {
                .primitive = variant_primitive(&variants[i], turn),
                .algorithm = variants[i].algorithm->id,
                .capacity = MOST,
            };
            const bool in_place = turn % 3 == 2 && params.primitive &&
                                  subjects[s].user->input_size == subjects[s].user->element_size;
            const uint32_t destination = (uint32_t)(turn / 2 % 4);
            check(h, context, &subjects[s], params,
                  (struct spot){.source = in_place ? destination : (uint32_t)(turn % 4),
                                .destination = destination,
                                .seeded = turn / 2 % 2,
                                .in_place = in_place});
            tried++;
        }
        harness_context_destroy(context);
    }
    assert_true(tried * harness_turns(h, 2, 1) >= COUNT_OF(subjects));
}

TEST(auto_and_other_accesses_take_operators)
{
    vkscan_context *small = small_context(h, 0);

    for (vkscan_access access = 0; vkscan_access_name(access); access++) {
        if (vks_access(access)->needs & ~h->context->caps.capabilities)
            continue;
        for (size_t s = (access + 1) % 3; s < COUNT_OF(subjects); s += harness_turns(h, 12, 6))
            check(h, access ? small : h->context, &subjects[s],
                  (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .access = access,
                                       .capacity = 5000},
                  (struct spot){.source = 1, .seeded = true});
    }
    harness_context_destroy(small);
}

/* In the one tree of all devices: one that does not commute, one of which maps larger elements. */
TEST(operators_have_one_tree_everywhere)
{
    static const size_t tried[] = {2, 5};
    const vkscan_plan_params params = {.determinism = VKSCAN_DETERMINISM_EVERYWHERE,
                                       .capacity = 9000};

    for (size_t i = 0; i < COUNT_OF(tried); i += harness_turns(h, 2, 1))
        check(h, h->context, &subjects[tried[i]], params,
              (struct spot){.source = 1, .seeded = true});
}

/* What is lost by one addition of floats is kept. */
TEST(kahan_sums_keep_what_rounding_loses)
{
    const vkscan_plan_params params = {.user_operator = &vkscan_kahan_sum_f32, .capacity = 3000};
    struct memory source = memory_open(h, 0, 12000), destination = memory_open(h, 0, 8);
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){
                                        .source = memory_range(&source),
                                        .destination = memory_range(&destination),
                                    });
    float result;

    for (uint32_t i = 0; i < 3000; i++)
        memory_set_word(&source, i, reference_bits(i % 3 == 0 ? 1e8f : i % 3 == 1 ? 1 : -1e8f));
    memory_upload(h, &source);
    ports_run(h, &ports, 3000, NULL);
    memory_download(h, &destination);
    memcpy(&result, memory_after(&destination), sizeof(result));
    assert_true(result == 1000);
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &destination);
}

/* ---- two sources ---- */

#define CAPACITY 3001
#define PIECE 1024 /* elements, of plans of pieces */

struct row {
    const struct subject *subject;
    vkscan_primitive primitive;
    vkscan_algorithm algorithm;
    vkscan_access access;
    uint32_t flags;
    bool in_pieces;
};

/* Of pieces for a device whose descriptors reach PIECE elements. */
static vkscan_plan *plan_of_row(struct harness *h, const struct row *row)
{
    const uint32_t second = row->subject->user->second_size;
    const vkscan_plan_params params = {.primitive = row->primitive,
                                       .user_operator = row->subject->user,
                                       .algorithm = row->algorithm,
                                       .flags = row->flags,
                                       .capacity = CAPACITY};
    struct caps caps = h->context->caps;
    struct plan plan;

    memset(&plan, 0, sizeof(plan));
    if (row->in_pieces)
        caps.max_range = PIECE * second + caps.range_alignment;
    assert_int_equal(vks_plan_resolve(&caps, &params, &h->context->errors, &plan), VK_SUCCESS);
    assert_int_equal(plan.piece, row->in_pieces ? PIECE : CAPACITY);
    plan.access = row->access;
    memset(plan.stages, 0, sizeof(plan.stages));
    vks_plan_stages(&caps, &plan);
    return harness_plan_resolved(h->context, &plan);
}

static void try_row(struct harness *h, const struct row *row)
{
    static const struct spot spots[] = {{0, 0, 0, false, APART},     {0, 4, 8, false, APART},
                                        {1, 2, 3, false, APART},     {4, 3, 1, false, APART},
                                        {3, 0, 3, false, IN_FIRST},  {8, 8, 8, false, IN_FIRST},
                                        {1, 2, 2, false, IN_SECOND}, {4, 4, 4, false, IN_SECOND}};
    static const uint32_t counts[] = {CAPACITY, PIECE, 0, 2 * PIECE + 1, 1, CAPACITY, 63, CAPACITY};
    const vkscan_operator *user = row->subject->user;
    const uint32_t sizes[] = {user->element_size, user->input_size, user->second_size};
    struct run run = open_run(h, row->subject, plan_of_row(h, row));

    for (size_t i = 0; i < COUNT_OF(spots); i++)
        if (sizes[spots[i].in_place] == user->element_size &&
            (row->primitive != VKSCAN_PRIMITIVE_REDUCE || spots[i].in_place == APART))
            run_once(&run, spots[i], counts[i]);
    ports_close(h, &run.ports);
}

static bool has_bindings(const struct harness *h)
{
    return h->context->caps.max_storage_buffers >= BINDING_COUNT;
}

/* What the device lacks is replaced: an access by descriptor sets. */
static bool can_run(const struct harness *h, struct row *row)
{
    const uint32_t has = h->context->caps.capabilities;

    if (vks_access(row->access)->needs & ~has)
        row->access = VKSCAN_ACCESS_DESCRIPTOR_SETS;
    return !(vks_catalogue_find(row->algorithm, row->primitive)->needs & ~has) &&
           (has_bindings(h) || row->access == VKSCAN_ACCESS_ADDRESSES);
}

TEST(two_sources_are_right_in_every_algorithm)
{
#define SCAN(kind) VKSCAN_PRIMITIVE_##kind##CLUSIVE_SCAN
#define BY(algorithm, access) VKSCAN_ALGORITHM_##algorithm, VKSCAN_ACCESS_##access
    static const struct row rows[] = {
        {&weaves, SCAN(IN), BY(LOOKBACK, DESCRIPTOR_SETS), REVERSE, true},
        {&dots, SCAN(EX), BY(LOOKAHEAD, PUSH_DESCRIPTORS), COUNTED, true},
        {&weaves, SCAN(EX), BY(SUBGROUP, ADDRESSES), REVERSE | COUNTED, true},
        {&dots, SCAN(IN), BY(BLELLOCH, DESCRIPTOR_SETS), REVERSE, false},
        {&weaves, VKSCAN_PRIMITIVE_REDUCE, BY(SINGLE, PUSH_DESCRIPTORS), COUNTED, false},
        {&dots, VKSCAN_PRIMITIVE_REDUCE, BY(SUBGROUP, ADDRESSES), 0, true},
        {&weaves, VKSCAN_PRIMITIVE_REDUCE, BY(BLELLOCH, DESCRIPTOR_SETS), COUNTED, true},
    };
#undef BY
#undef SCAN

    for (size_t i = 0; i < COUNT_OF(rows); i += harness_turns(h, 2, 1)) {
        struct row row = rows[i];
        if (can_run(h, &row))
            try_row(h, &row);
    }
}

/* In place an element has the size of what it takes the place of. */
TEST(second_sources_are_refused_in_sentences)
{
    static const struct bad_buffers of_floats[] = {
        {{SET(second_source.buffer, 0)}, "second_source.buffer is NULL"},
        {{SET(second_source.size, 4 * CAPACITY - 4)},
         "second_source.size of 12000 bytes is too small: the plan needs 12004"},
        {{SET(second_source.offset, 2)}, "second_source.offset 2 is not a multiple of 4"},
        {{LIKE(destination, second_source), ADD(destination.offset, 4)},
         "destination and second_source overlap: in place they are at the same offset"},
        {{LIKE(scratch, second_source)}, "scratch overlaps the second_source"},
    };
    static const struct bad_buffers of_pairs[] = {
        {{LIKE(destination, second_source)},
         "destination and second_source overlap: in place their elements have one size"},
    };

    for (size_t i = 0; i < 2 && has_bindings(h); i++) {
        const vkscan_operator *user = i ? &weave : &vkscan_dot_f32;
        vkscan_plan *plan = harness_plan(
            h->context, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                             .user_operator = user,
                                             .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                             .flags = REVERSE,
                                             .capacity = CAPACITY});
        struct memory source = memory_open(h, 0, CAPACITY * user->input_size);
        struct memory second = memory_open(h, 0, CAPACITY * user->second_size);
        struct memory destination = memory_open(h, 0, CAPACITY * user->element_size);
        struct ports ports =
            ports_open(h, plan,
                       (struct port_buffers){.source = memory_range(&source),
                                             .second_source = memory_range(&second),
                                             .destination = memory_range(&destination)});
        refuse_rows(h, plan, &ports.buffers, i ? of_pairs : of_floats,
                    i ? COUNT_OF(of_pairs) : COUNT_OF(of_floats));
        ports_close(h, &ports);
        memory_close(h, &source);
        memory_close(h, &second);
        memory_close(h, &destination);
    }
}

/* ---- constants that are refused ---- */

static void query_operator(struct harness *h, const vkscan_operator *user, const char *part)
{
    const vkscan_context_params on = harness_context_params(h);
    const vkscan_plan_params params = {.user_operator = user, .capacity = 10};

    harness_assert_error(h, sized_query_plan(&on, &params, NULL), INVALID, part);
}

static const char *stale(uint32_t number)
{
    static char sentence[160];

    snprintf(
        sentence, sizeof(sentence),
        "operator affine is of kernel interface %u, and vkscan 0.1.0 has %u: compile it with the "
        "vkscan-operator of this version",
        number, KERNEL_INTERFACE);
    return sentence;
}

TEST(damaged_constants_are_refused)
{
    const uint32_t count = affine.module_count;
    vkscan_operator_module *modules = malloc(count * sizeof(*modules));
    const uint32_t size = affine.modules[0].size;
    uint8_t *code = malloc(size);
    vkscan_operator user;

    assert_non_null(modules);
    assert_non_null(code);
    memcpy(modules, affine.modules, count * sizeof(*modules));
    memcpy(code, affine.modules[0].bytes, size);
    modules[0].bytes = code;
#define WITH(change, part)                                                                         \
    do {                                                                                           \
        user = affine;                                                                             \
        user.modules = modules;                                                                    \
        change;                                                                                    \
        query_operator(h, &user, part);                                                            \
    } while (0)
    WITH(user.magic++, "user_operator is no constant of vkscan-operator: it begins with 0x");
    WITH(user.kernel_interface--, stale(KERNEL_INTERFACE - 1));
    WITH(user.kernel_interface++, stale(KERNEL_INTERFACE + 1));
    WITH(user.name = NULL, "damaged: it has no name");
    WITH(user.name = "other",
         "operator other is damaged: its checksum is not that of its contents");
    WITH(user.element_size = 6, "damaged: its elements have no size that there is");
    WITH(user.input_size = 20, "damaged: its elements have no size that there is");
    WITH(user.second_size = 20, "damaged: its elements have no size that there is");
    WITH(user.second_size = 4, "damaged: its checksum");
    WITH(user.element_size = 4, "damaged: its elements have no size that there is");
    WITH(user.seed_size = 0, "damaged: its elements have no size that there is");
    WITH(user.element_size = user.seed_size = 4, "damaged: its checksum");
    WITH(user.flags = 4, "damaged: it has unknown flags");
    WITH(user.flags = VKSCAN_OPERATOR_PREDICATE_BIT, "damaged: its checksum");
    WITH(user.flags = VKSCAN_OPERATOR_COMMUTATIVE_BIT, "damaged: its checksum");
    WITH(user.modules = NULL, "damaged: it has no modules");
    WITH(user.module_count--, "damaged: its checksum");
    WITH(user.module_count = UINT32_MAX, "damaged: its checksum");
    WITH(user.checksum ^= 1, "damaged: its checksum");
    code[size - 1] ^= 0x10;
    WITH((void)0, "damaged: its checksum");
    code[size - 1] ^= 0x10;
    modules[0].bytes = NULL;
    WITH((void)0, "damaged: one of its modules has no name or no bytes");
    modules[0].bytes = code;
    modules[0].size--;
    WITH((void)0, "damaged: its checksum");
    modules[0].size = UINT32_MAX;
    WITH((void)0, "damaged: its checksum");
#undef WITH
    free(modules);
    free(code);
}

TEST(what_an_operator_stands_for_is_refused)
{
    static const struct bad_plan rows[] = {
        {{.user_operator = &affine, .op = VKSCAN_OP_MAX},
         "op, type and out_type have to be 0: user operator affine is in their place",
         0},
        {{.user_operator = &affine, .type = VKSCAN_TYPE_U64}, "have to be 0", 0},
        {{.user_operator = &affine, .algorithm = VKSCAN_ALGORITHM_TREE},
         "operator affine has no kernels of algorithm tree, one of the textbook's",
         0},
        {{.user_operator = &affine, .primitive = VKSCAN_PRIMITIVE_PARTITION},
         "user operator affine is no predicate, and partition takes nothing else",
         0},
        {{.user_operator = &vkscan_in_front_f32x3},
         "user operator vkscan_in_front_f32x3 is a predicate, for select and partition: reduce "
         "takes none",
         0},
        {{.user_operator = &vkscan_in_front_f32x3, .primitive = VKSCAN_PRIMITIVE_SORT},
         "op, out_type and user_operator have to be 0: a sort has no operator",
         0},
        {{.user_operator = &affine,
          .determinism = VKSCAN_DETERMINISM_EVERYWHERE,
          .algorithm = VKSCAN_ALGORITHM_SINGLE},
         "the algorithm is blelloch, or auto",
         0},
    };

    REFUSE_PLANS(h, rows);
    if (h->context->caps.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT)
        refuse_plan(
            h,
            (vkscan_plan_params){.user_operator = &heisenberg, .access = VKSCAN_ACCESS_ADDRESSES},
            0, UNSUPPORTED, "heisenberg has algorithm");
}

HARNESS_MAIN(operators)
