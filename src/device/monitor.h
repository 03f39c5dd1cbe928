/* SPDX-License-Identifier: MIT */
/* A lock with one condition, of the operating system: C11's threads are not everywhere. */
#ifndef VKSCAN_MONITOR_H
#define VKSCAN_MONITOR_H

#ifdef _WIN32
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

struct monitor {
    SRWLOCK lock;
    CONDITION_VARIABLE changed;
};

#define MONITOR_INIT                                                                               \
    {                                                                                              \
        SRWLOCK_INIT, CONDITION_VARIABLE_INIT                                                      \
    }
#else
#include <pthread.h>

struct monitor {
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

#define MONITOR_INIT                                                                               \
    {                                                                                              \
        PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER                                        \
    }
#endif

/* Takes the lock, and gives it back. */
void vks_monitor_enter(struct monitor *monitor);
void vks_monitor_leave(struct monitor *monitor);

/* Gives the lock back, waits for vks_monitor_wake, and takes the lock again. It may return early.
 */
void vks_monitor_wait(struct monitor *monitor);

/* Wakes all threads that wait. */
void vks_monitor_wake(struct monitor *monitor);

/* Frees what the system has allocated. Nobody may be inside. */
void vks_monitor_destroy(struct monitor *monitor);

#endif
