/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "platform.h"

#define TEMPORARY ".vkscan-XXXXXX"
#define FOLDER_SIZE 4096
#define FLUSHED ((size_t)16 << 20) /* bytes that are sent to the disk at a time */

static int cannot_write(const struct output *output)
{
    return failed("cannot write %s: %s", output->name, strerror(errno));
}

static char *copy(const char *text)
{
    char *copied = malloc(strlen(text) + 1);

    return copied ? strcpy(copied, text) : NULL;
}

/* Returns the name of a temporary file in the target's folder. */
static char *temporary_name(const char *target)
{
    const size_t folder = (size_t)(platform_file_name(target) - target);
    char *name = malloc(folder + sizeof(TEMPORARY));

    if (name) {
        memcpy(name, target, folder);
        memcpy(name + folder, TEMPORARY, sizeof(TEMPORARY));
    }
    return name;
}

static int open_temporary(struct output *output, unsigned mode)
{
    char *name = output->target ? temporary_name(output->target) : NULL;

    if (!name)
        return cannot_write(output);
    output->fd = platform_create_temporary(name);
    if (output->fd < 0) {
        const int status = cannot_write(output);
        free(name);
        return status;
    }
    output->temporary = name;
    return platform_set_mode(output->fd, mode) ? 0 : cannot_write(output);
}

static int open_path(struct output *output, const char *path)
{
    struct platform_status file;

    if (!platform_find(path, &file)) {
        /* A dangling link is not replaced. */
        if (errno != ENOENT || !*path || platform_is_link(path))
            return cannot_write(output);
        output->target = copy(path);
        return open_temporary(output, platform_mode_of_new_files());
    }
    if (file.kind == PLATFORM_FILE) {
        if (!platform_can_write(path))
            return cannot_write(output);
        output->target = platform_resolve(path); /* a link stays a link */
        return open_temporary(output, file.mode);
    }
    output->fd = platform_open(path, PLATFORM_WRITE);
    return output->fd < 0 ? cannot_write(output) : 0;
}

int output_open(struct output *output, const char *path)
{
    const bool standard = strcmp(path, "-") == 0;

    *output = (struct output){
        .name = standard ? "standard output" : path,
        .fd = standard ? PLATFORM_OUTPUT : -1,
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
        const ptrdiff_t bytes = platform_write(output->fd, at, size < FLUSHED ? size : FLUSHED);
        if (bytes < 0)
            return cannot_write(output);
        if (output->temporary && (size_t)bytes == FLUSHED)
            platform_start_flush(output->fd);
        at += bytes;
        size -= (size_t)bytes;
    }
    return 0;
}

int output_copy(struct output *output, FILE *from)
{
    char buffer[65536];
    size_t size;
    int status = 0;

    rewind(from);
    while (!status && (size = fread(buffer, 1, sizeof(buffer), from)) > 0)
        status = output_write(output, buffer, size);
    return !status && ferror(from) ? failed("cannot read a temporary file") : status;
}

bool output_can_rewrite(const struct output *output)
{
    return platform_position(output->fd) >= 0;
}

int output_rewrite_start(struct output *output, const void *data, size_t size)
{
    if (!platform_go_to(output->fd, 0))
        return cannot_write(output);
    return output_write(output, data, size);
}

static void forget_temporary(struct output *output)
{
    if (output->temporary)
        platform_forget_temporary(output->temporary);
    free(output->temporary);
    output->temporary = NULL;
}

int output_finish(struct output *output)
{
    const int fd = output->fd;

    if (fd < 0)
        return 0;
    if (output->temporary && !platform_flush(fd))
        return cannot_write(output);
    output->fd = -1;
    return platform_close(fd) ? 0 : cannot_write(output);
}

int output_commit(struct output *output)
{
    const int status = output_finish(output);

    if (status)
        return status;
    if (output->temporary && !platform_replace(output->temporary, output->target))
        return cannot_write(output);
    forget_temporary(output);
    return 0;
}

/* Stores the status of a path, or "-", that exists. */
static bool identify(const char *path, struct platform_status *file)
{
    return strcmp(path, "-") == 0 ? platform_status(PLATFORM_OUTPUT, file)
                                  : platform_find(path, file);
}

/* Stores the folder of a path. Returns the rest of the path behind it. */
static const char *split(const char *path, char folder[FOLDER_SIZE])
{
    const char *name = platform_file_name(path);

    snprintf(folder, FOLDER_SIZE, "%.*s", (int)(name - path), path);
    return name;
}

static bool is_same_new_file(const char *a, const char *b)
{
    char a_folder[FOLDER_SIZE], b_folder[FOLDER_SIZE];
    struct platform_status a_file, b_file;
    const char *a_name = split(a, a_folder), *b_name = split(b, b_folder);

    return platform_is_same_name(a_name, b_name) &&
           platform_find(*a_folder ? a_folder : ".", &a_file) &&
           platform_find(*b_folder ? b_folder : ".", &b_file) && platform_is_same(&a_file, &b_file);
}

bool output_is_same(const char *a, const char *b)
{
    struct platform_status a_file, b_file;
    const bool a_exists = identify(a, &a_file), b_exists = identify(b, &b_file);

    if (a_exists && b_exists)
        return platform_is_same(&a_file, &b_file);
    return !a_exists && !b_exists && is_same_new_file(a, b);
}

void output_close(struct output *output)
{
    if (output->fd > PLATFORM_ERROR)
        platform_close(output->fd);
    if (output->temporary)
        remove(output->temporary);
    forget_temporary(output);
    free(output->target);
    *output = OUTPUT_NONE;
}

/* Windows removes no file that is open. */
void output_abandon(const struct output *output)
{
    if (output->temporary && remove(output->temporary) != 0) {
        platform_close(output->fd);
        remove(output->temporary);
    }
}
