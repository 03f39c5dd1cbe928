/* SPDX-License-Identifier: MIT */
#include "steps.h"

#include "interface.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* ---- indices ---- */

#define INDEX(name, expression)                                                                    \
    static uint64_t name(uint64_t t, uint64_t stride, uint64_t item)                               \
    {                                                                                              \
        (void)stride;                                                                              \
        (void)item;                                                                                \
        return expression;                                                                         \
    }

INDEX(own, t)
INDEX(stride_from, STRIDE_FROM(t, stride))
INDEX(neighbour_left, NEIGHBOUR_LEFT(t, stride))
INDEX(neighbour_right, NEIGHBOUR_RIGHT(t, stride))
INDEX(halves_right, HALVES_RIGHT(t, stride))
INDEX(sweep_left, VKS_SWEEP_LEFT(t, stride))
INDEX(sweep_right, VKS_SWEEP_RIGHT(t, stride))
INDEX(hand_on_from, HAND_ON_FROM(t, stride))
INDEX(hand_on_to, HAND_ON_TO(t, stride))
INDEX(segment_item, SEGMENT_ITEM(t, stride, item))

/* ---- the steps of a pass ---- */

/* By the letters of struct kernel_cost. */
static const struct step kinds[] = {
    ['U'] = {"up", STEP_INTO_RIGHT, STEP_PADDED, false, sweep_left, sweep_right},
    ['u'] = {"up", STEP_INTO_RIGHT, STEP_PADDED, false, sweep_left, sweep_right},
    ['D'] = {"down", STEP_DOWN, STEP_PADDED, false, sweep_left, sweep_right},
    ['d'] = {"down", STEP_DOWN, STEP_PADDED, false, sweep_left, sweep_right},
    ['H'] = {"back", STEP_INTO_RIGHT, STEP_PADDED, false, hand_on_from, hand_on_to},
    ['K'] = {"", STEP_INTO_RIGHT, STEP_SHARED, true, stride_from, own},
    ['k'] = {"", STEP_INTO_RIGHT, STEP_SHARED, false, stride_from, own},
    ['N'] = {"", STEP_INTO_RIGHT, STEP_DEVICE, true, stride_from, own},
    ['I'] = {"", STEP_INTO_LEFT, STEP_DEVICE, false, neighbour_left, neighbour_right},
    ['S'] = {"", STEP_INTO_LEFT, STEP_DEVICE, false, own, halves_right},
    ['L'] = {"load", STEP_INTO_LEFT, STEP_DEVICE, false, own, halves_right},
    ['T'] = {"", STEP_INTO_LEFT, STEP_SHARED, false, own, halves_right},
    ['l'] = {"item", STEP_ACCESS, STEP_PADDED, false, segment_item, segment_item},
    ['a'] = {"items", STEP_ACCESS, STEP_PADDED, false, segment_item, segment_item},
    ['x'] = {"shift", STEP_SHIFT, STEP_PADDED, false, own, own},
    ['X'] = {"shift", STEP_SHIFT, STEP_DEVICE, false, own, own},
    ['z'] = {"root", STEP_ROOT, STEP_PADDED, false, own, own},
    ['o'] = {"own", STEP_OWN, STEP_PADDED, false, own, own},
};

struct list {
    struct step *steps;
    uint32_t count;
    uint64_t threads;
};

static void add(struct list *list, char kind, uint64_t stride, uint64_t first, uint64_t end)
{
    struct step step = kinds[(unsigned char)kind];

    step.stride = stride;
    step.first = first;
    step.end = end;
    step.threads = list->threads > end ? list->threads : end;
    if (list->count < STEPS_MAX)
        list->steps[list->count++] = step;
}

static uint64_t beyond(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* Adds the steps of one kind. */
static void add_kind(struct list *list, char kind, const struct plan *plan, const struct pass *pass)
{
    const uint64_t size = plan->shape.workgroup_size, items = plan->shape.items;
    const uint64_t tile = plan->tile_size, n = pass->count, half = n / 2 + n % 2;
    const bool leaves = kind == 'u' || kind == 'd';
    const uint64_t leaf = leaves ? items : 1, elements = leaves ? size * items : tile;

    switch (kind) {
    case 'U':
    case 'u':
        for (uint64_t stride = leaf; stride < elements; stride *= 2)
            add(list, kind, stride, 0, elements / (2 * stride));
        break;
    case 'D':
    case 'd':
        for (uint64_t stride = elements / (kind == 'D' ? 2 : 4); stride >= leaf; stride /= 2)
            add(list, kind, stride, 0, elements / (2 * stride));
        break;
    case 'H':
        for (uint64_t stride = tile / 4; stride > 0; stride /= 2)
            add(list, kind, stride, 0, tile / (2 * stride) - 1);
        break;
    case 'K':
        for (uint64_t stride = 1; stride < size; stride *= 2)
            add(list, plan->algorithm->arrangement->shared_per_thread > 1 ? 'K' : 'k', stride,
                stride, size);
        break;
    case 'T':
        for (uint64_t stride = size / 2; stride > 0; stride /= 2)
            add(list, kind, stride, 0, stride);
        break;
    case 'L':
        add(list, kind, size, 0, size);
        break;
    case 'l':
        for (uint64_t item = 1; item < items; item++) {
            add(list, kind, items, 0, size);
            list->steps[list->count - 1].item = item;
        }
        break;
    case 'a': /* all items have the same conflicts */
        add(list, kind, items, 0, size);
        break;
    case 'N':
        if (pass->parameter < n)
            add(list, kind, pass->parameter, pass->parameter, n);
        break;
    case 'I':
        add(list, kind, pass->parameter, 0,
            (beyond(n, pass->parameter) + 2 * pass->parameter - 1) / (2 * pass->parameter));
        break;
    case 'S':
        add(list, kind, half, 0, n - half);
        break;
    default:
        add(list, kind, 0, 0, kind == 'o' ? n : tile);
    }
}

/* Tells whether the pass has a step, by the letter: an inclusive scan shifts nothing, and of an
 * exclusive one results leave out their own element. Steps in device memory shift in the first. */
static bool has(char kind, bool exclusive, const struct pass *pass)
{
    switch (kind) {
    case 'x':
        return exclusive;
    case 'X':
        return exclusive && pass->parameter == 1;
    case 'o':
        return !exclusive;
    default:
        return true;
    }
}

uint32_t steps_of_pass(const struct plan *plan, const struct pass *pass,
                       const struct kernel_cost *cost, struct step steps[STEPS_MAX])
{
    const bool exclusive = vks_plan_exclusive(plan, &plan->algorithm->stages[pass->stage]);
    struct list list = {steps, 0, plan->shape.workgroup_size};

    for (const char *kind = cost->kinds; *kind; kind++)
        if (has(*kind, exclusive, pass))
            add_kind(&list, *kind, plan, pass);
    return list.count;
}

/* ---- what a step costs ---- */

bool step_has_pairs(const struct step *step)
{
    return step->effect <= STEP_DOWN || step->effect == STEP_ACCESS;
}

uint64_t step_work(const struct step *step)
{
    return step->effect <= STEP_DOWN || step->effect == STEP_OWN ? step->end - step->first : 0;
}

static uint32_t count_conflict(const struct step *step, step_index *index, uint32_t banks,
                               uint32_t padding)
{
    uint32_t worst = 0;

    for (uint64_t first = 0; first < step->end; first += banks) {
        uint32_t hits[SHAPE_BANKS] = {0};
        for (uint64_t t = first; t < step->end && t < first + banks; t++) {
            if (t < step->first)
                continue;
            const uint64_t place = index(t, step->stride, step->item);
            const uint64_t bank = VKS_PAD(place, padding) % banks;
            if (++hits[bank] > worst)
                worst = hits[bank];
        }
    }
    return worst;
}

uint32_t step_conflict(const struct step *step, uint32_t banks, uint32_t padding)
{
    const uint32_t left = count_conflict(step, step->left, banks, padding);
    const uint32_t right = count_conflict(step, step->right, banks, padding);

    return left > right ? left : right;
}

uint64_t step_diverged(const struct step *step, uint32_t lanes)
{
    const uint64_t all = step->threads < lanes ? step->threads : lanes;
    const uint64_t first = step->first / all, last = step->end / all;

    if (step->first == step->end)
        return 0;
    if (first == last)
        return 1;
    return (step->first % all > 0) + (step->end % all > 0);
}

/* Counts sectors of ascending elements in a few subgroups from the first active thread on: behind
 * them all are alike. */
static uint32_t count_sectors(const struct step *step, step_index *index, uint32_t lanes,
                              uint32_t element_size)
{
    const uint64_t begin = step->first - step->first % lanes;
    uint32_t worst = 0;

    for (uint64_t first = begin; first < step->end && first < begin + 3 * lanes; first += lanes) {
        uint64_t last = UINT64_MAX;
        uint32_t sectors = 0;
        for (uint64_t t = first; t < step->end && t < first + lanes; t++) {
            if (t < step->first)
                continue;
            const uint64_t at = index(t, step->stride, step->item) * element_size / SECTOR_BYTES;
            sectors += at != last;
            last = at;
        }
        worst = sectors > worst ? sectors : worst;
    }
    return worst;
}

uint32_t step_sectors(const struct step *step, uint32_t lanes, uint32_t element_size)
{
    const uint32_t left = count_sectors(step, step->left, lanes, element_size);
    const uint32_t right = count_sectors(step, step->right, lanes, element_size);

    return left > right ? left : right;
}
