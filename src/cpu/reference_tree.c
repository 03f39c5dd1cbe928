/* SPDX-License-Identifier: MIT */
/* Sums and products of floats on one core, by the tree of VKSCAN_DETERMINISM_EVERYWHERE. */
#include "reference_tree.h"

#include <stdlib.h>
#include <string.h>

#include "type.h"

#define PIECE (1u << 30) /* elements */
#define REVERSE_PIECE_BYTES (1u << 26)
#define REVERSE_PIECE_UNIT 256 /* elements */

struct tree {
    const struct type *in, *out;
    vkscan_op op;
    double identity;
    uint64_t leaves, vectors, width; /* leaves of a tile, vectors of a leaf, elements of a vector */
    bool exclusive;
};

/* One component of the elements of a level. */
struct level {
    double *items;
    uint64_t count;
};

/* ---- elements ---- */

/* Returns the offset of a component of element i. */
static size_t offset(const struct type *type, uint64_t i, size_t component)
{
    return (i * type->components + component) * type->scalar.size;
}

static double load(const struct type *type, const void *elements, uint64_t i, size_t component)
{
    return scalar_load(&type->scalar, (const char *)elements + offset(type, i, component)).real;
}

static void store(const struct type *type, double value, void *elements, uint64_t i,
                  size_t component)
{
    scalar_store(&type->scalar, (union number){.real = value},
                 (char *)elements + offset(type, i, component));
}

/* Combines two numbers. The sum or product is rounded once: what a double holds of it rounds to the
 * float that the exact one rounds to. */
static double combine(const struct tree *t, double left, double right)
{
    const double result = t->op == VKSCAN_OP_MUL ? left * right : left + right;

    return t->out->scalar.size == sizeof(result) ? result : (double)(float)result;
}

/* ---- a tile ---- */

static double item(const struct tree *t, const struct level *x, uint64_t i)
{
    return i < x->count ? x->items[i] : t->identity;
}

static double total_of_vector(const struct tree *t, const struct level *x, uint64_t first)
{
    double total = item(t, x, first);

    for (uint64_t k = 1; k < t->width; k++)
        total = combine(t, total, item(t, x, first + k));
    return total;
}

static void scan_vector(const struct tree *t, const struct level *x, uint64_t first, double before,
                        double *results)
{
    for (uint64_t i = first; i < first + t->width && i < x->count; i++) {
        const double after = combine(t, before, x->items[i]);
        results[i] = t->exclusive ? before : after;
        before = after;
    }
}

/* Returns the total of a leaf. Unless `results` is NULL, its results begin from `before`, the total
 * of all before the leaf. */
static double visit_leaf(const struct tree *t, const struct level *x, uint64_t first, double before,
                         double *results)
{
    double total = 0;

    for (uint64_t v = 0; v < t->vectors; v++, first += t->width) {
        const double vector = total_of_vector(t, x, first);
        if (results) {
            scan_vector(t, x, first, before, results);
            before = combine(t, before, vector);
        }
        total = v == 0 ? vector : combine(t, total, vector);
    }
    return total;
}

/* Returns the total of `leaves` leaves, by halves, like visit_leaf(). */
static double visit(const struct tree *t, const struct level *x, uint64_t first, uint64_t leaves,
                    double before, double *results)
{
    if (leaves == 1)
        return visit_leaf(t, x, first, before, results);
    const uint64_t half = leaves / 2;
    const double left = visit(t, x, first, half, before, results);
    const double right =
        visit(t, x, first + half * t->vectors * t->width, half, combine(t, before, left), results);
    return combine(t, left, right);
}

/* ---- levels ---- */

static uint64_t tile_size(const struct tree *t)
{
    return t->leaves * t->vectors * t->width;
}

static double *allocate(uint64_t count)
{
    double *items = malloc((count + 1) * sizeof(*items));

    if (!items)
        abort();
    return items;
}

static struct level aggregates_of(const struct tree *t, const struct level *x)
{
    const uint64_t tile = tile_size(t);
    const struct level next = {allocate(x->count / tile + 1), (x->count + tile - 1) / tile};

    for (uint64_t i = 0; i < next.count; i++)
        next.items[i] =
            combine(t, t->identity, visit(t, x, i * tile, t->leaves, t->identity, NULL));
    return next;
}

static double reduce(const struct tree *t, const struct level *x)
{
    if (x->count <= tile_size(t))
        return combine(t, t->identity, visit(t, x, 0, t->leaves, t->identity, NULL));
    const struct level next = aggregates_of(t, x);
    const double total = reduce(t, &next);
    free(next.items);
    return total;
}

static void scan(const struct tree *t, const struct level *x, double seed, double *results)
{
    struct tree above = *t;

    if (x->count <= tile_size(t)) {
        visit(t, x, 0, t->leaves, seed, results);
        return;
    }
    const struct level next = aggregates_of(t, x);
    double *prefixes = allocate(next.count);
    above.exclusive = true;
    scan(&above, &next, seed, prefixes);
    for (uint64_t i = 0; i < next.count; i++)
        visit(t, x, i * tile_size(t), t->leaves, prefixes[i], results);
    free(prefixes);
    free(next.items);
}

/* ---- a run ---- */

static struct tree tree_of(const vkscan_plan_params *plan)
{
    const vkscan_type out = plan->out_type ? plan->out_type : plan->type;
    struct tree t = {
        .in = type_of(plan->type),
        .out = type_of(out),
        .op = plan->op,
        .identity = plan->op == VKSCAN_OP_MUL ? 1 : 0,
        .exclusive = plan->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
    };
    const size_t bytes = type_size(out);

    t.leaves = 128;
    t.width = bytes <= 4 || bytes == 12 ? 4 : 16 / bytes;
    t.vectors = bytes == 12 ? 2 : bytes == 16 ? 4 : 8;
    return t;
}

static uint64_t piece_of(const struct tree *t, bool reverse)
{
    const size_t in = t->in->scalar.size * t->in->components;
    const size_t out = t->out->scalar.size * t->out->components;

    return reverse ? REVERSE_PIECE_BYTES / (in > out ? in : out) / REVERSE_PIECE_UNIT *
                         REVERSE_PIECE_UNIT
                   : PIECE;
}

/* Runs over a component of the elements [first, first + count), in the order in which they are
 * combined. Returns the number that the next piece starts from. */
static double run_piece(const struct tree *t, const vkscan_plan_params *plan, size_t component,
                        double seed, const void *source, uint64_t first, uint64_t count,
                        void *destination)
{
    const bool reverse = plan->flags & VKSCAN_PLAN_REVERSE_BIT;
    const struct level x = {allocate(count), count};
    double *results = allocate(count);

    for (uint64_t i = 0; i < count; i++)
        x.items[i] = load(t->in, source, first + (reverse ? count - 1 - i : i), component);
    const double total = combine(t, seed, reduce(t, &x));
    if (plan->primitive != VKSCAN_PRIMITIVE_REDUCE) {
        scan(t, &x, seed, results);
        for (uint64_t i = 0; i < count; i++)
            store(t->out, results[i], destination, first + (reverse ? count - 1 - i : i),
                  component);
    }
    free(results);
    free(x.items);
    return total;
}

static void run(const struct tree *t, const vkscan_plan_params *plan, const void *seed,
                const void *source, uint64_t count, void *destination, void *total)
{
    const bool reverse = plan->flags & VKSCAN_PLAN_REVERSE_BIT;
    const uint64_t piece = piece_of(t, reverse);
    const uint64_t pieces = count > 0 ? (count - 1) / piece + 1 : 1;

    for (size_t c = 0; c < t->out->components; c++) {
        double so_far = seed ? load(t->out, seed, 0, c) : t->identity;
        for (uint64_t turn = 0; turn < pieces; turn++) {
            const uint64_t first = (reverse ? pieces - 1 - turn : turn) * piece;
            const uint64_t rest = count - first;
            so_far = run_piece(t, plan, c, so_far, source, first, rest < piece ? rest : piece,
                               destination);
        }
        if (plan->primitive == VKSCAN_PRIMITIVE_REDUCE)
            store(t->out, so_far, destination, 0, c);
        if (total)
            store(t->out, so_far, total, 0, c);
    }
}

void reference_tree(const vkscan_plan_params *plan, const void *seed, const void *source,
                    uint64_t count, void *destination, void *total)
{
    const struct tree t = tree_of(plan);

    run(&t, plan, seed, source, count, destination, total);
}

void reference_tree_of(const vkscan_plan_params *plan, uint32_t leaves, uint32_t vectors,
                       const void *seed, const void *source, uint64_t count, void *destination,
                       void *total)
{
    struct tree t = tree_of(plan);

    t.leaves = leaves;
    t.vectors = vectors;
    run(&t, plan, seed, source, count, destination, total);
}
