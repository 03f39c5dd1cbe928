/* SPDX-License-Identifier: MIT */
/* What the library has from its caller: a callback for messages, structures that grow from version
 * to version, host memory. */
#ifndef VKSCAN_CALLER_H
#define VKSCAN_CALLER_H

#include <stddef.h>

#include <vkscan/vkscan.h>

/* ---- errors: a VkResult, and a sentence for the message callback ---- */

struct report {
    vkscan_message_fn message; /* may be NULL */
    void *user;
    const char *label; /* label of the plan that messages are about; NULL: none */
};

/* The results for bad arguments, for what the device or the build does not have, and for sizes
 * beyond the device's limits. */
#define RESULT_INVALID VK_ERROR_VALIDATION_FAILED_EXT
#define RESULT_UNSUPPORTED VK_ERROR_FEATURE_NOT_PRESENT
#define RESULT_TOO_LARGE VKSCAN_ERROR_TOO_LARGE

#if defined(__GNUC__)
#define REPORT_PRINTF __attribute__((format(printf, 3, 4)))
#else
#define REPORT_PRINTF
#endif

/* Formats the sentence, hands it to the callback if there is one, and returns result. With
 * VK_SUCCESS the sentence is a hint on performance. */
VkResult vks_report(const struct report *to, VkResult result, const char *format,
                    ...) REPORT_PRINTF;

/* ---- structures of vkscan.h that begin with their size, so that later versions may have longer
 * ones ---- */

struct sized {
    const char *name;
    size_t size;     /* the library's own */
    size_t least;    /* size in the first version */
    size_t reserved; /* offset of the member `reserved`; 0: it has none that is read */
};

/* `last` is the last member of the first version. */
#define SIZED(type, last)                                                                          \
    {                                                                                              \
#type, sizeof(type), offsetof(type, last) + sizeof(((type *)0)->last), 0                   \
    }
/* A structure with a member `reserved`. */
#define SIZED_RESERVED(type, last)                                                                 \
    {                                                                                              \
#type, sizeof(type), offsetof(type, last) + sizeof(((type *)0)->last),                     \
            offsetof(type, reserved)                                                               \
    }

/* Checks that the caller's structure can be read or written, by its size; reports a wrong one. */
VkResult vks_sized_check(const struct sized *as, const void *of_caller,
                         const struct report *errors);

/* Copies the caller's structure to the library's own, in which members that the caller's lacks are
 * 0. Refuses one whose `reserved`, or whose further bytes, which this version does not know, are
 * not 0. */
VkResult vks_sized_read(const struct sized *as, const void *of_caller, void *own,
                        const struct report *errors);

/* Copies the library's structure to the caller's, which was checked: as much as there is room for,
 * and zeros behind that. */
void vks_sized_write(const struct sized *as, const void *own, void *to_caller);

/* ---- host memory, from the caller's allocation callbacks if there are any ---- */

/* Allocates `size` bytes and zeroes them. Returns NULL on failure. A NULL allocator stands for
 * malloc. */
void *vks_host_allocate(const VkAllocationCallbacks *allocator, size_t size);

/* Frees memory of vks_host_allocate, with the same allocator. Does nothing if it is NULL. */
void vks_host_free(const VkAllocationCallbacks *allocator, void *memory);

/* Reports and returns VK_ERROR_OUT_OF_HOST_MEMORY. */
VkResult vks_host_out_of_memory(const struct report *errors);

#endif
