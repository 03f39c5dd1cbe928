/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include <vkscan/vkscan.h>

const char *vkscan_determinism_name(vkscan_determinism determinism)
{
    static const char *const names[] = {
        [VKSCAN_DETERMINISM_RUN_TO_RUN] = "run",
        [VKSCAN_DETERMINISM_FASTEST] = "fastest",
        [VKSCAN_DETERMINISM_EVERYWHERE] = "everywhere",
    };

    return (size_t)determinism < sizeof(names) / sizeof(names[0]) ? names[determinism] : NULL;
}
