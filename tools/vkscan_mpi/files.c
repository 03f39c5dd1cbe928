/* SPDX-License-Identifier: MIT */
/*
 * Files. A rank reads its slab as vkscan reads all of FILE, and writes by MPI-IO in one place at a
 * time. So ranks have nothing to gather for each other, and calls are not collective. Collective
 * calls leave others waiting for a rank whose disk is full (OMPIO of Open MPI 4.1).
 */
#include "ranks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vkscan/vkscan_mpi.h>

#include "array.h"

#define CHUNK ((uint64_t)1 << 28) /* bytes of a call: MPI counts in int */
#define NAME_SIZE 4096

struct parallel {
    MPI_File out;
    uint64_t place; /* elements before those that this rank writes next */
    uint64_t end;   /* elements that all ranks have placed so far */
    vkscan_type type;
};

static struct parallel *files[3];
static int file_count;

static struct parallel *parallel_of(struct array *array)
{
    if (!array->parallel) {
        array->parallel = allocate(sizeof(*array->parallel), "a file");
        files[file_count++] = array->parallel;
        *array->parallel = (struct parallel){.out = MPI_FILE_NULL};
    }
    return array->parallel;
}

static void need_file(int error, const char *what, const char *name)
{
    char text[NAME_SIZE];

    snprintf(text, sizeof(text), "cannot %s %s", what, name);
    ranks_need(error, text);
}

/* ---- input ---- */

/* Fails unless all ranks see files of one length, type and header. */
static void compare(const struct input *input, int64_t begin)
{
    const uint64_t own[] = {input->count, (uint64_t)input->type, (uint64_t)begin};
    uint64_t ends[6];

    for (int i = 0; i < 3; i++) {
        ends[i] = own[i];
        ends[3 + i] = ~own[i];
    }
    ranks_agree();
    MPI_Allreduce(MPI_IN_PLACE, ends, 6, MPI_UINT64_T, MPI_MIN, ranks);
    if (ends[0] != ~ends[3])
        fail("ranks see files of %" PRIu64 " to %" PRIu64 " elements as %s; all have to see one",
             ends[0], ~ends[3], input->name);
    if (ends[1] != ~ends[4] || ends[2] != ~ends[5])
        fail("ranks see files of several types as %s; all have to see one", input->name);
}

void files_share(struct array *array, uint32_t unit)
{
    struct input *input = &array->input;
    struct platform_status status;

    if (!platform_status(input->fd, &status) || status.kind != PLATFORM_FILE)
        fail("%s is no file, of which each rank could read its slab", input->name);
    if (input->count == INPUT_UNKNOWN && status.size == 0)
        input->count = 0;
    if (input->count == INPUT_UNKNOWN)
        fail("%s does not tell its size", input->name);
    compare(input, input->begin);
    const vkscan_mpi_range slab =
        vkscan_mpi_slab(input->count / unit, (int)team->ranks, (int)team->rank);
    array->all = input->count;
    array->first = slab.first * unit;
    input->is_part = true;
    input->count = slab.count * unit;
    input->begin += (int64_t)(array->first * input->stored_size);
}

void files_read(struct array *array, uint64_t most)
{
    ranks_agree();
    phase_begin(PHASE_READ);
    array_read_alone(array, most);
    phase_end(array->count * array->input.stored_size);
}

void files_close(void)
{
    for (int i = 0; i < file_count; i++)
        if (files[i]->out != MPI_FILE_NULL)
            MPI_File_close(&files[i]->out);
}

/* ---- output ---- */

/* Opens the file by its whole path, as MPI's libraries take some short names for something else. It
 * is this rank's alone, so that opening it is not collective. */
static void open_file(const char *path, const char *name, MPI_File *file)
{
    char *resolved = platform_resolve(path);

    need_file(MPI_File_open(MPI_COMM_SELF, resolved ? resolved : path, MPI_MODE_WRONLY,
                            MPI_INFO_NULL, file),
              "write", name);
    free(resolved);
}

/* Creates the output: all ranks write to the file that rank 0 will rename. */
void files_create(struct array *array, const char *path)
{
    struct parallel *file = parallel_of(array);
    char name[NAME_SIZE] = "";

    if (array_is_standard(path))
        misuse("standard output is of one process; name a file that all ranks see");
    array->output.name = path;
    if (team_leads()) {
        open_output(&array->output, path);
        snprintf(name, sizeof(name), "%s", array->output.temporary ? array->output.temporary : "");
    }
    ranks_agree();
    MPI_Bcast(name, sizeof(name), MPI_CHAR, 0, ranks);
    if (!*name)
        fail("%s is no file, in which each rank could write at its place", path);
    open_file(name, path, &file->out);
}

void files_place(struct array *array, uint64_t count)
{
    struct parallel *file = array->parallel;
    uint64_t first, all;

    ranks_agree();
    phase_begin(PHASE_EXCHANGE);
    const int error = vkscan_mpi_place(ranks, count, &first, &all);
    phase_end(sizeof(count));
    need_file(error, "write", array->output.name);
    file->place = file->end + first;
    file->end += all;
}

void files_write(struct array *array, vkscan_type type, const void *data, uint64_t count)
{
    struct parallel *file = array->parallel;
    const uint32_t size = vkscan_type_size(type);
    const uint64_t bytes = count * size;
    const MPI_Offset at =
        (MPI_Offset)(file->place * size) + (array->output_npy ? NPY_HEADER_SIZE : 0);
    uint64_t done = 0;
    int put = 1;

    phase_begin(PHASE_WRITE);
    while (done < bytes && put > 0) {
        const uint64_t left = bytes - done;
        MPI_Status status;
        need_file(MPI_File_write_at(file->out, at + (MPI_Offset)done, (const char *)data + done,
                                    (int)(left < CHUNK ? left : CHUNK), MPI_BYTE, &status),
                  "write", array->output.name);
        MPI_Get_count(&status, MPI_BYTE, &put);
        done += put > 0 ? (uint64_t)put : 0;
    }
    phase_end(done);
    if (done < bytes)
        fail("cannot write %s: no space left", array->output.name);
    file->place += count;
    file->type = type;
}

void files_close_output(struct array *array)
{
    struct parallel *file = array->parallel;
    char header[NPY_HEADER_SIZE];
    int error = MPI_SUCCESS;

    ranks_agree();
    phase_begin(PHASE_WRITE);
    npy_format(header, value_dtype(file->type), file->end, value_components(file->type));
    if (array->output_npy && team_leads())
        error =
            MPI_File_write_at(file->out, 0, header, sizeof(header), MPI_BYTE, MPI_STATUS_IGNORE);
    const int kept = MPI_File_sync(file->out), closed = MPI_File_close(&file->out);
    phase_end(0);
    need_file(error ? error : kept ? kept : closed, "write", array->output.name);
    if (team_leads())
        need(output_finish(&array->output));
    ranks_agree();
}
