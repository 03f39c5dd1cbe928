/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "streams.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "failure.h"

/*
 * A standard stream that was closed would be given to the next file that is opened. Here each
 * becomes one that cannot be used: input for writing, the others for reading.
 */
static bool hold(int fd)
{
    const int unusable = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;

    return fcntl(fd, F_GETFD) >= 0 || open("/dev/null", unusable) == fd;
}

bool streams_open(void)
{
    /* A reader that has gone, and a file too large. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return hold(STDIN_FILENO) && hold(STDOUT_FILENO) && hold(STDERR_FILENO);
}

int streams_close(int status)
{
    if ((fflush(stdout) != 0 || ferror(stdout)) && !status)
        status = failed("cannot write standard output: %s", strerror(errno));
    return status;
}
