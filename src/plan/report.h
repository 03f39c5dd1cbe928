/* SPDX-License-Identifier: MIT */
/* Errors on their way to the caller: a VkResult, and a sentence for the message callback. */
#ifndef VKSCAN_REPORT_H
#define VKSCAN_REPORT_H

#include <vkscan/vkscan.h>

struct report {
    vkscan_message_fn message; /* may be NULL */
    void *user;
};

/* The results for bad arguments, and for what the device cannot do. */
#define RESULT_INVALID VK_ERROR_VALIDATION_FAILED_EXT
#define RESULT_UNSUPPORTED VK_ERROR_FEATURE_NOT_PRESENT

#if defined(__GNUC__)
#define REPORT_PRINTF __attribute__((format(printf, 3, 4)))
#else
#define REPORT_PRINTF
#endif

/* Formats the sentence, hands it to the callback if there is one, and returns result. */
VkResult vks_report(const struct report *to, VkResult result, const char *format,
                    ...) REPORT_PRINTF;

#endif
