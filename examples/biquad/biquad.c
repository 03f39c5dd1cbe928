/* SPDX-License-Identifier: MIT */
/*
 * Filters sound by recurrences of first and second order: a scan of each channel, which is a
 * column, by complex linear functions. Read record_filter() first.
 */
#include <math.h>

#include "complex_recurrence.h"
#include "compute.h"
#include "elements.h"
#include "interface.h"
#include "samples.h"
#include "timer.h"
#include "wav.h"

#define TWO_PI 6.283185307179586

enum design_kind { DESIGN_LOWPASS, DESIGN_HIGHPASS, DESIGN_BANDPASS, DESIGN_NOTCH, DESIGN_SMOOTH };

/* y[i] = b[0] x[i] + b[1] x[i-1] + b[2] x[i-2] - a[0] y[i-1] - a[1] y[i-2] */
struct design {
    double b[3], a[2];
};

struct channels {
    struct parts filter;
    struct buffer samples, elements, filtered;
    const struct kernel *make_elements, *make_samples;
    const struct run *recur;
};

static void record_filter(struct compute *c, void *user)
{
    const struct channels *s = user;
    const uint32_t count = s->filter.count;

    compute_dispatch(c, s->make_elements, count, &s->filter, BUFFERS(&s->samples, &s->elements));
    compute_run(c, s->recur, count, NULL);
    compute_dispatch(c, s->make_samples, (count + 1) / 2, &s->filter,
                     BUFFERS(&s->samples, &s->elements, &s->filtered));
}

static void create(struct compute *c, struct channels *s, const struct sound *sound)
{
    const vkscan_segments_params columns = {.struct_size = sizeof(columns),
                                            .primitive = VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN,
                                            .heads = VKSCAN_HEADS_ROWS,
                                            .length = sound->count / sound->channels,
                                            .stride = sound->channels};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = columns.primitive,
                                       .capacity = sound->count,
                                       .user_operator = &complex_recurrence,
                                       .details = &columns};
    const VkDeviceSize words = (sound->count + 1) / 2 * sizeof(uint32_t);

    s->samples = compute_upload(c, sound->samples, words);
    s->filtered = compute_array(c, words);
    s->elements = compute_array(c, sound->count * sizeof(struct vec4));
    s->make_elements =
        compute_kernel(c, elements_spirv, sizeof(elements_spirv), 2, sizeof(s->filter));
    s->make_samples = compute_kernel(c, samples_spirv, sizeof(samples_spirv), 3, sizeof(s->filter));
    s->recur = compute_plan(c, &params,
                            PORTS(PORT(SOURCE, &s->elements), PORT(DESTINATION, &s->elements)));
}

/* ---- what is filtered, and by what ---- */

/* Computes coefficients by Bristow-Johnson's cookbook. `frequency` is of the rate, below 1/2; q
 * above 1/2, so that poles are complex. Smooth is an exponential moving average. */
static struct design design_filter(enum design_kind kind, double frequency, double q)
{
    const double w = TWO_PI * frequency, cosine = cos(w), alpha = sin(w) / (2 * q);
    const double low = (1 - cosine) / 2, high = (1 + cosine) / 2;
    const double b[][3] = {[DESIGN_LOWPASS] = {low, 2 * low, low},
                           [DESIGN_HIGHPASS] = {high, -2 * high, high},
                           [DESIGN_BANDPASS] = {alpha, 0, -alpha},
                           [DESIGN_NOTCH] = {1, -2 * cosine, 1}};
    const double scale = 1 / (1 + alpha), kept = exp(-w);

    if (kind == DESIGN_SMOOTH)
        return (struct design){{1 - kept, 0, 0}, {-kept, 0}};
    return (struct design){{scale * b[kind][0], scale * b[kind][1], scale * b[kind][2]},
                           {-2 * scale * cosine, scale * (1 - alpha)}};
}

/* Splits a filter into partial fractions. With q for a delay of one sample it is
 * (b0 + b1 q + b2 q^2) / ((1 - p q) (1 - p* q)), of complex poles p and p*:
 * through + part / (1 - p q) + part* / (1 - p* q), two recurrences of first order. They are
 * conjugates, so that one will do. */
static struct parts design_parts(const struct design *d)
{
    if (d->a[1] == 0)
        return (struct parts){.pole = {(float)-d->a[0], 0}, .part = {(float)(d->b[0] / 2), 0}};
    const double re = -d->a[0] / 2, im = sqrt(d->a[1] - re * re);
    const double through = d->b[2] / d->a[1], c0 = d->b[0] - through,
                 c1 = d->b[1] - through * d->a[0];

    /* (c0 p + c1) / (p - p*), whose denominator is 2 im times the imaginary unit. */
    return (struct parts){.pole = {(float)re, (float)im},
                          .part = {(float)(c0 / 2), (float)(-(c0 * re + c1) / (2 * im))},
                          .through = (float)through};
}

/* Makes noise, and a tone that rises from 20 Hz by ten octaves in as long as the sound takes. */
static struct sound make_sound(double seconds)
{
    struct sound sound = {.rate = 44100, .channels = 2};
    const uint32_t frames = (uint32_t)(seconds * sound.rate) + 1;
    double phase = 0;

    sound.count = 2 * frames;
    sound.samples = allocate(sound.count + 1, sizeof(int16_t));
    for (uint32_t i = 0; i < frames; i++) {
        phase += TWO_PI * 20 * exp2(10.0 * i / frames) / sound.rate;
        sound.samples[2 * i] = (int16_t)(16000 * sin(phase));
        sound.samples[2 * i + 1] = (int16_t)(noise(i) >> 17) - 16384;
    }
    return sound;
}

/* Computes the recurrence as it is written, of one channel after the other. */
static double filter_by_loop(const struct design *d, const struct sound *sound, double *filtered)
{
    const double start = timer_now();

    for (uint32_t channel = 0; channel < sound->channels; channel++) {
        double x[3] = {0}, y[3] = {0};
        for (uint32_t i = channel; i < sound->count; i += sound->channels) {
            x[2] = x[1], x[1] = x[0], x[0] = sound->samples[i];
            y[2] = y[1], y[1] = y[0];
            y[0] =
                d->b[0] * x[0] + d->b[1] * x[1] + d->b[2] * x[2] - d->a[0] * y[1] - d->a[1] * y[2];
            filtered[i] = fmax(-32768, fmin(32767, y[0]));
        }
    }
    return timer_now() - start;
}

static bool run(struct compute *c, const struct design *design, struct sound *sound)
{
    struct channels s = {.filter = design_parts(design)};
    double *expected = allocate(sound->count, sizeof(*expected));
    float *found = allocate(sound->count, sizeof(*found));
    const double pole = hypot((double)s.filter.pole.x, (double)s.filter.pole.y);
    const double rounding = 1 + 32768 * 0x1p-24 / (1 - pole); /* f32, for as long as it rings */

    s.filter.count = sound->count;
    create(c, &s, sound);
    const double device = compute_time(c, record_filter, &s);
    const double host = filter_by_loop(design, sound, expected);
    compute_read(c, &s.filtered, sound->samples, sound->count * sizeof(int16_t));
    for (uint32_t i = 0; i < sound->count; i++)
        found[i] = sound->samples[i];
    const bool right =
        compute_near("biquad: sample", found, expected, NULL, sound->count, rounding);
    if (right) {
        printf("%u samples of %u channels are right\n", sound->count, sound->channels);
        compute_report(c, device, "a plain loop, by doubles", host, 4.0 * sound->count);
    }
    free(expected);
    free(found);
    return right;
}

int main(int argc, char **argv)
{
    static const char *const kinds[] = {"lowpass", "highpass", "bandpass", "notch", "smooth", NULL};
    const char *in = NULL, *out = NULL;
    double frequency = 1000, q = 0.7071, seconds = 1;
    uint32_t kind = DESIGN_LOWPASS;
    const struct argument arguments[] = {
        {"--in", ARGUMENT_TEXT, &in, .help = "a WAV file of 16-bit samples; else noise and a tone"},
        {"--out", ARGUMENT_TEXT, &out, .help = "the WAV file to write"},
        {"--seconds", ARGUMENT_REAL, &seconds, "of noise and tone (1)", 0, 600, NULL},
        {"--kind", ARGUMENT_CHOICE, &kind, .help = "what passes", .choices = kinds},
        {"--frequency", ARGUMENT_REAL, &frequency, "in Hz (1000)", 1, 1e6, NULL},
        {"--q", ARGUMENT_REAL, &q, "how sharp (0.7071)", 0.51, 100, NULL}};
    struct compute c;

    compute_arguments(&c, "biquad", "Filters sound.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    struct sound sound = in ? wav_read(in) : make_sound(seconds);
    if (2 * frequency >= sound.rate)
        fail("a frequency of %g Hz is not below half of the rate, %u Hz", frequency, sound.rate);
    const struct design design = design_filter((enum design_kind)kind, frequency / sound.rate, q);
    compute_open(&c);
    const bool right = run(&c, &design, &sound);
    if (right && out)
        wav_write(out, &sound);
    free(sound.samples);
    return compute_close(&c, right);
}
