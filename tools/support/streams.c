/* SPDX-License-Identifier: MIT */
#include "streams.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "failure.h"
#include "platform.h"

bool streams_open(void)
{
    return platform_open_streams();
}

int streams_close(int status)
{
    if ((fflush(stdout) != 0 || ferror(stdout)) && !status)
        status = failed("cannot write standard output: %s", strerror(errno));
    return status;
}
