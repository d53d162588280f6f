// The commands of the program, one file each. Each function adds its command to `parent`; the
// command leaves its exit code in `exit_code` if it is not 0.
#pragma once

#include <CLI/CLI.hpp>

namespace oovec::cli {

void add_alacarte(CLI::App& parent, int& exit_code);
void add_eval_dn(CLI::App& parent, int& exit_code);
void add_eval_crw(CLI::App& parent, int& exit_code);
void add_eval_wordsim(CLI::App& parent, int& exit_code);
void add_eval_chimeras(CLI::App& parent, int& exit_code);
void add_eval_sentences(CLI::App& parent, int& exit_code);
void add_index(CLI::App& parent, int& exit_code);
void add_index_merge(CLI::App& parent, int& exit_code);
void add_index_info(CLI::App& parent, int& exit_code);
void add_index_show(CLI::App& parent, int& exit_code);
void add_infer(CLI::App& parent, int& exit_code);
void add_mimick(CLI::App& parent, int& exit_code);
void add_neighbors(CLI::App& parent, int& exit_code);
void add_train(CLI::App& parent, int& exit_code);
void add_tune(CLI::App& parent, int& exit_code);
void add_augment(CLI::App& parent, int& exit_code);
void add_experiment(CLI::App& parent, int& exit_code);
void add_explain(CLI::App& parent, int& exit_code);
void add_skipgram(CLI::App& parent, int& exit_code);
void add_vectors_info(CLI::App& parent, int& exit_code);
void add_vectors_check(CLI::App& parent, int& exit_code);
void add_vectors_convert(CLI::App& parent, int& exit_code);
void add_vectors_get(CLI::App& parent, int& exit_code);
void add_vectors_neighbors(CLI::App& parent, int& exit_code);

}  // namespace oovec::cli
