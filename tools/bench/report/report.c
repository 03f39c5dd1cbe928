/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "commit.h"
#include "failure.h"
#include "child.h"

_Static_assert((int)BENCH_FILES <= (int)OUTPUT_MAX, "all files are open at a time");

#define STRING(x) STRING_OF(x)
#define STRING_OF(x) #x
#define VERSION                                                                                    \
    STRING(VKSCAN_VERSION_MAJOR) "." STRING(VKSCAN_VERSION_MINOR) "." STRING(VKSCAN_VERSION_PATCH)

/* ---- rows ---- */

#define OF_ROW(member) offsetof(struct bench_row, member)

const struct field bench_subject_fields[] = {
    {"primitive", FIELD_TEXT, OF_ROW(primitive)},
    {"algorithm", FIELD_TEXT, OF_ROW(algorithm)},
    {"resolved", FIELD_TEXT, OF_ROW(resolved)},
    {"shape", FIELD_CHARS, OF_ROW(shape)},
    {"type", FIELD_TEXT, OF_ROW(type)},
    {"out_type", FIELD_TEXT, OF_ROW(out_type)},
    {"op", FIELD_TEXT, OF_ROW(label.op)},
    {"reverse", FIELD_FLAG, OF_ROW(reverse)},
    {"access", FIELD_TEXT, OF_ROW(access)},
    {"count_in_buffer", FIELD_FLAG, OF_ROW(count_in_buffer)},
    {"determinism", FIELD_TEXT, OF_ROW(determinism)},
    {"criterion", FIELD_TEXT, OF_ROW(label.criterion)},
    {"values", FIELD_TEXT, OF_ROW(label.values)},
    {"bins", FIELD_CHARS, OF_ROW(label.bins)},
    {"segments", FIELD_CHARS, OF_ROW(label.segments)},
    {"sorted", FIELD_CHARS, OF_ROW(label.sorted)},
    {NULL, 0, 0},
};

const struct field bench_result_fields[] = {
    {"data", FIELD_TEXT, OF_ROW(data)},
    {"n", FIELD_COUNT, OF_ROW(count)},
    {"capacity", FIELD_COUNT, OF_ROW(capacity)},
    {"repeats", FIELD_SMALL, OF_ROW(time.repeats)},
    {"ms_min", FIELD_NUMBER, OF_ROW(time.min)},
    {"ms_median", FIELD_NUMBER, OF_ROW(time.median)},
    {"ms_max", FIELD_NUMBER, OF_ROW(time.max)},
    {"gelem_per_s", FIELD_NUMBER, OF_ROW(gelem_per_s)},
    {"gb_per_s", FIELD_NUMBER, OF_ROW(gb_per_s)},
    {"limit_ratio", FIELD_NUMBER, OF_ROW(limit_ratio)},
    {"peer_ratio", FIELD_RATIO, OF_ROW(peer_ratio)},
    {"verified", FIELD_FLAG, OF_ROW(verified)},
    {NULL, 0, 0},
};

/* Returns the field's value as JSON; NULL if it has none. */
static cJSON *value_of(const struct field *field, const void *structure)
{
    const void *at = (const char *)structure + field->offset;

    switch (field->kind) {
    case FIELD_TEXT:
        return cJSON_CreateString(*(const char *const *)at);
    case FIELD_CHARS:
        return cJSON_CreateString(at);
    case FIELD_FLAG:
        return cJSON_CreateBool(*(const bool *)at);
    case FIELD_COUNT:
        return cJSON_CreateNumber((double)*(const uint64_t *)at);
    case FIELD_SMALL:
        return cJSON_CreateNumber(*(const uint32_t *)at);
    case FIELD_RATIO:
        if (*(const double *)at <= 0)
            return NULL;
        break;
    case FIELD_NUMBER:
        break;
    }
    return cJSON_CreateNumber(*(const double *)at);
}

void fields_add(cJSON *object, const struct field *fields, const void *structure)
{
    for (; fields->name; fields++)
        cJSON_AddItemToObject(object, fields->name, value_of(fields, structure));
}

const char *json_text(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

double json_number(const cJSON *object, const char *name)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

/* ---- opening ---- */

/* Adds what a record of figures has to name: the version, the commit, the day and the command. */
static void add_origin(cJSON *json, const struct bench_options *options)
{
    const time_t now = time(NULL);
    char date[sizeof("2026-12-31")];

    strftime(date, sizeof(date), "%Y-%m-%d", gmtime(&now));
    cJSON_AddStringToObject(json, "vkscan", VERSION);
    cJSON_AddStringToObject(json, "commit", COMMIT);
    cJSON_AddStringToObject(json, "date", date);
    cJSON *command = cJSON_AddArrayToObject(json, "command");
    cJSON_AddItemToArray(command, cJSON_CreateString(program_name));
    for (char *const *argument = options->arguments + 1; *argument; argument++)
        cJSON_AddItemToArray(command, cJSON_CreateString(*argument));
}

static void add_device(cJSON *json, const struct gpu *gpu)
{
    const uint32_t version = gpu->properties.apiVersion;
    cJSON *device = cJSON_AddObjectToObject(json, "device");
    char driver[GPU_DRIVER_SIZE], api[48];

    gpu_driver_name(gpu, driver);
    snprintf(api, sizeof(api), "%" PRIu32 ".%" PRIu32 ".%" PRIu32, VK_API_VERSION_MAJOR(version),
             VK_API_VERSION_MINOR(version), VK_API_VERSION_PATCH(version));
    cJSON_AddStringToObject(device, "name", gpu->properties.deviceName);
    cJSON_AddStringToObject(device, "driver", driver);
    cJSON_AddStringToObject(device, "api", api);
    cJSON_AddStringToObject(device, "type", gpu_type_name(gpu));
    cJSON_AddNumberToObject(device, "subgroup_size", gpu->info.subgroup_size);
}

/* Adds the peers. Ratios refer to the first. */
static void add_peers(cJSON *json, const struct bench_peer *peers, uint32_t count)
{
    cJSON_AddItemToObject(json, "peer", cJSON_Duplicate(peers[0].about, true));
    cJSON *others = count > 1 ? cJSON_AddArrayToObject(json, "other_peers") : NULL;
    for (uint32_t i = 1; i < count; i++)
        cJSON_AddItemToArray(others, cJSON_Duplicate(peers[i].about, true));
}

/* ---- what vkscan-report does ---- */

/* Compares the report with the earlier run, or only checks that run. */
static int compare(const struct bench_options *options, FILE *json, FILE *to)
{
    char tolerance[64];
    const char *const arguments[] = {"--check",        "compare", tolerance, "--",
                                     options->compare, "-",       NULL};

    snprintf(tolerance, sizeof(tolerance), "--tolerance=%s",
             options->tolerance ? options->tolerance : "5");
    return hand_over("--compare", json ? arguments + 1 : arguments, json, to);
}

/* Checks, before anything is measured, that vkscan-report will do what is asked for. */
static int check_hand_over(const struct bench_options *options)
{
    const char *picture = options->files[BENCH_PLOT];
    const char *const plot[] = {"--check", "plot", "--", "-", picture, NULL};
    int status = 0;

    if (options->compare)
        status = compare(options, NULL, NULL);
    return status || !picture ? status : hand_over("--plot", plot, NULL, NULL);
}

static int open_files(struct bench_report *report)
{
    const char *const *paths = report->options->files;
    int status = 0;

    for (int i = 0; i < BENCH_FILES && !status; i++)
        if (paths[i])
            status = output_open(&report->outputs[i], paths[i]);
    return status;
}

int bench_report_open(struct bench_report *report, const struct gpu *gpu,
                      const struct bench_peer *peers, const struct bench_options *options)
{
    *report = (struct bench_report){
        .options = options, .peers = peers, .text = stdout, .json = cJSON_CreateObject()};
    for (int i = 0; i < BENCH_FILES; i++) {
        report->outputs[i] = OUTPUT_NONE;
        if (options->files[i] && strcmp(options->files[i], "-") == 0)
            report->text = stderr;
    }
    add_origin(report->json, options);
    add_device(report->json, gpu);
    if (options->tuning_text)
        cJSON_AddStringToObject(report->json, "tuning", options->tuning_text);
    if (peers)
        add_peers(report->json, peers, options->peer_count);
    report->table = report->results = cJSON_AddArrayToObject(report->json, "results");
    int status = report->results ? 0 : failed("out of memory");
    if (!status)
        status = check_hand_over(options);
    if (!status)
        status = open_files(report);
    if (!status)
        bench_table_device(report);
    else
        bench_report_close(report);
    return status;
}

void bench_report_close(struct bench_report *report)
{
    for (int i = 0; i < BENCH_FILES; i++)
        output_close(&report->outputs[i]);
    if (report->printed)
        fclose(report->printed);
    if (report->comparison)
        fclose(report->comparison);
    cJSON_Delete(report->json);
}

/* ---- measuring ---- */

cJSON *bench_report_add_table(struct bench_report *report, const char *name)
{
    return report->table = cJSON_AddArrayToObject(report->json, name);
}

int bench_report_rows(struct bench_report *report, const struct bench_row *rows, uint32_t count)
{
    bench_table_rows(report->text, rows, count, report->peers);
    if (fflush(report->text) != 0 || ferror(report->text))
        return failed("cannot write the table: %s", strerror(errno));
    for (uint32_t i = 0; i < count; i++) {
        cJSON *object = cJSON_CreateObject();
        fields_add(object, bench_subject_fields, &rows[i]);
        fields_add(object, bench_result_fields, &rows[i]);
        cJSON_AddItemToArray(report->results, object);
    }
    return 0;
}

/* ---- files ---- */

/* Prints a value, and what follows. A string is quoted in JSON alone: in CSV it is a name. */
static bool print_value(FILE *to, const cJSON *value, bool quoted, char end)
{
    const bool plain = cJSON_IsString(value) && !quoted;
    char *text = plain ? NULL : cJSON_Print(value);
    const bool ok = plain || text;

    if (ok)
        fprintf(to, "%s%c", plain ? value->valuestring : text, end);
    cJSON_free(text);
    return ok;
}

static bool print_json(const struct bench_report *report, FILE *to)
{
    return print_value(to, report->json, true, '\n');
}

/* Prints a line with the names of the rows' members, then a line for each row. */
static bool print_csv(const struct bench_report *report, FILE *to)
{
    const cJSON *first = report->table->child;
    bool ok = true;

    for (const cJSON *field = first ? first->child : NULL; field; field = field->next)
        fprintf(to, "%s%c", field->string, field->next ? ',' : '\n');
    for (const cJSON *row = first; row; row = row->next)
        for (const cJSON *field = row->child; field && ok; field = field->next)
            ok = print_value(to, field, false, field->next ? ',' : '\n');
    return ok;
}

/* Prints into a temporary file, which the caller closes. */
static int print(const struct bench_report *report,
                 bool (*print_all)(const struct bench_report *report, FILE *to), FILE **file)
{
    *file = platform_open_nameless();
    if (*file && print_all(report, *file) && fflush(*file) == 0)
        return 0;
    return failed("cannot write a temporary file: %s", strerror(errno));
}

static int write_json(const struct bench_report *report, struct output *output)
{
    return output_copy(output, report->printed);
}

static int write_csv(const struct bench_report *report, struct output *output)
{
    FILE *file;
    int status = print(report, print_csv, &file);

    if (!status)
        status = output_copy(output, file);
    if (file)
        fclose(file);
    return status;
}

static int write_plot(const struct bench_report *report, struct output *output)
{
    return hand_over_picture((const char *const[]){"plot", "-", "-", NULL}, report->printed,
                             output);
}

static int (*const writers[])(const struct bench_report *report, struct output *output) = {
    [BENCH_JSON] = write_json,
    [BENCH_CSV] = write_csv,
    [BENCH_PLOT] = write_plot,
};

/* Writes all files, and the comparison, before --json may replace the earlier run. */
static int write_all(struct bench_report *report)
{
    const struct bench_options *options = report->options;
    int status = print(report, print_json, &report->printed);

    for (int i = 0; i < BENCH_FILES && !status; i++)
        if (options->files[i])
            status = writers[i](report, &report->outputs[i]);
    if (status || !options->compare)
        return status;
    report->comparison = platform_open_nameless();
    if (!report->comparison)
        return failed("cannot make a temporary file: %s", strerror(errno));
    report->slower = compare(options, report->printed, report->comparison);
    return 0;
}

int bench_report_write(struct bench_report *report)
{
    int status = write_all(report);

    for (int i = 0; i < BENCH_FILES && !status; i++)
        if (report->options->files[i])
            status = output_commit(&report->outputs[i]);
    return status;
}

/* Prints "PEER FAILED: cub, vrdx; ...". Returns false if no peer failed. */
static bool print_failed_peers(const struct bench_report *report)
{
    bool any = false;

    for (uint32_t i = 0; report->peers && i < report->options->peer_count; i++)
        if (report->peers[i].failed) {
            fprintf(report->text, "%s%s", any ? ", " : "PEER FAILED: ", report->peers[i].name);
            any = true;
        }
    if (any)
        fputs("; all results of vkscan are right\n", report->text);
    return any;
}

/* Prints the verdict, with the number of results if rows of them were measured. */
static void print_verdict(const struct bench_report *report, bool passed)
{
    const int verified = cJSON_GetArraySize(report->results);

    fputs(passed ? "GOLD TEST PASSED!" : "GOLD TEST FAILED", report->text);
    if (passed && verified > 0)
        fprintf(report->text, " %d result%s verified", verified, verified == 1 ? "" : "s");
    fputc('\n', report->text);
}

/* Files are written though results that are right may be slower than before. */
int bench_report_judge(struct bench_report *report, bool passed)
{
    if (passed && print_failed_peers(report))
        return EXIT_FAILURE;
    const int written = passed ? bench_report_write(report) : EXIT_FAILURE;
    print_verdict(report, written == 0);
    if (written || !report->comparison)
        return written;
    rewind(report->comparison);
    for (int c; (c = getc(report->comparison)) != EOF;)
        putc(c, report->text);
    return report->slower;
}
