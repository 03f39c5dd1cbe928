/* SPDX-License-Identifier: MIT */
#ifndef ORDER_H
#define ORDER_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Whether select and sort have made of depths[0..count) those above 0, as sorted[0..number), from
 * the highest to the lowest, equal ones in the order of their indices, and of these
 * order[0..number). Says what is not.
 */
bool order_verify(const float *depths, uint32_t count, const float *sorted, const uint32_t *order,
                  uint32_t number);

#endif
