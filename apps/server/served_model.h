// A model that is being served, and the holder that replaces it while requests continue with the
// one they began with.
//
//   ModelHolder holder(options);
//   const ModelPointer served = holder.get();   // keeps the model mapped
//   const InferrerLease inferrer(*served);
//   inferrer->infer(word, contexts);
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "oovec/base/parallel.h"
#include "oovec/model/batch_inference.h"
#include "oovec/model/model.h"
#include "oovec/model/text_vector.h"

namespace oovec::server {

// Identifies a version of a file.
struct FileVersion {
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t seconds = 0, nanoseconds = 0;

  bool operator==(const FileVersion&) const = default;
};

// Nothing if there is no such file.
[[nodiscard]] std::optional<FileVersion> version_of(const std::string& path);

class ServedModel {
 public:
  // Opens the file, verifies it and searches it once, so that no request has to wait for that.
  ServedModel(const std::string& path, const std::string& vectors);

  const Model& model() const { return model_; }
  const std::string& name() const { return name_; }
  const FileVersion& version() const { return version_; }
  std::int64_t loaded() const { return loaded_; }  // milliseconds since 1970

  // Throws RequestError 503 if the file was written over, so that what is mapped may be anything,
  // and an Error(damaged) if it was cut short.
  void check() const;
  void doubt() const { doubted_ = true; }
  bool is_doubted() const { return doubted_; }

 private:
  friend class InferrerLease;
  friend class TextReaderLease;

  FileVersion version_;
  std::string name_;
  std::int64_t loaded_;
  Model model_;
  mutable std::atomic<bool> doubted_ = false;
  mutable Pool<WordInferrer> inferrers_{[this] { return std::make_unique<WordInferrer>(model_); }};
  mutable Pool<TextReader> readers_{[this] { return std::make_unique<TextReader>(model_); }};
};

using ModelPointer = std::shared_ptr<const ServedModel>;

// An inferrer for exclusive use. The model must outlive it.
class InferrerLease {
 public:
  explicit InferrerLease(const ServedModel& served)
      : served_(served), inferrer_(served.inferrers_.take()) {}
  ~InferrerLease() { served_.inferrers_.give_back(std::move(inferrer_)); }
  InferrerLease(const InferrerLease&) = delete;
  InferrerLease& operator=(const InferrerLease&) = delete;

  WordInferrer* operator->() const { return inferrer_.get(); }
  WordInferrer& operator*() const { return *inferrer_; }

 private:
  const ServedModel& served_;
  std::unique_ptr<WordInferrer> inferrer_;
};

class TextReaderLease {
 public:
  explicit TextReaderLease(const ServedModel& served)
      : served_(served), reader_(served.readers_.take()) {}
  ~TextReaderLease() { served_.readers_.give_back(std::move(reader_)); }
  TextReaderLease(const TextReaderLease&) = delete;
  TextReaderLease& operator=(const TextReaderLease&) = delete;

  TextReader* operator->() const { return reader_.get(); }

 private:
  const ServedModel& served_;
  std::unique_ptr<TextReader> reader_;
};

class ModelHolder {
 public:
  // `accept` throws if a model does not fit the rest of the service, such as the store.
  ModelHolder(std::string path, std::string vectors, std::function<void(const Model&)> accept);

  [[nodiscard]] ModelPointer get() const;

  // Opens the file again. If it cannot be served, throws and keeps the old model.
  void reload();

  // Checks the file; call it several times a second. Returns true if the file has changed, so that
  // reload() makes sense: if a new file has stayed the same since the last call, or if the old one
  // was overwritten, which cannot be served until it is known to be complete.
  [[nodiscard]] bool has_changed();

 private:
  const std::string path_, vectors_;
  const std::function<void(const Model&)> accept_;
  mutable std::mutex mutex_;
  ModelPointer served_;
  std::optional<FileVersion> seen_;     // at the last look
  std::optional<FileVersion> refused_;  // could not be served
};

}  // namespace oovec::server
