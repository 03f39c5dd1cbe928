/* SPDX-License-Identifier: MIT */
/* Tables of bad arguments. A row has one that is bad, and a part of the sentence that names it. */
#ifndef REFUSALS_H
#define REFUSALS_H

#include "harness.h"
#include "port_buffers.h"

#define INVALID VK_ERROR_VALIDATION_FAILED_EXT
#define UNSUPPORTED VK_ERROR_FEATURE_NOT_PRESENT
#define TOO_LARGE VKSCAN_ERROR_TOO_LARGE

/* The value of *out before a call that has to set it to NULL. */
#define UNTOUCHED ((void *)(uintptr_t)16)

/* A command buffer for calls that record nothing. */
#define NEVER_USED ((VkCommandBuffer)(uintptr_t)16)

/* Asserts that creating the plan gives the error, one message and no object, and that querying it
 * gives the same error; with and without a callback and, for queries, a device. */
void refuse_plan(struct harness *h, vkscan_plan_params params, uint32_t ignored_capabilities,
                 VkResult expected, const char *part);

struct bad_plan {
    vkscan_plan_params params;
    const char *part;
    VkResult result; /* 0: INVALID */
};

#define REFUSE_PLANS(h, rows) refuse_plans(h, rows, COUNT_OF(rows))
void refuse_plans(struct harness *h, const struct bad_plan *rows, size_t count);

/* A change to good buffers. */
struct change {
    enum { CHANGE_NOTHING, CHANGE_SET, CHANGE_ADD, CHANGE_LIKE } what;
    size_t at, from, size;
    uint64_t value;
};

#define MEMBER_OF(member)                                                                          \
    .at = offsetof(struct port_buffers, member), .size = sizeof(((struct port_buffers *)0)->member)

/* Sets a number of a port, as source.size. */
#define SET(member, to)                                                                            \
    {                                                                                              \
        CHANGE_SET, MEMBER_OF(member), .value = (to)                                               \
    }

/* Adds to a number of a port. */
#define ADD(member, to)                                                                            \
    {                                                                                              \
        CHANGE_ADD, MEMBER_OF(member), .value = (uint64_t)(to)                                     \
    }

/* Makes a port the same buffer as another one. */
#define LIKE(port, other)                                                                          \
    {                                                                                              \
        CHANGE_LIKE, MEMBER_OF(port), .from = offsetof(struct port_buffers, other)                 \
    }

struct bad_buffers {
    struct change changes[3];
    const char *part; /* NULL: the buffers are good after all */
};

struct port_buffers change_buffers(struct port_buffers good, const struct change changes[3]);

/* Asserts that each row of buffers is refused, or taken if its part is NULL: by binding them and,
 * unless access is by descriptor sets, by running over them. */
#define REFUSE_BUFFERS(h, plan, good, rows) refuse_rows(h, plan, good, rows, COUNT_OF(rows))
void refuse_rows(struct harness *h, const vkscan_plan *plan, const struct port_buffers *good,
                 const struct bad_buffers *rows, size_t count);
void refuse_buffers(struct harness *h, const vkscan_plan *plan, const struct port_buffers *buffers,
                    VkResult expected, const char *part);
void take_buffers(const vkscan_plan *plan, const struct port_buffers *buffers);

/* Asserts that a run is refused. */
void refuse_run(struct harness *h, const vkscan_binding *binding, uint64_t count, const void *seed,
                const char *part);

#endif
