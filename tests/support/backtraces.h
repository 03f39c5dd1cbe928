/* SPDX-License-Identifier: MIT */
#ifndef BACKTRACES_H
#define BACKTRACES_H

/*
 * Makes SIGABRT, SIGSEGV and their like print a backtrace of each thread to stderr before they end
 * the process. cmocka sets handlers of its own before each case, so a case has to call this. Does
 * nothing without glibc.
 */
void backtraces_on_crash(void);

#endif
