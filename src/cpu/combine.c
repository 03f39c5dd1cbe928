/* SPDX-License-Identifier: MIT */
/* The combining of two elements of one type. This file is built for each row of types.def: see
 * arithmetic.h. */
#include "fold_loops.h"

#include <string.h>

#include "arithmetic.h"

#define CASE(T, ID, expression)                                                                    \
    case VKSCAN_OP_##ID: {                                                                         \
        const T left = (T)FROM_STORED(total[c]), right = (T)FROM_STORED(other[c]);                 \
        total[c] = TO_STORED((T)(expression));                                                     \
        break;                                                                                     \
    }
#define WRAPPING(ID, value, name, identity, expression) CASE(wrapping, ID, expression)
#define ORDERED(ID, value, name, identity, expression) CASE(ordered, ID, expression)
#define ARITHMETIC_OPERATOR WRAPPING
#define ORDER_OPERATOR ORDERED
#define INTEGER_OPERATOR INTEGER(WRAPPING)

void JOIN(combine_, ELEMENT)(vkscan_op op, const void *left_element, const void *right_element,
                             void *result)
{
    stored total[COMPONENTS], other[COMPONENTS];

    memcpy(total, left_element, sizeof(total));
    memcpy(other, right_element, sizeof(other));
    for (size_t c = 0; c < COMPONENTS; c++)
        switch (op) {
#include "ops.def"
        default:
            break;
        }
    memcpy(result, total, sizeof(total));
}
