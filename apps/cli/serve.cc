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
  command.footer(
      "Serves POST /v1/infer, /v1/neighbors, /v1/explain, /v1/similarity and /v1/embeddings, a "
      "page "
      "at /\n"
      "and a description of all at /openapi.json (docs/server.md). Without --api-key-file only "
      "this\n"
      "machine is served. SIGTERM ends it when all requests are answered; SIGHUP, or a new model "
      "file\n"
      "renamed to MODEL, makes it serve that.\n\n"
      "Example:\n"
      "  oovec serve words.oovec --store words.db");
  command.add_file("MODEL", options->model, "model file").required();
  command.add_file("--vectors", options->vectors,
                   "the vectors the model was trained with, if it was written without");
  command.add_log("--store", options->store, "file to remember words and their contexts in");
  command.add_file("--api-key-file", options->api_key_file,
                   "file of keys, one per line; requests must show one of them");
  command.add_file("--held-out", options->held_out,
                   "what `oovec eval heldout --json` printed of the model, to be shown by /info");
  command.add_log("--log", options->log, "file to append the log to; else standard error");
  add_fields(command, *options);
  command.on_run([options] { server::run_server(*options); });
}

}  // namespace oovec::cli
