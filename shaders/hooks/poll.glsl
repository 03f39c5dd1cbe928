// SPDX-License-Identifier: MIT
// Behind poll() of pass/polls.glsl. Empty: the tests have a file of this name.
