// SPDX-License-Identifier: MIT
// The first word, of those that are not all ones.
#define ELEMENT uint
#define ELEMENT_WORDS 1

uint identity() { return 0xffffffffu; }
uint combine(uint left, uint right) { return left == identity() ? right : left; }
