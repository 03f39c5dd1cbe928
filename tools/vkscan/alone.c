/* SPDX-License-Identifier: MIT */
/* The program vkscan: one process. */
#include "failure.h"
#include "team.h"

const char program_name[] = "vkscan";

const struct team *team;

void team_open(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
}

int team_close(int status)
{
    return status;
}
