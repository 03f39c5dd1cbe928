/* SPDX-License-Identifier: MIT */
#include "port.h"

static const char *const names[PORT_IDS] = {
#define NAMED_PORT(enumerator, name) [VKSCAN_PORT_##enumerator] = #name,
#include "ports.def"
};

const char *vkscan_port_name(vkscan_port port)
{
    return (uint32_t)port < PORT_IDS ? names[port] : NULL;
}
