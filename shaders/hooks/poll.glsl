// SPDX-License-Identifier: MIT
// Behind poll() of pass/window.glsl. Empty: the tests have a file of this name.
