// What the handlers of all routes share: the model, the store, the metrics and the options.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "apps/server/metrics.h"
#include "apps/server/options.h"
#include "apps/server/served_model.h"
#include "oovec/store/store.h"

namespace oovec::server {

class Service {
  std::optional<Store> store_;  // first: a model is compared with it

 public:
  // Opens the model and the store. Throws an Error if they cannot be served, or not together.
  explicit Service(const ServerOptions& chosen);

  const ServerOptions options;
  ModelHolder models;
  Metrics metrics;
  std::atomic<bool> draining = false;   // told to end
  std::atomic<bool> stopping = false;   // nobody waits for answers any more
  std::atomic<bool> exporting = false;  // one export at a time

  // The model for a request. Throws RequestError 503 while its file is damaged.
  [[nodiscard]] ModelPointer model() const;

  bool has_store() const { return store_.has_value(); }
  // Throws RequestError 404 if there is none.
  [[nodiscard]] Store& store();

  // The model's quality, as JSON; empty if it is not known.
  const std::string& held_out() const { return held_out_; }

 private:
  std::string held_out_;
};

}  // namespace oovec::server
