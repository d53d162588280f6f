// oovec serve MODEL: answers requests over HTTP.
#include <memory>

#include "apps/cli/commands.h"
#include "apps/cli/options.h"
#include "apps/server/server.h"

namespace oovec::cli {

void add_serve(Command parent, int& /*exit_code*/) {
  auto options = std::make_shared<server::ServerOptions>();
  const Command command =
      parent.add_command("serve", "Answer requests for vectors over HTTP, and show a page");
  command.footer(R"(
Answers POST /v1/infer, /v1/neighbors, /v1/explain, /v1/similarity and /v1/embeddings, and shows a
page at /. The interface is described at /openapi.json and in docs/server.md. Without
--api-key-file, only programs on this machine can connect. After SIGTERM the server answers the
requests it has and exits. After SIGHUP, or when another model file is renamed to MODEL, it switches
to the new model.

Example:
  oovec serve words.oovec --store words.db
)");
  command.add_file("MODEL", options->model, "Model file.").required();
  command.add_file("--vectors", options->vectors,
                   "Vectors file, for models written without vectors.");
  command.add_log("--store", options->store, "Remember words and their contexts in FILE.");
  command.add_file("--api-key-file", options->api_key_file,
                   "File of keys, one per line. Requests must present one of them.");
  command.add_file("--held-out", options->held_out,
                   "Output of `oovec eval heldout --json` for this model, to show at /info.");
  command.add_log("--log", options->log,
                  "Append the log to FILE; by default it goes to standard error.");
  add_fields(command, *options);
  command.on_run([options] { server::run_server(*options); });
}

}  // namespace oovec::cli
