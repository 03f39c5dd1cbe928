/* SPDX-License-Identifier: MIT */
/* Which policies times lead to: see policies.txt. */
#include <inttypes.h>
#include <stdlib.h>

#include "golden.h"
#include "tune/choose.h"

#define CANDIDATES_MAX (POLICIES_MAX + 1)

static void print_bound(char *answer, uint64_t bound)
{
    if (bound == POLICY_NO_END)
        PRINT(answer, "end");
    else
        PRINT(answer, "%" PRIu64, bound);
}

void golden_answer(char *question, char answer[GOLDEN_SIZE])
{
    struct bench_options options = {.size_count = 6};
    struct candidate candidates[CANDIDATES_MAX] = {{.ms = {0}}};
    double automatic[BENCH_MAX_SIZES];
    double *ms = automatic;
    struct policies policies;
    uint32_t count = 0, size = 0;

    for (char *word = strtok(question, " "); word && count <= CANDIDATES_MAX;
         word = strtok(NULL, " "))
        if (strcmp(word, "/") == 0) {
            candidates[count].shape = (struct shape){128u << count, count + 1, 2};
            ms = candidates[count++].ms;
            size = 0;
        } else {
            options.sizes[size] = 16ull << size;
            ms[size++] = strtod(word, NULL);
        }
    tune_choose(candidates, count, &options, automatic, &policies);
    for (uint32_t i = 0; i < policies.count; i++) {
        const struct policy *policy = &policies.policy[i];
        PRINT(answer, "%ux%ux%u@", policy->shape.workgroup_size, policy->shape.items,
              policy->shape.workgroups);
        print_bound(answer, policy->from);
        PRINT(answer, "..");
        print_bound(answer, policy->to);
        PRINT(answer, " ");
    }
    PRINT(answer, "then");
    for (uint32_t i = 0; i < options.size_count; i++)
        PRINT(answer, " %g", automatic[i]);
}
