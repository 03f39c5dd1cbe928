/* SPDX-License-Identifier: MIT */
/* What element/check_operator.comp writes for elements a, b, c; read by C and GLSL. */
#ifndef CHECK_OPERATOR_H
#define CHECK_OPERATOR_H

#define CHECK_GROUP 64 /* threads */

#define CHECK_A 0
#define CHECK_B 1
#define CHECK_C 2
#define CHECK_REPACKED 3        /* a, packed and unpacked */
#define CHECK_AFTER_IDENTITY 4  /* identity, a */
#define CHECK_BEFORE_IDENTITY 5 /* a, identity */
#define CHECK_LEFT_FIRST 6      /* (a, b), c */
#define CHECK_RIGHT_FIRST 7     /* a, (b, c) */
#define CHECK_IN_ORDER 8        /* a, b */
#define CHECK_EXCHANGED 9       /* b, a */
#define CHECK_RESULTS 10

#endif
