/* SPDX-License-Identifier: MIT */
/*
 * Preloaded into a program under test: files under the directory $FULL_DISK hold FULL_DISK_SIZE
 * bytes, and a write beyond them fails as on a full disk. Files elsewhere, such as those that a
 * driver has for memory, are left alone.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FULL_DISK_SIZE 1000 /* bytes */

static bool is_on_full_disk(int fd)
{
    const char *directory = getenv("FULL_DISK");
    char link[64], path[PATH_MAX];

    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, path, sizeof(path));
    return directory && length > (ssize_t)strlen(directory) &&
           strncmp(path, directory, strlen(directory)) == 0;
}

ssize_t write(int fd, const void *data, size_t size)
{
    const int error = errno;

    if (is_on_full_disk(fd) && lseek(fd, 0, SEEK_CUR) + (off_t)size > FULL_DISK_SIZE) {
        errno = ENOSPC;
        return -1;
    }
    errno = error;
    return syscall(SYS_write, fd, data, size);
}
