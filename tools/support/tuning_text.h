/* SPDX-License-Identifier: MIT */
/*
 * Tuning as text: one line for --tuning, as vkscan-bench --tune prints it. Entries with white space
 * between, and none within:
 *
 *   [PRIMITIVE[,PRIMITIVE...]:]ALGORITHM=WORKGROUPxITEMS[xWORKGROUPS][@FROM | @FROM..TO | @never]
 *   spin-limit=NUMBER
 *   multiprocessors=NUMBER
 *
 * as in "lookback=512x1x4@8192..524288 lookahead=512x4x2@524288 spin-limit=100". The parts are
 * those of vkscan_tuning_policy; what is left out is the library's.
 */
#ifndef TUNING_TEXT_H
#define TUNING_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#define TUNING_MAX_POLICIES 128 /* enough for what --tune prints */
#define TUNING_TEXT_SIZE 32768  /* bytes, enough for any */
#define TUNING_ERROR_SIZE 1024  /* bytes, enough for any sentence */

/* The members of vkscan_context_params that a text sets. */
struct user_tuning {
    vkscan_tuning_policy policies[TUNING_MAX_POLICIES];
    uint32_t policy_count;
    uint32_t spin_limit;      /* 0: the library's */
    uint32_t multiprocessors; /* 0: the library's */
};

/* Parses a text. Returns false, with a sentence in error, if it is malformed. Whether its policies
 * are possible is for the library to say. */
bool tuning_parse(const char *text, struct user_tuning *tuning, char error[TUNING_ERROR_SIZE]);

/* Parses WORKGROUPxITEMS[xWORKGROUPS], which may end with `end`, and moves *text there. Leaves the
 * policy's algorithm, primitives and range. Returns false if it is malformed. */
bool tuning_parse_shape(const char **text, char end, vkscan_tuning_policy *policy);

void tuning_format(const struct user_tuning *tuning, char text[TUNING_TEXT_SIZE]);

/* Makes the parameters refer to the tuning. */
void tuning_give(const struct user_tuning *tuning, vkscan_context_params *params);

#endif
