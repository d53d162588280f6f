// The HTTP server that `oovec serve` runs (docs/server.md).
#pragma once

#include "apps/server/options.h"

namespace oovec::server {

// Serves until SIGTERM or SIGINT; a second one ends it at once. Throws an Error if it cannot begin.
void run_server(const ServerOptions& options);

}  // namespace oovec::server
