// oovec eval sentences FOLDER --model M…: what vectors of unknown words are worth to a classifier.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/eval_arguments.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "lab/eval/sentence_classification.h"

namespace oovec::cli {
namespace {

struct EvalSentencesArguments : EvalArguments {
  std::string contexts;
  lab::SentenceOptions sentences;
};

void print_eval_sentences(const EvalSentencesArguments& arguments, const std::string& model,
                          const lab::SentenceTask& task, const lab::SentenceResult& result) {
  const lab::Estimate accuracy = lab::estimate_mean(result.correct);
  if (arguments.json) {
    Json line = {{"model", model},
                 {"task", task.name},
                 {"accuracy", accuracy.value},
                 {"accuracy_95", {accuracy.interval.low, accuracy.interval.high}},
                 {"tested", result.correct.size()},
                 {"unknown_words", result.unknown},
                 {"inferred", result.inferred}};
    if (result.f1) line["f1"] = *result.f1;
    return print_json(line);
  }
  fmt::print(
      "{:{}}  {:14}  {:>8.2f}  {:>15}  {:>6}  {:>7}  {:>7}  {:>8}\n", printable(model),
      arguments.name_width(), printable(task.name), 100 * accuracy.value,
      fmt::format("{:.2f} … {:.2f}", 100 * accuracy.interval.low, 100 * accuracy.interval.high),
      result.f1 ? fmt::format("{:.2f}", 100 * *result.f1) : "", result.correct.size(),
      result.unknown, result.inferred);
}

void run_eval_sentences(EvalSentencesArguments& arguments) {
  const std::vector<lab::SentenceTask> tasks = lab::read_sentence_tasks(arguments.data);
  const std::vector<NamedModel> models = open_models(arguments);
  arguments.sentences.progress = terminal_progress();
  std::optional<ContextIndex> contexts;
  if (!arguments.contexts.empty())
    arguments.sentences.contexts = &contexts.emplace(arguments.contexts);
  if (!arguments.json)
    fmt::print("{:{}}  {:14}  {:>8}  {:>15}  {:>6}  {:>7}  {:>7}  {:>8}\n", "model",
               arguments.name_width(), "task", "accuracy", "95 %", "F1", "tested", "unknown",
               "inferred");
  for (const lab::SentenceTask& task : tasks)
    for (const NamedModel& named : models)
      print_eval_sentences(arguments, named.name, task,
                           lab::evaluate(task, *named.model, arguments.sentences));
}

}  // namespace

void add_eval_sentences(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<EvalSentencesArguments>();
  const Command command =
      parent.add_command("sentences", "Classify sentences by the mean of their words' vectors");
  command.footer(R"(
FOLDER, or each folder in it, contains a task in the form of SentEval: a file of sentences for each
class; or NAME.train and NAME.test with a label before each sentence; or the Microsoft paraphrases.
Unknown words get vectors from the model, with their contexts in the sentences or in --contexts;
the baseline none leaves them out. The metric is the accuracy of logistic regression, with a
bootstrap confidence interval. --json prints an object per model and task.

Example:
  oovec eval sentences senteval --model none avg words.oovec
)");
  command.add_file("FOLDER", arguments->data, "Folder of tasks.").required();
  add_eval_arguments(command, *arguments);
  command.add_file("--contexts", arguments->contexts,
                   "Index with the contexts of unknown words (oovec index).");
  add_fields(command, arguments->sentences);
  command.on_run([arguments] { run_eval_sentences(*arguments); });
}

}  // namespace oovec::cli
