// The commands of the program, one file each. Each function adds its command to `parent`; the
// command leaves its exit code in `exit_code` if it is not 0.
#pragma once

#include "apps/cli/command.h"

namespace oovec::cli {

void add_alacarte(Command parent, int& exit_code);
void add_eval_dn(Command parent, int& exit_code);
void add_eval_crw(Command parent, int& exit_code);
void add_eval_wordsim(Command parent, int& exit_code);
void add_eval_chimeras(Command parent, int& exit_code);
void add_eval_sentences(Command parent, int& exit_code);
void add_eval_heldout(Command parent, int& exit_code);
void add_eval_typos(Command parent, int& exit_code);
void add_index(Command parent, int& exit_code);
void add_index_merge(Command parent, int& exit_code);
void add_index_info(Command parent, int& exit_code);
void add_index_show(Command parent, int& exit_code);
void add_infer(Command parent, int& exit_code);
void add_mimick(Command parent, int& exit_code);
void add_neighbors(Command parent, int& exit_code);
void add_train(Command parent, int& exit_code);
void add_tune(Command parent, int& exit_code);
void add_augment(Command parent, int& exit_code);
void add_compare(Command parent, int& exit_code);
void add_experiment(Command parent, int& exit_code);
void add_explain(Command parent, int& exit_code);
void add_store_add(Command parent, int& exit_code);
void add_store_show(Command parent, int& exit_code);
void add_store_merge(Command parent, int& exit_code);
void add_store_export(Command parent, int& exit_code);
void add_serve(Command parent, int& exit_code);
void add_skipgram(Command parent, int& exit_code);
void add_vectors_info(Command parent, int& exit_code);
void add_vectors_check(Command parent, int& exit_code);
void add_vectors_convert(Command parent, int& exit_code);
void add_vectors_get(Command parent, int& exit_code);
void add_vectors_neighbors(Command parent, int& exit_code);

}  // namespace oovec::cli
