/* SPDX-License-Identifier: MIT */
#include "command_line.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "failure.h"
#include "help.h"
#include "names.h"
#include "options.h"
#include "primitive.h"

const char program_name[] = "check";

/* The values of the options; NULL: not given. */
struct arguments {
    const char *primitive, *type, *op, *algorithm;
    const char *seed, *count, *runs, *jobs, *only;
    const char *bench, *list, *help;
};

#define OPTION(name, value, names, help, member)                                                   \
    {                                                                                              \
        name, '\0', value, help, names, offsetof(struct arguments, member), 0, OPTION_RAW, 0, 0,   \
            NULL                                                                                   \
    }

static const struct option options_of_check[] = {
    OPTION("primitive", "NAME[,NAME...]", NAMES_PRIMITIVE, "only these primitives", primitive),
    OPTION("type", "NAME[,NAME...]", NAMES_TYPE, "only these types of elements", type),
    OPTION("op", "NAME[,NAME...]", NAMES_OP,
           "only reductions, scans and segments by these operators", op),
    OPTION("algorithm", "NAME[,NAME...]", NAMES_ALGORITHM, "only these algorithms", algorithm),
    OPTION("seed", "N", OPTION_NO_NAMES, "draw from this seed; default: the clock", seed),
    OPTION("count", "N", OPTION_NO_NAMES,
           "plans to try; default: 200, in tests by VKSCAN_TEST_SIZE", count),
    OPTION("runs", "N", OPTION_NO_NAMES, "runs of each plan; default: 16", runs),
    OPTION("jobs", "N", OPTION_NO_NAMES, "processes at a time; default: 1", jobs),
    OPTION("case", "N", OPTION_NO_NAMES, "try this draw alone", only),
    OPTION("bench", NULL, OPTION_NO_NAMES, "print the device's time of each plan that is right",
           bench),
    OPTION("list", NULL, OPTION_NO_NAMES, "print the plans, and try none", list),
    OPTION("help", NULL, OPTION_NO_NAMES, "print this", help),
};

static int refuse_operand(const char *text, void *out)
{
    (void)out;
    return misused("'%s' is no option; see 'check --help'", text);
}

static const struct option_table table = {
    options_of_check, sizeof(options_of_check) / sizeof(options_of_check[0]), refuse_operand, NULL};

static const struct help help = {
    .program = program_name,
    .summary = "plans, drawn at random and checked",
    .text =
        "Draws plans from the product of primitives, types, operators of the library and of "
        "users,\n"
        "algorithms, shapes, accesses, capacities, offsets, operands, pieces and tiles that\n"
        "stall, runs each over drawn counts and data, every recording twice, and compares all\n"
        "bytes with the CPU's results. A failure prints the command that repeats it. The device\n"
        "is the first that Vulkan finds, or with VKSCAN_TEST_NATIVE=1 a GPU.\n",
    .notes = "",
    .table = &table,
};

/* Returns how many plans a test of the size in VKSCAN_TEST_SIZE tries. */
static uint64_t default_count(void)
{
    static const struct {
        const char *size;
        uint64_t count;
    } rows[] = {{"small", 16}, {"large", 24}, {"exhaustive", 3500}};
    const char *size = getenv("VKSCAN_TEST_SIZE");

    for (size_t i = 0; size && i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcmp(size, rows[i].size) == 0)
            return rows[i].count;
    return 200;
}

/* Stores the mask of the values in a list of names, modulo 64, which tells apart the textbook's
 * algorithms from 1000 on, too; NULL: all. */
static int parse_names(enum names names, const char *list, uint64_t *mask)
{
    char name[64];
    int status = 0, value;

    *mask = list ? 0 : UINT64_MAX;
    for (const char *at = list; at && !status; at = *at == ',' ? at + 1 : NULL) {
        const size_t size = strcspn(at, ",");
        if (size >= sizeof(name))
            return misused("'%s' is too long for a name", at);
        memcpy(name, at, size);
        name[size] = '\0';
        status = names_parse(names, name, &value);
        if (!status)
            *mask |= UINT64_C(1) << value % 64;
        at += size;
    }
    return status;
}

/* Stores the number in a text; NULL leaves it. */
static int parse_number(const char *option, const char *text, uint64_t least, uint64_t most,
                        uint64_t *number)
{
    char *end;

    if (!text)
        return 0;
    *number = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && *number >= least && *number <= most)
        return 0;
    return misused("--%s is '%s', not a number from %llu to %llu", option, text,
                   (unsigned long long)least, (unsigned long long)most);
}

static int parse_values(const struct arguments *a, struct check_options *o)
{
    const struct {
        enum names names;
        const char *list;
        uint64_t *mask;
    } lists[] = {{NAMES_PRIMITIVE, a->primitive, &o->primitives},
                 {NAMES_TYPE, a->type, &o->types},
                 {NAMES_OP, a->op, &o->ops},
                 {NAMES_ALGORITHM, a->algorithm, &o->algorithms}};
    const struct {
        const char *name, *text;
        uint64_t least, most, *value;
    } numbers[] = {{"seed", a->seed, 0, UINT64_MAX, &o->seed},
                   {"count", a->count, 1, 1000000, &o->count},
                   {"runs", a->runs, 1, 1000000, &o->runs},
                   {"jobs", a->jobs, 1, JOBS_MAX, &o->jobs},
                   {"case", a->only, 0, UINT64_MAX, &o->only}};
    int status = 0;

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]) && !status; i++)
        status = parse_names(lists[i].names, lists[i].list, lists[i].mask);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]) && !status; i++)
        status = parse_number(numbers[i].name, numbers[i].text, numbers[i].least, numbers[i].most,
                              numbers[i].value);
    return status;
}

int check_options_parse(int count, char **arguments, struct check_options *options, bool *done)
{
    struct arguments given = {0};
    int status = options_parse(count, arguments, &table, &given);

    *options = (struct check_options){
        .seed = (uint64_t)time(NULL), .count = default_count(), .runs = 16, .jobs = 1};
    *done = given.help;
    if (!status && given.help) {
        help_print(stdout, &help);
        return 0;
    }
    options->has_only = given.only;
    options->bench = given.bench;
    options->list = given.list;
    return status ? status : parse_values(&given, options);
}

bool check_options_allow(const struct check_options *options, const struct drawn *drawn)
{
    const vkscan_plan_params *plan = &drawn->plan;
    const bool folds = vks_combines(plan->primitive);

    return options->primitives >> plan->primitive & 1 && options->types >> plan->type & 1 &&
           options->algorithms >> plan->algorithm % 64 & 1 &&
           (folds ? options->ops >> plan->op & 1 : options->ops == UINT64_MAX);
}
