/* SPDX-License-Identifier: MIT */
#ifndef VERIFY_H
#define VERIFY_H

#include <stdbool.h>

#include "interface.h"

/* Whether the table has the sums of the pixels, modulo 2^32, and the means are those of sums that
 * take no table. Says what is not. */
bool verify_table(const struct picture *picture, const uint8_t *pixels, const uint32_t *table);
bool verify_means(const struct picture *picture, const uint8_t *pixels, const uint8_t *means);

#endif
