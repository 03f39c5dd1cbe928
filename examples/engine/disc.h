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
    float near, far;
};

#ifdef VULKAN
// The depth of the disc's centre; 0 if nothing of the disc, or of its centre's depth, can be seen.
float visible_depth(camera view, vec3 centre, float reach)
{
    const vec4 p = vec4(centre, 1.0);
    const float depth = dot(view.w, p);
    const vec2 at = abs(vec2(dot(view.x, p), dot(view.y, p)));
    const bool inside = all(lessThan(at, depth + reach * (view.focal + 1.0)));
    return inside && depth > view.near && depth < view.far ? depth : 0.0;
}
#endif

#endif
