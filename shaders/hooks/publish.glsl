// SPDX-License-Identifier: MIT
// Behind publish() and publish_prefix() of pass/. Empty: the tests have a file of this name.
