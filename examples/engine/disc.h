/* SPDX-License-Identifier: MIT */
/* What is drawn, and from where; read by shaders and C code. */
#ifndef DISC_H
#define DISC_H

#include "vectors.h"

/*
 * A flat Gaussian in space: of the point centre + a * right + b * up the opacity is that of the
 * colour times exp(-(a^2 + b^2) / 2), and 0 from EXTENT on. Huang et al., "2D Gaussian Splatting",
 * 2024.
 */
struct disc {
    vec3 centre;
    uint colour; /* red, green, blue, opacity, from the lowest byte on */
    vec3 right;
    float reach; /* EXTENT times the longer one of right and up */
    vec3 up;
    float glow; /* 0: it hides what is behind it, 1: it adds to that */
};

#define EXTENT 3.0f

/* Products of x, y and w with (position, 1) are coordinates on the screen, both from -1 to 1 after
 * division by the third, and the depth in front of the eye. */
struct camera {
    vec4 x, y, w;
    vec2 focal; /* how fast x and y grow with the position */
    float nearest, farthest;
};

FUNCTION float along(vec4 row, vec3 at)
{
    return row.x * at.x + row.y * at.y + row.z * at.z + row.w;
}

/* The depth of a disc's centre; 0 if that is too near or too far, or nothing of it is on the
 * screen. */
FUNCTION float visible_depth(STRUCT(camera) view, vec3 centre, float reach)
{
    float depth = along(view.w, centre);
    float x = along(view.x, centre), x_end = depth + reach * (view.focal.x + 1);
    float y = along(view.y, centre), y_end = depth + reach * (view.focal.y + 1);

    return view.nearest < depth && depth < view.farthest && -x_end < x && x < x_end && -y_end < y &&
                   y < y_end
               ? depth
               : 0;
}

#endif
