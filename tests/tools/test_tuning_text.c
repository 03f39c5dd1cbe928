/* SPDX-License-Identifier: MIT */
/*
 * Tuning as text, against tuning.txt:
 *
 *   read TEXT       each policy, and the numbers, and the text made of them; or why not, in short
 *   refuse TEXT     the same in full
 *   repeat N TEXT   the same of N times that text, in short
 *   longest N       of N policies with the longest name and numbers, the text's size
 *   names           the algorithms whose name is that of another, or of none
 *   give TEXT       of a context's parameters
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vkscan/textbook.h>

#include "../support/golden.h"
#include "algorithms.h"
#include "tuning_text.h"

static void print(const struct user_tuning *tuning, struct text *answer)
{
    char text[TUNING_TEXT_SIZE];

    for (uint32_t i = 0; i < tuning->policy_count; i++) {
        const vkscan_tuning_policy *p = &tuning->policies[i];
        PRINT(answer, "%d: size %u items %u workgroups %u from %" PRIu64 " to %" PRIu64,
              (int)p->algorithm, p->workgroup_size, p->items, p->workgroups, p->from, p->to);
        PRINT(answer, p->primitives ? " for 0x%x; " : "; ", (unsigned)p->primitives);
    }
    tuning_format(tuning, text);
    PRINT(answer, "spin %u, %u; \"%s\"", tuning->spin_limit, tuning->multiprocessors, text);
}

static void answer_read(const char *text, struct text *answer)
{
    struct user_tuning tuning;
    char error[TUNING_ERROR_SIZE];

    if (tuning_parse(text, &tuning, error))
        print(&tuning, answer);
    else
        PRINT(answer, "%.100s", error);
}

static void answer_refuse(const char *text, struct text *answer)
{
    struct user_tuning tuning;
    char error[TUNING_ERROR_SIZE] = "";

    tuning_parse(text, &tuning, error);
    PRINT(answer, "%s", error);
}

static void answer_repeat(const char *text, struct text *answer)
{
    char repeated[8192] = "", error[TUNING_ERROR_SIZE] = "";
    struct user_tuning tuning;
    char *part;

    for (long n = strtol(text, &part, 10); n > 0; n--)
        strncat(repeated, part, sizeof(repeated) - 1 - strlen(repeated));
    const bool ok = tuning_parse(repeated, &tuning, error);
    PRINT(answer, "%u policies%s%.80s", tuning.policy_count, ok ? "" : ": ", error);
}

static void answer_longest(const char *text, struct text *answer)
{
    const vkscan_tuning_policy longest = {sizeof(longest),
                                          VKSCAN_ALGORITHM_BRENT_KUNG_UNPADDED,
                                          UINT32_MAX,
                                          UINT32_MAX,
                                          UINT32_MAX,
                                          0,
                                          UINT64_MAX - 2,
                                          UINT64_MAX - 1,
                                          0xff};
    struct user_tuning tuning = {.spin_limit = 128, .multiprocessors = 4096}, again = {0};
    char written[TUNING_TEXT_SIZE], error[TUNING_ERROR_SIZE];

    for (long n = strtol(text, NULL, 10); n > 0; n--)
        tuning.policies[tuning.policy_count++] = longest;
    tuning_format(&tuning, written);
    const bool ok = tuning_parse(written, &again, error);
    PRINT(answer, "%zu bytes, which are %s", strlen(written),
          ok && memcmp(&tuning, &again, sizeof(again)) == 0 ? "read again" : "not read again");
}

static void answer_names(const char *text, struct text *answer)
{
    struct user_tuning tuning;
    char entry[64], error[TUNING_ERROR_SIZE];

    (void)text;
    for (vkscan_algorithm a = VKSCAN_ALGORITHM_AUTO + 1; vkscan_algorithm_name(a);
         a = next_algorithm(a)) {
        snprintf(entry, sizeof(entry), "%s=128x1", vkscan_algorithm_name(a));
        if (!tuning_parse(entry, &tuning, error) || tuning.policies[0].algorithm != a)
            PRINT(answer, "%s ", vkscan_algorithm_name(a));
    }
}

static void answer_give(const char *text, struct text *answer)
{
    vkscan_context_params params = {.struct_size = sizeof(vkscan_context_params), .policies = NULL};
    struct user_tuning tuning;
    char error[TUNING_ERROR_SIZE];

    tuning_parse(text, &tuning, error);
    tuning_give(&tuning, &params);
    PRINT(answer, "%u policies%s, spin %u, %u", params.policy_count,
          params.policies == tuning.policies ? " of its own" : "", params.spin_limit,
          params.multiprocessors);
}

static const struct {
    const char *what;
    void (*answer)(const char *text, struct text *answer);
} answers[] = {
    {"read ", answer_read},       {"refuse ", answer_refuse}, {"repeat ", answer_repeat},
    {"longest ", answer_longest}, {"names", answer_names},    {"give ", answer_give},
};

void golden_answer(char *question, struct text *answer)
{
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
        if (strncmp(question, answers[i].what, strlen(answers[i].what)) == 0)
            answers[i].answer(question + strlen(answers[i].what), answer);
}
