/* SPDX-License-Identifier: MIT */
/* One run of a command that computes: from its options and files over the pieces of FILE to the
 * outputs. A verb, with a file of its own, has what differs between commands. */
#ifndef JOB_H
#define JOB_H

#include "arguments.h"
#include "array.h"
#include "engine.h"
#include "names.h"
#include "operator_file.h"
#include "subject.h"
#include "sums.h"
#include "value.h"

/* A piece: consecutive elements of FILE. */
struct piece {
    const char *data;
    char *results; /* in a stream */
    uint64_t first, count;
};

/* Results of a piece to be written. */
struct part {
    vkscan_type type;
    const void *data;
    uint64_t count;
};

struct job {
    const struct arguments *arguments;
    struct user_tuning tuning;
    uint64_t piece_limit; /* elements */

    vkscan_plan_params plan; /* with a user operator its types are those of the files */
    struct subject_params subject;
    struct operator_file user;
    vkscan_type stored_type; /* type of a fold's results in files */
    union value seeds[2];    /* one behind the other, as far apart as an element is large */
    const void *seed;        /* NULL: none */
    bool seeks;              /* argmin or argmax */
    uint64_t index;          /* index of the value that is the seed, where the job seeks */
    bool widens;             /* the type of 64 bits that is computed in was chosen for the user */
    bool follows;            /* the host follows the scan's sums */
    struct sums sums;

    struct array file, second;
    struct array third;     /* an output alone */
    struct array sorted;    /* of a search or a merge, with the values that its keys take along */
    struct array offsets;   /* of segments, read whole */
    struct array own_seeds; /* of segments */
    struct array sorted_values;
    vkscan_port second_port; /* of the second file, with an element for each of FILE; PORTS: none */
    const char *kind, *second_kind; /* of these elements: "key" and "values" */
    uint32_t channels;              /* values of an element of FILE */
    const char *at_once;            /* what takes all elements in one piece; NULL: nothing does */
    bool whole;                     /* FILE is read whole, and known before the first piece */
    bool cut;                       /* with `whole`: it takes several pieces */
    bool backward;                  /* with `whole`: the last piece comes first */
    bool streams;                   /* pieces are small, and go by stream.h */
    bool holds;                     /* FILE is on the device alone, in one piece */
    struct part part;               /* in a stream */
    struct piece piece;
    uint64_t done;  /* elements of pieces so far */
    uint64_t limit; /* elements of a piece */
    struct engine engine;

    char *results;
};

/* A command's functions, which are called in this order. */
struct verb {
    void (*check)(struct job *job);  /* checks options together */
    void (*settle)(struct job *job); /* FILE is open: other files, the plan, the ports */
    void (*begin)(struct job *job);  /* FILE is in memory, or its first piece */
    void (*take)(struct job *job);   /* a piece has run */
    bool in_parts;                   /* take() itself runs the piece, by job_run_part() */
    void (*finish)(struct job *job);
    /* Returns the bytes that the verb has in memory for each element of FILE, where that is whole
     * in memory; NULL: none. */
    uint64_t (*beside)(const struct job *job);
    void (*tell)(const struct job *job); /* all is written; may be NULL */
};

extern const struct verb verb_axis; /* of ALONG_AXES with --axis, in place of the command's own */
extern const struct verb verb_fold;
extern const struct verb verb_runs;
#define FAMILY(name, files) extern const struct verb verb_##name;
#include "../../src/primitive/primitives.def"

void job_run(const struct arguments *arguments, const struct verb *verb);

/* ---- for verbs ---- */

/* Returns the value that an option's text names, or `value` if the text is NULL. */
int job_parse_name(enum names names, const char *text, int value);
void job_parse_seed(const char *text, vkscan_type type, union value *seed);

/* Checks an option's type, whose text may be NULL, against that of a .npy file, which tells it. */
void job_check_type(const struct input *input, const char *option, const char *text);

/* Compares FILE to the operator or the predicate. */
void job_check_user(const struct job *job, const char *kind);

/* Checks that two files have as many elements, which `kind` and `second` name. Where a count is
 * INPUT_UNKNOWN, that is for later. job_check_positions() checks that u32 can tell the positions.
 */
void job_check_counts(const struct input *file, uint64_t count, const struct input *other,
                      uint64_t other_count, const char *kind, const char *second);
void job_check_positions(const struct job *job, const char *kind);

/* Returns the type of positions in FILE, which job_store_position() stores: u32, in teams u64. */
vkscan_type job_position_type(void);
void job_store_position(char *positions, uint64_t index, uint64_t position);

/* Tells whether this piece is the last one. */
bool job_is_done(const struct job *job);

/* Runs the plan over a part of a piece. A seed of NULL is none. */
void job_run_part(struct job *job, const struct piece *part, const void *seed);

/* Reads the next piece. job_run_rest() runs the pieces that are left, of FILE or of what the verb
 * has put in its place. */
void job_next_piece(struct job *job);
void job_run_rest(struct job *job, const struct verb *verb);

/* Uploads what all pieces need besides their own elements. */
void job_upload_operands(struct job *job);

/* Returns the first `size` bytes that the device has computed of a piece: in a stream where they
 * are, else at `place`. */
char *job_results(struct job *job, void *place, uint64_t size);

/* Writes results of a piece, in a stream later: they stay what they are until the next take(). */
void job_write(struct job *job, vkscan_type type, const void *results, uint64_t count);

/* Opens the second file, which is read whole. */
void job_open_second(struct job *job, const char *path, vkscan_type type, const char *option,
                     vkscan_port port);

#endif
