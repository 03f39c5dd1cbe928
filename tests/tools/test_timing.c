/* SPDX-License-Identifier: MIT */
/* What the benchmark makes of the times of its repeats: see times.txt. */
#include <stdlib.h>

#include "../support/golden.h"
#include "timing.h"

void golden_answer(char *question, struct text *answer)
{
    double times[8];
    uint32_t count = 0;

    for (char *word = strtok(question, " "); word && count < 8; word = strtok(NULL, " "))
        times[count++] = strtod(word, NULL);
    const struct timing timing = timing_summarize(times, count);
    PRINT(answer, "min %.17g median %.17g max %.17g of %u", timing.min, timing.median, timing.max,
          timing.repeats);
}
