// Any bytes, read as one of the small files that people write: experiment configs, evaluation data,
// word lists, a corpus as JSON lines or CSV, lines to infer from. The first byte of an input says
// what the rest is read as: the digits of the seeds, or any other byte modulo the number of
// readers. An Error is fine, and so is what makes sense: metrics are finite, texts are UTF-8.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/memory.h"
#include "fuzz/use_files.h"
#include "lab/baselines/baseline.h"
#include "lab/eval/chimeras.h"
#include "lab/eval/data_file.h"
#include "lab/eval/dev_set.h"
#include "lab/eval/sentence_classification.h"
#include "lab/eval/sentence_task.h"
#include "lab/eval/typos.h"
#include "lab/eval/word_similarity.h"
#include "lab/experiment/config.h"
#include "lab/experiment/definition_results.h"
#include "oovec/corpus/text_blocks.h"
#include "oovec/io/input.h"
#include "oovec/model/infer_lines.h"
#include "oovec/text/utf8.h"
#include "oovec/vectors/word_list.h"
#include "tests/support/models.h"

namespace {

using namespace oovec;

const Model& model() {
  static const Model made(small_model());
  return made;
}

void read_experiment(std::string_view bytes) {
  const MemoryFile file(bytes);
  const lab::ExperimentConfig config = lab::read_config(file.path());
  require(!config.systems.empty() && !config.seeds.empty() && config.trials >= 1);
}

// Definitions, or pairs with rare words, of which these words have contexts.
void read_dev_set(std::string_view bytes) {
  for (const char* word : {"melon", "pome", "rare"})
    (void)directory().write(std::string("context/") + word + ".txt", "a sweet ___ fruit\nof ice\n");
  const std::string path = directory().write("pairs.txt", bytes);
  const auto set =
      lab::open_dev_set(path, model().weighted_vectors(), model().text(), {.threads = 1});
  require(std::isfinite(set->score(model()).value) && !set->words().empty());
  (void)set->lengths(model());
}

void read_contexts(std::string_view bytes) {
  (void)directory().write("context/melon.txt", bytes);
  const std::string path = directory().write("pairs.txt", "fruit\tmelon\t3\nthe\tmelon\t1\n");
  const auto set =
      lab::open_dev_set(path, model().weighted_vectors(), model().text(), {.threads = 1});
  require(std::isfinite(set->score(model()).value));
}

void read_chimeras(std::string_view bytes) {
  const MemoryFile file(bytes);
  const lab::Chimeras chimeras(lab::read_items(file.path()), model().weighted_vectors(),
                               model().text());
  for (const double correlation : chimeras.correlations(model()))
    require(std::isfinite(correlation));
}

void read_word_similarity(std::string_view bytes) {
  const MemoryFile file(bytes);
  const auto result = lab::WordSimilarity(lab::read_items(file.path())).evaluate(model());
  require(std::isfinite(result.rho));
}

void use_tasks(const std::string& folder) {
  for (const lab::SentenceTask& task : lab::read_sentence_tasks(folder)) {
    require(task.sentences.size() == task.size());
    require(task.parts.empty() || task.parts.size() == task.size());
    require(task.seconds.empty() || task.seconds.size() == task.size());
    attempt([&] { lab::check_classes(task); });
  }
}

// Two files of each form, cut at the first NUL byte.
void read_tasks(const char* folder, const char* first, const char* second, std::string_view bytes) {
  const std::size_t cut = std::min(bytes.find('\0'), bytes.size());
  const std::string name(folder);
  (void)directory().write(name + "/" + first, bytes.substr(0, cut));
  (void)directory().write(name + "/" + second, bytes.substr(std::min(cut + 1, bytes.size())));
  use_tasks(directory().path(name));
}
void read_split_task(std::string_view bytes) { read_tasks("sst", "sst.train", "sst.test", bytes); }
void read_pair_task(std::string_view bytes) {
  read_tasks("mrpc", "msr_paraphrase_train.txt", "msr_paraphrase_test.txt", bytes);
}
void read_class_task(std::string_view bytes) { read_tasks("mr", "neg", "pos", bytes); }

// A list of words; they are then misspelled as the evaluation of typos does.
void read_list(std::string_view bytes) {
  const auto words = read_word_list(*memory_input(bytes, "fuzz"));
  for (const std::string& word : words) require(!word.empty() && !find_invalid_utf8(word));
  const ListedRows listed = find_listed(model().vectors(), words, model().text());
  require(listed.rows.size() == model().vectors().size());
  const auto vectors = arbitrary_embeddings(words.empty() ? model_words() : words, 2, 1);
  std::vector<std::uint32_t> rows(vectors->size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint32_t>(i);
  const lab::Typos typos(*vectors, rows, {.max_words = 20, .threads = 1});
  for (std::size_t i = 0; i < typos.size(); ++i)
    for (const auto how :
         {Misspelling::swap, Misspelling::remove, Misspelling::insert, Misspelling::replace})
      require(!find_invalid_utf8(typos.misspelled(i, how)));
}

void read_groups(std::string_view bytes) {
  const MemoryFile file(bytes);
  (void)lab::read_groups(file.path());
}

void read_corpus(std::string_view bytes, const LineRules& rules) {
  const MemoryFile file(bytes);
  TextBlocks blocks(TextSource({file.path()}), rules, "fuzzing", nullptr);
  LineCounts counts;
  while (const auto block = blocks.next())
    for_each_text(*block, rules, counts,
                  [](std::string_view text) { require(!find_invalid_utf8(text)); });
  require(counts.bad_lines <= counts.lines);
}
void read_json_lines(std::string_view bytes) {
  LineRules rules;
  rules.jsonl = "text";
  read_corpus(bytes, rules);
}
void read_csv(std::string_view bytes) {
  LineRules rules;
  rules.csv = "text";
  read_corpus(bytes, rules);
}
void read_plain(std::string_view bytes) { read_corpus(bytes, {}); }

void read_lines_to_infer(std::string_view bytes) {
  const auto input = memory_input(bytes, "fuzz");
  const std::string output = directory().path("inferred.txt");
  InferOptions options;
  options.threads = 1;
  const InferSummary summary =
      infer_lines(model(), *input, output, options, [](const LineProblem&) {});
  require(summary.vectors <= summary.lines);
}

using Reader = void (*)(std::string_view);
constexpr Reader readers[] = {
    read_experiment,       // 0
    read_dev_set,          // 1
    read_contexts,         // 2
    read_chimeras,         // 3
    read_word_similarity,  // 4
    read_split_task,       // 5
    read_pair_task,        // 6
    read_class_task,       // 7
    read_list,             // 8
    read_groups,           // 9
    read_json_lines,       // :
    read_csv,              // ;
    read_plain,            // <
    read_lines_to_infer,   // =
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (is_compressed(bytes)) return 0;
  const std::size_t kind = (data[0] - std::size_t{'0'} + 256) % std::size(readers);
  attempt([&] { readers[kind](bytes); });
  return 0;
}
