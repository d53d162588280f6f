// GET /v1/words/export: vectors of all words seen, as a file. It is made whole first, so that what
// goes wrong is told before anything is sent.
#include <array>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "apps/server/query.h"
#include "apps/server/routes.h"
#include "oovec/augment/export.h"
#include "oovec/base/error.h"
#include "oovec/base/progress.h"
#include "oovec/io/descriptor.h"

namespace oovec::server {
namespace {

constexpr std::size_t piece_size = 64 << 10;

struct ExportFormat {
  std::string_view name;
  VectorFormat format;
  std::string_view type;
  std::string_view file_name;
};
constexpr std::array<ExportFormat, 3> export_formats = {{
    {"word2vec", VectorFormat::word2vec, "text/plain; charset=utf-8", "words.txt"},
    {"glove", VectorFormat::glove, "text/plain; charset=utf-8", "words.glove.txt"},
    {"jsonl", VectorFormat::jsonl, "application/x-ndjson", "words.jsonl"},
}};

// One at a time: an export takes as much work as any number of other requests.
class ExportTurn {
 public:
  explicit ExportTurn(Service& service) : service_(service) {
    if (service.exporting.exchange(true))
      throw RequestError(429, "busy", "another export is being made; try again later");
  }
  ~ExportTurn() { service_.exporting = false; }
  ExportTurn(const ExportTurn&) = delete;
  ExportTurn& operator=(const ExportTurn&) = delete;

 private:
  Service& service_;
};

// Ends an export whose client is gone.
class StopWhenTold final : public Progress {
 public:
  explicit StopWhenTold(const Service& service) : service_(service) {}

  void start(std::string_view, std::optional<std::uint64_t>) override {}
  void advance(std::uint64_t) override {
    if (service_.stopping) throw RequestError(503, "busy", "the server is shutting down");
  }
  void finish() override {}

 private:
  const Service& service_;
};

// A directory that is gone, with all that is in it, when this is.
class ScratchFolder {
 public:
  ScratchFolder() : path_((std::filesystem::temp_directory_path() / "oovec-XXXXXX").string()) {
    if (!::mkdtemp(path_.data())) throw io_error("cannot make a directory like " + path_, errno);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
};

// The file goes with the folder, its content when the descriptor is closed.
Descriptor export_file(Service& service, const ExportFormat& format, std::uint32_t min_count) {
  const ExportTurn turn(service);
  const ModelPointer served = service.model();
  const ScratchFolder folder;
  const std::string path = folder.file(format.file_name);
  ExportOptions options;
  options.min_count = min_count;
  options.format = format.format;
  options.threads = 1;
  StopWhenTold progress(service);
  options.progress = &progress;
  export_words(served->model(), service.store(), path, options);
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) throw io_error("cannot open " + path, errno);
  return file;
}

std::string next_piece(int file) {
  std::string piece(piece_size, '\0');
  const ssize_t size = ::read(file, piece.data(), piece.size());
  if (size < 0) throw io_error("cannot read the export", errno);
  piece.resize(static_cast<std::size_t>(size));
  return piece;
}

}  // namespace

Answer export_route(Service& service, const CallPointer& call) {
  Query query(call->request.target);
  std::array<std::string_view, export_formats.size()> names;
  std::ranges::transform(export_formats, names.begin(), &ExportFormat::name);
  const ExportFormat& format = export_formats[query.choice("format", names, 0)];
  const auto min_count = static_cast<std::uint32_t>(query.number("min_count", 1, 1, UINT32_MAX));
  query.finish();
  return [&service, &format, min_count] {
    const auto file = std::make_shared<const Descriptor>(export_file(service, format, min_count));
    HttpResponse response;
    response.type = format.type;
    response.headers.emplace_back("Content-Disposition",
                                  "attachment; filename=\"" + std::string(format.file_name) + "\"");
    response.more = [file] { return next_piece(file->get()); };
    return response;
  };
}

}  // namespace oovec::server
