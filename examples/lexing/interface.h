/* SPDX-License-Identifier: MIT */
/* What lexing.c and its shaders must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

/* A function of states is a word with four bits for each, those of state 0 the lowest. That of a
 * character has above them a bit for each state in which the character is a token. */
#define STATES 6
#define WRONG 5u /* the state of what cannot be there, which is never left */

#endif
