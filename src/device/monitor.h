/* SPDX-License-Identifier: MIT */
/* A lock with a condition, the system's: C11's threads are not everywhere. A thread that waits
 * leaves the lock until all are woken, or earlier. */
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
#define MONITOR_ENTER(m) AcquireSRWLockExclusive(&(m)->lock)
#define MONITOR_LEAVE(m) ReleaseSRWLockExclusive(&(m)->lock)
#define MONITOR_WAIT(m) SleepConditionVariableSRW(&(m)->changed, &(m)->lock, INFINITE, 0)
#define MONITOR_WAKE(m) WakeAllConditionVariable(&(m)->changed)
#define MONITOR_DESTROY(m) ((void)(m))
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
#define MONITOR_ENTER(m) pthread_mutex_lock(&(m)->lock)
#define MONITOR_LEAVE(m) pthread_mutex_unlock(&(m)->lock)
#define MONITOR_WAIT(m) pthread_cond_wait(&(m)->changed, &(m)->lock)
#define MONITOR_WAKE(m) pthread_cond_broadcast(&(m)->changed)
#define MONITOR_DESTROY(m) (pthread_cond_destroy(&(m)->changed), pthread_mutex_destroy(&(m)->lock))
#endif

#endif
