/* SPDX-License-Identifier: MIT */
#ifndef BACKTRACES_H
#define BACKTRACES_H

/*
 * From now on SIGABRT, SIGSEGV and their like print a backtrace of each thread to stderr before
 * they end the process. cmocka sets handlers of its own before each case: call it inside. Does
 * nothing where there is no glibc.
 */
void backtraces_on_crash(void);

#endif
