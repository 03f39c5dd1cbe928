/* SPDX-License-Identifier: MIT */
/* Tuning rows as text, as vkscan_context_params::tuning has them. */
#ifndef VKSCAN_TUNING_TEXT_H
#define VKSCAN_TUNING_TEXT_H

#include "report.h"
#include "tuning.h"

/* Overwrites what the text tells. Errors: RESULT_INVALID, reported, with *tuning in any state. */
VkResult vks_tuning_parse(const char *text, const struct report *errors, struct tuning *tuning);

/* Gives a device the library's row, with what the text overwrites, as *tuning, which caps keeps. */
VkResult vks_tuning_give(const char *text, const struct report *errors, struct caps *caps,
                         struct tuning *tuning);

/* Writes the layouts of a mask, of bits 1 << enum layout, and what does not belong to any. */
#define TUNING_TEXT_SIZE 2048
#define TUNING_ALL_LAYOUTS ((1u << LAYOUT_COUNT) - 1)
void vks_tuning_format(const struct tuning *tuning, uint32_t layouts, char text[TUNING_TEXT_SIZE]);

#endif
