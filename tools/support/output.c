/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "failure.h"

#define TEMPORARY ".vkscan-XXXXXX"
#define WRITE_MAX (1u << 30)

static const int interruptions[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

#define INTERRUPTION_COUNT (sizeof(interruptions) / sizeof(interruptions[0]))

static const char *volatile to_remove[OUTPUT_MAX];

static void remove_and_die(int signal_number)
{
    for (size_t i = 0; i < OUTPUT_MAX; i++) {
        const char *name = to_remove[i];
        if (name)
            unlink(name);
    }
    raise(signal_number); /* takes the default action as soon as this handler returns */
}

static void handle_interruptions(void)
{
    const struct sigaction action = {.sa_handler = remove_and_die, .sa_flags = (int)SA_RESETHAND};

    for (size_t i = 0; i < INTERRUPTION_COUNT; i++) {
        struct sigaction before;
        /* nohup and the like ignore signals for us. */
        if (sigaction(interruptions[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(interruptions[i], &action, NULL);
    }
}

/* Puts one name in the place of another. */
static void exchange_removal(const char *before, const char *after)
{
    for (size_t i = 0; i < OUTPUT_MAX; i++)
        if (to_remove[i] == before) {
            to_remove[i] = after;
            return;
        }
}

/* mkstemp, with no moment at which an interruption would leave the file behind. */
static int make_temporary(char *name)
{
    sigset_t blocked, before;

    handle_interruptions();
    sigemptyset(&blocked);
    for (size_t i = 0; i < INTERRUPTION_COUNT; i++)
        sigaddset(&blocked, interruptions[i]);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    const int fd = mkstemp(name);
    if (fd >= 0)
        exchange_removal(NULL, name);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return fd;
}

static int cannot_write(const struct output *output)
{
    return failed("cannot write %s: %s", output->name, strerror(errno));
}

/* The name of a temporary file in the target's directory. */
static char *temporary_name(const char *target)
{
    const char *slash = strrchr(target, '/');
    const size_t directory = slash ? (size_t)(slash + 1 - target) : 0;
    char *name = malloc(directory + sizeof(TEMPORARY));

    if (name) {
        memcpy(name, target, directory);
        memcpy(name + directory, TEMPORARY, sizeof(TEMPORARY));
    }
    return name;
}

static mode_t mode_of_new_files(void)
{
    const mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

static int open_temporary(struct output *output, mode_t mode)
{
    char *name = output->target ? temporary_name(output->target) : NULL;

    if (!name)
        return cannot_write(output);
    output->fd = make_temporary(name);
    if (output->fd < 0) {
        const int status = cannot_write(output);
        free(name);
        return status;
    }
    output->temporary = name;
    return fchmod(output->fd, mode) == 0 ? 0 : cannot_write(output);
}

static int open_path(struct output *output, const char *path)
{
    struct stat file, link;

    if (stat(path, &file) != 0) {
        /* A link to nothing exists, and replacing it would be a surprise. */
        if (errno != ENOENT || !*path || lstat(path, &link) == 0)
            return cannot_write(output);
        output->target = strdup(path);
        return open_temporary(output, mode_of_new_files());
    }
    if (S_ISREG(file.st_mode)) {
        if (access(path, W_OK) != 0)
            return cannot_write(output);
        output->target = realpath(path, NULL); /* so that a link stays one */
        return open_temporary(output, file.st_mode & 0777);
    }
    output->fd = open(path, O_WRONLY | O_CLOEXEC);
    return output->fd < 0 ? cannot_write(output) : 0;
}

int output_open(struct output *output, const char *path)
{
    const bool standard = strcmp(path, "-") == 0;

    *output = (struct output){
        .name = standard ? "standard output" : path,
        .fd = standard ? STDOUT_FILENO : -1,
    };
    const int status = standard ? 0 : open_path(output, path);
    if (status)
        output_close(output);
    return status;
}

int output_write(struct output *output, const void *data, size_t size)
{
    const char *at = data;

    while (size > 0) {
        const ssize_t bytes = write(output->fd, at, size < WRITE_MAX ? size : WRITE_MAX);
        if (bytes < 0 && errno == EINTR)
            continue;
        if (bytes < 0)
            return cannot_write(output);
        at += bytes;
        size -= (size_t)bytes;
    }
    return 0;
}

bool output_can_rewrite(const struct output *output)
{
    return lseek(output->fd, 0, SEEK_CUR) >= 0;
}

int output_rewrite_start(struct output *output, const void *data, size_t size)
{
    if (lseek(output->fd, 0, SEEK_SET) < 0)
        return cannot_write(output);
    return output_write(output, data, size);
}

static void forget_temporary(struct output *output)
{
    if (output->temporary)
        exchange_removal(output->temporary, NULL);
    free(output->temporary);
    output->temporary = NULL;
}

int output_commit(struct output *output)
{
    const int fd = output->fd;

    if (output->temporary && fsync(fd) != 0)
        return cannot_write(output);
    output->fd = -1;
    if (close(fd) != 0)
        return cannot_write(output);
    if (output->temporary && rename(output->temporary, output->target) != 0)
        return cannot_write(output);
    forget_temporary(output);
    return 0;
}

/* Of a path or "-" that exists. */
static bool identify(const char *path, struct stat *file)
{
    return strcmp(path, "-") == 0 ? fstat(STDOUT_FILENO, file) == 0 : stat(path, file) == 0;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The directory of a path, and the rest of the path behind it. */
static const char *split(const char *path, char directory[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    const int length = slash ? (int)(slash + 1 - path) : 0;

    snprintf(directory, PATH_MAX, "%.*s", length, path);
    return path + length;
}

static bool is_same_new_file(const char *a, const char *b)
{
    char a_directory[PATH_MAX], b_directory[PATH_MAX];
    struct stat a_file, b_file;
    const char *a_name = split(a, a_directory), *b_name = split(b, b_directory);

    return strcmp(a_name, b_name) == 0 && stat(*a_directory ? a_directory : ".", &a_file) == 0 &&
           stat(*b_directory ? b_directory : ".", &b_file) == 0 && is_same(&a_file, &b_file);
}

bool output_is_same(const char *a, const char *b)
{
    struct stat a_file, b_file;
    const bool a_exists = identify(a, &a_file), b_exists = identify(b, &b_file);

    if (a_exists && b_exists)
        return is_same(&a_file, &b_file);
    return !a_exists && !b_exists && is_same_new_file(a, b);
}

void output_close(struct output *output)
{
    if (output->fd > STDERR_FILENO)
        close(output->fd);
    if (output->temporary)
        unlink(output->temporary);
    forget_temporary(output);
    free(output->target);
    *output = OUTPUT_NONE;
}
