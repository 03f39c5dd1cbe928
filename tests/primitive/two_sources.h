/* SPDX-License-Identifier: MIT */
/* Cases of test_operators about operator files with a second source. */
#ifndef TWO_SOURCES_H
#define TWO_SOURCES_H

void two_sources_are_right_in_every_algorithm(void **state);
void second_sources_are_refused_in_sentences(void **state);

#endif
