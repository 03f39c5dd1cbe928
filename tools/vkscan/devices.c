/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "gpu.h"
#include "names.h"
#include "quit.h"
#include "refusal.h"
#include "subject.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* The beginning of every line after a device's first; an empty title continues the row above. */
#define ROW "   %-13s "

static void print_size(const char *title, VkDeviceSize bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    double size = (double)bytes / 1024;
    size_t unit = 0;

    for (; size >= 1024 && unit + 1 < COUNT_OF(units); unit++)
        size /= 1024;
    printf(ROW "%.1f %s (%" PRIu64 " bytes)\n", title, size, units[unit], (uint64_t)bytes);
}

static void print_capabilities(uint32_t capabilities)
{
    char text[NAMES_SIZE];

    names_capabilities(capabilities, text);
    printf(ROW "%s\n", "capabilities", text);
}

#define MOST_TYPES 64

/* Stores a device's text on a type. */
typedef void type_text_fn(const vkscan_context_params *params, vkscan_type type,
                          char text[NAMES_SIZE]);

static void VKAPI_CALL keep_message(void *user, const vkscan_message *message)
{
    char text[REFUSAL_SIZE];

    refusal_translate(message->text, NULL, text);
    snprintf(user, NAMES_SIZE, "not here: %.*s", NAMES_SIZE - 16, text);
}

/* Stores the type's operators, or why the device has none. */
static void operators_of(const vkscan_context_params *params, vkscan_type type,
                         char text[NAMES_SIZE])
{
    const vkscan_plan_params sum = {.struct_size = sizeof(vkscan_plan_params), .type = type};
    vkscan_context_params telling = *params;

    telling.message = keep_message;
    telling.message_user = text;
    if (vkscan_query_plan(&telling, &sum, NULL) == VK_SUCCESS)
        refusal_list(NAMES_OP, params, sum, text);
}

/* Stores the other types in which elements can be computed. */
static void out_types_of(const vkscan_context_params *params, vkscan_type type,
                         char text[NAMES_SIZE])
{
    const char *name;

    for (int i = names_first(NAMES_TYPE); (name = names_get(NAMES_TYPE, i)); i++) {
        const vkscan_plan_params plan = {
            .struct_size = sizeof(vkscan_plan_params), .type = type, .out_type = (vkscan_type)i};
        if (plan.out_type != type && vkscan_query_plan(params, &plan, NULL) == VK_SUCCESS)
            names_append(text, name);
    }
}

/* Prints a row for each text, with all types that have it. Types with an empty text have no row. */
static void print_types(const vkscan_context_params *params, const char *title,
                        type_text_fn *text_of)
{
    char texts[MOST_TYPES][NAMES_SIZE] = {""};
    const int first = names_first(NAMES_TYPE);

    for (int i = first; names_get(NAMES_TYPE, i); i++)
        text_of(params, (vkscan_type)i, texts[i]);
    for (int i = first; names_get(NAMES_TYPE, i); i++) {
        char like[NAMES_SIZE] = "", text[NAMES_SIZE];
        memcpy(text, texts[i], sizeof(text));
        for (int k = i; *text && names_get(NAMES_TYPE, k); k++)
            if (strcmp(texts[k], text) == 0) {
                names_append(like, names_get(NAMES_TYPE, k));
                texts[k][0] = '\0';
            }
        if (*like)
            printf(ROW "%s\n" ROW "  %s\n", title, like, "", text);
        title = *like ? "" : title;
    }
}

/* Prints the algorithms of each primitive, of a plan with the defaults of its options. */
static void print_algorithms(const vkscan_context_params *params)
{
    const char *title = "algorithms";
    const char *primitive;

    for (int i = 0; (primitive = names_get(NAMES_PRIMITIVE, i)); i++, title = "") {
        vkscan_plan_params plan = {.struct_size = sizeof(vkscan_plan_params),
                                   .primitive = (vkscan_primitive)i,
                                   .type = VKSCAN_TYPE_U32};
        struct subject_params defaults = {0};
        char algorithms[NAMES_SIZE];
        subject_of(plan.primitive)->settle(&defaults, &plan);
        refusal_list(NAMES_ALGORITHM, params, plan, algorithms);
        printf(ROW "%-24s  %s\n", title, primitive, algorithms[0] ? algorithms : "none");
    }
}

static void print_device(const struct gpu *gpu, void *user)
{
    const vkscan_context_params params = gpu_context_params(gpu);
    const uint32_t api = gpu->properties.apiVersion;
    char driver[GPU_DRIVER_SIZE];

    (void)user;
    gpu_driver_name(gpu, driver);
    printf("%s%-2" PRIu32 " %s\n", gpu->index ? "\n" : "", gpu->index, gpu->properties.deviceName);
    printf(ROW "%s\n", "type", gpu_type_name(gpu));
    printf(ROW "%s\n", "driver", driver);
    printf(ROW "%" PRIu32 ".%" PRIu32 ".%" PRIu32 "\n", "Vulkan", VK_API_VERSION_MAJOR(api),
           VK_API_VERSION_MINOR(api), VK_API_VERSION_PATCH(api));
    printf(ROW "%" PRIu32 " lanes\n", "subgroup", gpu->info.subgroup_size);
    printf(ROW "%" PRIu32 " threads at most\n", "workgroup", gpu->info.max_workgroup_size);
    print_size("memory", gpu_memory_size(gpu));
    print_size("largest array", gpu->info.max_buffer_size);
    print_capabilities(gpu->info.capabilities);
    print_types(&params, "operators", operators_of);
    print_types(&params, "out types", out_types_of);
    print_algorithms(&params);
}

void devices_print(void)
{
    struct gpu gpu;

    if (!gpu_for_each(&gpu, print_device, NULL))
        fail("%s", gpu.error);
}
