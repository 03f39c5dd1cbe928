/* SPDX-License-Identifier: MIT */
#include "refusal.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *said, *meant;
} words[] = {
    {"VKSCAN_DETERMINISM_RUN_TO_RUN", "--determinism run"},
    {"VKSCAN_DETERMINISM_FASTEST", "--determinism fastest"},
    {"VKSCAN_DETERMINISM_EVERYWHERE", "--determinism everywhere"},
    {"VKSCAN_PLAN_REVERSE_BIT", "--reverse"},
    {"takes no count, seed or total in a buffer", "takes no --count-in-buffer"},
    {", and without a total in a buffer", ""},
    {"user operator ", "operator "},
    {"algorithm radix, and so auto, finds more", "--algorithm radix finds more, as auto does"},
    {"details.first_bit", "--bits FROM"},
    {"details.value_size", "--values"},
    {"details.first", "--range FROM"},
    {" and last ", " and TO "},
    {" below last ", " below TO "},
    {" below edges[", " below --edges["},
    {"details.", "--"},
    {".workgroup_size ", ": WORKGROUP "},
    {".items ", ": ITEMS "},
    {".workgroups ", ": WORKGROUPS "},
    {".primitives has ", ": PRIMITIVES have "},
    {"VKSCAN_CAPABILITY_SUBGROUPS_BIT", "subgroup operations"},
    {"VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT", "subgroup size control"},
    {"VKSCAN_CAPABILITY_INT64_ATOMICS_BIT", "64-bit atomics"},
    {"VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT", "buffer device addresses"},
    {"VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT", "push descriptors"},
    {"VKSCAN_CAPABILITY_FLOAT64_BIT", "64-bit floats"},
    {", the context ignores or enabled_", NULL}, /* and what follows */
};

#define WORDS (sizeof(words) / sizeof(words[0]))

/* Translates "policies[3]" at the message's beginning to the policy. Returns its length in the
 * message, or 0. */
static int translate_policy(const char *message, const struct user_tuning *tuning,
                            char text[REFUSAL_SIZE])
{
    struct user_tuning one = {.policy_count = 1};
    static char formatted[TUNING_TEXT_SIZE];
    unsigned index;
    int length = 0;

    if (!tuning || sscanf(message, "policies[%u]%n", &index, &length) != 1 ||
        index >= tuning->policy_count)
        return 0;
    one.policies[0] = tuning->policies[index];
    tuning_format(&one, formatted);
    snprintf(text, REFUSAL_SIZE, "%.80s", formatted);
    return length;
}

void refusal_translate(const char *message, const struct user_tuning *tuning,
                       char text[REFUSAL_SIZE])
{
    text[0] = '\0';
    message += translate_policy(message, tuning, text);
    size_t used = strlen(text);
    while (*message && used + 1 < REFUSAL_SIZE) {
        size_t i = 0;
        while (i < WORDS && strncmp(message, words[i].said, strlen(words[i].said)) != 0)
            i++;
        if (i < WORDS && !words[i].meant)
            break;
        if (i == WORDS)
            text[used++] = *message++;
        else
            used += (size_t)snprintf(text + used, REFUSAL_SIZE - used, "%s", words[i].meant);
        message += i < WORDS ? strlen(words[i].said) : 0;
    }
    text[used < REFUSAL_SIZE ? used : REFUSAL_SIZE - 1] = '\0';
}

/* ---- what there is instead ---- */

static bool runs(const vkscan_context_params *context, const vkscan_plan_params *plan)
{
    vkscan_context_params quiet = *context;

    quiet.message = NULL;
    return vkscan_query_plan(&quiet, plan, NULL) == VK_SUCCESS;
}

/* Sets the member that a name is for. */
static void set(vkscan_plan_params *plan, enum names names, int value)
{
    if (names == NAMES_OP)
        plan->op = (vkscan_op)value;
    else if (names == NAMES_TYPE)
        plan->out_type = (vkscan_type)value;
    else
        plan->algorithm = (vkscan_algorithm)value;
}

void refusal_list(enum names names, const vkscan_context_params *context, vkscan_plan_params plan,
                  char text[NAMES_SIZE])
{
    const char *name;

    text[0] = '\0';
    for (int value = names_first(names); (name = names_get(names, value));
         value = names_next(names, value)) {
        set(&plan, names, value);
        if (runs(context, &plan))
            names_append(text, name);
    }
}

void refusal_advise(const vkscan_context_params *context, const vkscan_plan_params *params,
                    const char *device, const char *ops, char text[REFUSAL_SIZE])
{
    vkscan_plan_params plan = *params;
    char names[NAMES_SIZE];

    text[0] = '\0';
    plan.algorithm = VKSCAN_ALGORITHM_AUTO;
    if (runs(context, &plan)) {
        if (plan.determinism) /* the message names the level */
            return;
        refusal_list(NAMES_ALGORITHM, context, plan, names);
        snprintf(text, REFUSAL_SIZE, "; %s can run %s", device, names);
        return;
    }
    if (plan.user_operator)
        return;
    plan.op = VKSCAN_OP_ADD;
    if (runs(context, &plan)) {
        refusal_list(NAMES_OP, context, plan, names);
        if (*ops)
            names_append(names, ops);
        snprintf(text, REFUSAL_SIZE, "; it has %s", names);
        return;
    }
    plan.out_type = VKSCAN_TYPE_NONE;
    if (params->out_type && runs(context, &plan)) {
        refusal_list(NAMES_TYPE, context, plan, names);
        snprintf(text, REFUSAL_SIZE, "; --out-type takes %s", names);
    }
}
