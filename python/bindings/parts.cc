// Indexes made by many processes: each indexes a part of the text, parts are joined as bytes.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "oovec/corpus/bad_lines.h"
#include "oovec/corpus/index_part.h"
#include "oovec/corpus/index_parts.h"
#include "oovec/corpus/index_text.h"
#include "oovec/corpus/text_coverage.h"
#include "oovec/text/utf8.h"
#include "python/bindings/bindings.h"
#include "python/bindings/options.h"
#include "python/bindings/task.h"
#include "python/bindings/texts.h"
#include "python/bindings/unlocked.h"

namespace oovec::python {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

// An index under construction, with everything that it refers to. Tasks share it.
struct Building {
  ContextIndex plan_index;
  IndexPlan plan;
  std::string beside;
  IndexBuilder builder;

  Building(const Path& plan_file, const Names& words, bool counts_only, const Path& place,
           std::uint64_t memory)
      : plan_index(plan_file.string()),
        plan(plan_index, words, counts_only ? IndexPlan::Keep::counts : IndexPlan::Keep::sentences),
        beside(place.string()),
        builder(plan, beside, memory * mebibyte) {}
};

// Serves one thread at a time.
class PartBuilder {
 public:
  PartBuilder(const Path& plan, const Names& words, bool counts_only, const Path& beside,
              std::uint64_t memory) {
    const Unlocked unlocked;
    building_ = std::make_shared<Building>(plan, words, counts_only, beside, memory);
  }

  // Indexes lines, of which each of `blocks` has one or more. The result is the totals of the text,
  // as JSON.
  StartedTask index(const nb::typed<nb::iterator, nb::bytes>& blocks, GivenOptions given) const {
    auto options = options_from<IndexOptions>(std::move(given));
    return start_reading_lines(
        blocks, [options, all = building_](Task& task, const TextSource& source) mutable {
          options.progress = &task;
          const LineCounts lines = index_text(source, options, all->builder).lines;
          const std::string totals = totals_json({all->builder.totals(), lines});
          return [totals] { return nb::cast(totals); };
        });
  }

  void add(const nb::bytes& part) {
    const std::string_view bytes(part.c_str(), part.size());
    const Unlocked unlocked;
    read_part(bytes, building_->builder);
  }

  void add_totals(const std::string& json) {
    building_->builder.totals() += totals_from_json(json).totals;
  }

  std::unique_ptr<IndexParts> split(std::uint32_t ranges, int threads) {
    const Unlocked unlocked;
    return std::make_unique<IndexParts>(building_->builder, ranges, building_->beside, threads);
  }

  std::tuple<std::uint64_t, std::uint64_t, std::vector<std::pair<std::string, std::uint64_t>>>
  coverage(std::size_t most) const {
    const Unlocked unlocked;
    TextCoverage found = text_coverage(building_->builder, most);
    for (auto& [word, count] : found.most_frequent) word = replace_invalid_utf8(word);
    return {found.types_with_vector, found.types_without, std::move(found.most_frequent)};
  }

  StartedTask write(const Path& output, int threads) const {
    return std::make_unique<Task>([=, all = building_](Task& task) -> Task::Result {
      IndexSummary summary = all->builder.write(output.string(), threads, &task);
      if (auto hint = coverage_hint(summary.totals.tokens)) summary.hints.push_back(*hint);
      return [summary] { return nb::cast(summary); };
    });
  }

 private:
  std::shared_ptr<Building> building_;
};

// Of all parts of a text together.
void check_lines(std::uint64_t lines, std::uint64_t empty_lines, std::uint64_t bad_lines,
                 const std::string& first_bad, double most) {
  BadLines all(most);
  all.add({lines, empty_lines, bad_lines, first_bad});
  all.finish();
}

}  // namespace

void bind_parts(nb::module_& m) {
  nb::class_<IndexParts>(m, "IndexParts", "Parts of an index, as pairs of a range and bytes.")
      .def(
          "__iter__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __iter__(self) -> IndexParts"))
      .def(
          "__next__",
          [](IndexParts& self) {
            std::optional<IndexParts::Part> part;
            {
              const Unlocked unlocked;
              part = self.next();
            }
            if (!part) throw nb::stop_iteration();
            return nb::make_tuple(part->range, nb::bytes(part->bytes.data(), part->bytes.size()));
          },
          nb::sig("def __next__(self) -> tuple[int, bytes]"));
  nb::class_<PartBuilder>(m, "PartBuilder", "Indexes a part of a text, or joins parts of an index.")
      .def(nb::init<const Path&, const Names&, bool, const Path&, std::uint64_t>(), nb::arg("plan"),
           nb::arg("words"), nb::arg("counts_only"), nb::arg("beside"), nb::arg("memory"))
      .def("index", &PartBuilder::index, nb::arg("blocks"), nb::arg("options"))
      .def("add", &PartBuilder::add, nb::arg("part"))
      .def("add_totals", &PartBuilder::add_totals, nb::arg("json"))
      .def("split", &PartBuilder::split, nb::arg("ranges"), nb::arg("threads"))
      .def("coverage", &PartBuilder::coverage, nb::arg("most"))
      .def("write", &PartBuilder::write, nb::arg("output"), nb::arg("threads"));
  m.def("check_lines", &check_lines, nb::arg("lines"), nb::arg("empty_lines"), nb::arg("bad_lines"),
        nb::arg("first_bad"), nb::arg("most"));
}

}  // namespace oovec::python
