/* SPDX-License-Identifier: MIT */
#include "monitor.h"

#ifdef _WIN32

void vks_monitor_enter(struct monitor *monitor)
{
    AcquireSRWLockExclusive(&monitor->lock);
}

void vks_monitor_leave(struct monitor *monitor)
{
    ReleaseSRWLockExclusive(&monitor->lock);
}

void vks_monitor_wait(struct monitor *monitor)
{
    SleepConditionVariableSRW(&monitor->changed, &monitor->lock, INFINITE, 0);
}

void vks_monitor_wake(struct monitor *monitor)
{
    WakeAllConditionVariable(&monitor->changed);
}

void vks_monitor_destroy(struct monitor *monitor)
{
    (void)monitor; /* the system has allocated nothing */
}

#else

void vks_monitor_enter(struct monitor *monitor)
{
    pthread_mutex_lock(&monitor->lock);
}

void vks_monitor_leave(struct monitor *monitor)
{
    pthread_mutex_unlock(&monitor->lock);
}

void vks_monitor_wait(struct monitor *monitor)
{
    pthread_cond_wait(&monitor->changed, &monitor->lock);
}

void vks_monitor_wake(struct monitor *monitor)
{
    pthread_cond_broadcast(&monitor->changed);
}

void vks_monitor_destroy(struct monitor *monitor)
{
    pthread_cond_destroy(&monitor->changed);
    pthread_mutex_destroy(&monitor->lock);
}

#endif
