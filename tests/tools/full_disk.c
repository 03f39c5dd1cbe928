/* SPDX-License-Identifier: MIT */
/*
 * Preloaded into a program under test: files under the directory $FULL_DISK hold FULL_DISK_SIZE
 * bytes, and a write beyond them fails as on a full disk. Files elsewhere, such as those that a
 * driver has for memory, are left alone.
 */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* so that functions have their own names */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
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

static bool is_full(int fd, off_t end)
{
    const int error = errno;
    const bool full = is_on_full_disk(fd) && end > FULL_DISK_SIZE;

    errno = full ? ENOSPC : error;
    return full;
}

ssize_t write(int fd, const void *data, size_t size)
{
    return is_full(fd, lseek(fd, 0, SEEK_CUR) + (off_t)size) ? -1
                                                             : syscall(SYS_write, fd, data, size);
}

/* As MPI's libraries write. */
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset)
{
    return is_full(fd, offset + (off_t)size) ? -1 : syscall(SYS_pwrite64, fd, data, size, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset)
{
    return pwrite(fd, data, size, offset);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset)
{
    size_t size = 0;

    for (int i = 0; i < count; i++)
        size += parts[i].iov_len;
    return is_full(fd, offset + (off_t)size)
               ? -1
               : syscall(SYS_pwritev, fd, parts, count, offset, (long)0);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset)
{
    return pwritev(fd, parts, count, offset);
}
