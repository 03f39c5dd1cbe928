/* SPDX-License-Identifier: MIT */
#include "choose.h"

#include <stdlib.h>

#include "trial.h"

#define PLANS_PER_CASE 40       /* that the device has and the options allow */
#define MOST_DRAWS (1ull << 18) /* of which few may be allowed */

struct candidate {
    uint64_t number;
    unsigned pairs; /* new ones, at most */
    unsigned char factors[FACTORS];
};

/* Draws plans until there are enough; returns how many. */
static uint64_t draw_candidates(const struct check_options *options, struct choice *choice,
                                struct candidate *candidates, uint64_t most)
{
    struct drawn drawn;
    uint64_t count = 0;

    while (count < most && choice->draws < MOST_DRAWS) {
        const uint64_t number = choice->draws++;
        trial_draw(options->seed, number, &drawn);
        if (!check_options_allow(options, &drawn) || !trial_can_run(&drawn))
            continue;
        candidates[count] = (struct candidate){.number = number, .pairs = FACTORS * FACTORS};
        pairs_factors(&drawn, candidates[count++].factors);
    }
    return count;
}

static void take(const struct check_options *options, struct choice *choice,
                 struct candidate *candidate)
{
    if (choice->count < options->count)
        choice->cases[choice->count++] = candidate->number;
    candidate->pairs = 0;
    candidate->number = UINT64_MAX;
}

/* Takes the plans with the most new pairs first. A plan's pairs only become fewer, so that it is
 * looked at when it may be the best. */
static void cover(const struct check_options *options, struct choice *choice,
                  struct candidate *candidates, uint64_t count)
{
    static struct pairs pairs;

    for (unsigned most = FACTORS * (FACTORS - 1) / 2; most > 0; most--)
        for (uint64_t i = 0; i < count; i++) {
            struct candidate *c = &candidates[i];
            if (c->pairs < most)
                continue;
            c->pairs = pairs_new(&pairs, c->factors);
            if (c->pairs < most)
                continue;
            pairs_mark(&pairs, c->factors);
            choice->covering++;
            take(options, choice, c);
        }
}

bool choose(const struct check_options *options, struct choice *choice)
{
    const uint64_t most = PLANS_PER_CASE * options->count;
    struct candidate *candidates = calloc(most, sizeof(candidates[0]));

    if (!candidates)
        return false;
    const uint64_t count = draw_candidates(options, choice, candidates, most);
    cover(options, choice, candidates, count);
    for (uint64_t i = 0; i < count; i++)
        if (candidates[i].number != UINT64_MAX)
            take(options, choice, &candidates[i]);
    free(candidates);
    return true;
}
