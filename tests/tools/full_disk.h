/* SPDX-License-Identifier: MIT */
#ifndef FULL_DISK_H
#define FULL_DISK_H

#define FULL_DISK_SIZE 1000 /* bytes that a file of full_disk.c's directory holds */

#endif
