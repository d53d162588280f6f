#include "apps/server/served_model.h"

#include <sys/stat.h>

#include <chrono>
#include <filesystem>

#include "apps/server/message.h"
#include "oovec/base/kernels.h"
#include "oovec/search/nearest.h"

namespace oovec::server {
namespace {

// The file as it is now, before it is opened: a change in between is seen later.
FileVersion version_to_open(const std::string& path) {
  return version_of(path).value_or(FileVersion());
}

std::int64_t now_in_milliseconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

void verify(const Model& model) {
  model.vectors().verify();
  model.parts().ngrams->verify();
  if (model.vectors().size() == 0) return;
  const auto row = model.vectors().row(0);
  if (length_of(row) > 0) (void)nearest(rows_of(model.vectors()), row, 1);
}

}  // namespace

std::optional<FileVersion> version_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileVersion{status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
                     status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

ServedModel::ServedModel(const std::string& path, const std::string& vectors)
    : version_(version_to_open(path)),
      name_(std::filesystem::path(path).stem().string()),
      loaded_(now_in_milliseconds()),
      model_(path, vectors) {
  verify(model_);
}

void ServedModel::check() const {
  if (doubted_)
    throw RequestError(503, "damaged",
                       "the model file was overwritten while in use; it is served again once it is "
                       "complete. Replace it by renaming a new file over it (mv)");
  model_.vectors().check_intact();
  model_.parts().ngrams->check_intact();
}

ModelHolder::ModelHolder(std::string path, std::string vectors,
                         std::function<void(const Model&)> accept)
    : path_(std::move(path)), vectors_(std::move(vectors)), accept_(std::move(accept)) {
  reload();
}

ModelPointer ModelHolder::get() const {
  const std::lock_guard lock(mutex_);
  return served_;
}

void ModelHolder::reload() {
  const std::optional<FileVersion> version = version_of(path_);
  try {
    auto fresh = std::make_shared<const ServedModel>(path_, vectors_);
    accept_(fresh->model());
    const std::lock_guard lock(mutex_);
    served_ = std::move(fresh);
    refused_.reset();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    refused_ = version;
    throw;
  }
}

bool ModelHolder::has_changed() {
  const std::optional<FileVersion> now = version_of(path_);
  const std::lock_guard lock(mutex_);
  const bool is_steady = now == seen_;
  seen_ = now;
  if (!now || (now == served_->version() && !served_->is_doubted())) return false;
  const FileVersion& served = served_->version();
  const bool is_written_over = now->device == served.device && now->inode == served.inode;
  if (is_written_over) served_->doubt();
  return (is_steady || is_written_over) && now != refused_;
}

}  // namespace oovec::server
