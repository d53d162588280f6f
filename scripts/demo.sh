#!/usr/bin/env bash
# Shows the program at work on real text, from nothing to vectors for words it has never seen: the
# dictionaries of Debian's dict-gcide and wordnet-base are the corpus and, for words that are held
# out, the test. Needs no argument; everything it makes is in build/demo, and what it prints is what
# this run gave. With SERVE=1 in the environment it ends by serving the model, until Ctrl-C.
set -euo pipefail
cd "$(dirname "$0")/.."

program=$PWD/build/oovec
gcide=/usr/share/dictd/gcide.dict.dz
wordnet=/usr/share/wordnet
mkdir -p build/demo
cd build/demo
export LC_ALL=C.UTF-8

if [ -t 1 ]; then
  bold=$'\e[1m' blue=$'\e[34m' plain=$'\e[0m'
else
  bold='' blue='' plain=''
fi

heading() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
say() { printf '%s\n' "$@"; }

oovec() { "$program" "$@"; }

# Shows a command, then runs it.
show() {
  printf '\n%s$ %s%s\n' "$blue" "$*" "$plain"
  eval "$*"
}

# The Collaborative International Dictionary of English: a paragraph per line, without its front
# matter, pronunciation, sources and the names of those it quotes.
gcide_text() {
  gzip -cd "$gcide" |
    awk 'BEGIN { RS = "" } NR > 25 { gsub(/\n/, " "); print }' |
    sed -E 's/\\[^\\]*\\//g; s/\[[^]]*\]//g; s/--[A-Z][^.]*\.?$//; s/[{}]//g; s/  +/ /g; s/^ //; /^ ?$/d'
}

# WordNet: a line per synset, its words and their definition.
wordnet_text() {
  sed -nE 's/^[0-9]+ [0-9]+ [a-z] [0-9a-f]{2} (([^ ]+ [0-9a-f] )+)[0-9]{3} .*[|] (.*)/\1\t\3/p' \
    "$wordnet"/data.{noun,verb,adj,adv} |
    awk -F '\t' '{
      count = split($1, part, " ")
      names = part[1]
      for (i = 3; i < count; i += 2) names = names ", " part[i]
      gsub(/_/, " ", names)
      print names ": " $2
    }'
}

# The first meaning of every noun of WordNet: noun TAB definition, without examples.
nouns() {
  sed -nE 's/^([0-9]+) [0-9]+ n .*[|] (.*)/\1\t\2/p' "$wordnet/data.noun" |
    awk -F '\t' '
      FNR == NR { meaning[$1] = $2; next }
      {
        split($0, field, " ")
        definition = meaning[field[7 + field[4]]]
        sub(/; *".*/, "", definition)
        sub(/ +$/, "", definition)
        if (field[1] ~ /^[a-z]+$/ && length(field[1]) > 3 && definition != "")
          print field[1] "\t" definition
      }' - "$wordnet/index.noun"
}

# 300 nouns of medium frequency, evenly spread over it, with ___ in the place of the word.
hold_out() {
  awk -F '\t' '
    FNR == NR { split($0, field, " "); rank[field[1]] = FNR - 1; next }
    rank[$1] > 2000 && rank[$1] <= 12000 { print rank[$1] "\t" $0 }' vectors.txt nouns.txt |
    sort -n >candidates.txt
  awk -F '\t' -v step="$(($(wc -l <candidates.txt) / 300))" '
    FNR % step == 0 && ++count <= 300 { print $2 "\t___: " $3 }' candidates.txt
}

# Those of the given nouns that have no vector, with their definitions; five at most.
unseen() {
  awk -F '\t' -v wanted="$*" '
    BEGIN { split(wanted, list, " "); for (i in list) want[list[i]] = 1 }
    FNR == NR { split($0, field, " "); known[field[1]] = 1; next }
    ($1 in want) && !($1 in known) && ++count <= 5' vectors.txt nouns.txt
}

began=$SECONDS
say "$bold$(oovec --version | head -n 1): vectors for words your embedding has never seen$plain"

heading "1. Text, and word vectors learned from it"
gcide_text >gcide.txt
wordnet_text >wordnet.txt
nouns >nouns.txt
say "Two dictionaries: $(cat gcide.txt wordnet.txt | wc -w) words of English."
show oovec skipgram --corpus gcide.txt wordnet.txt -o vectors.txt
show oovec vectors neighbors vectors.txt violin -k 5

heading "2. Words to be tested on"
hold_out >definitions.txt
cut -f 1 definitions.txt >held_out.txt
say "$(wc -l <definitions.txt) nouns are held out: their vectors are used for testing only, not for training." \
  "A model gets their spelling and one definition, for instance" ""
sed -n '40p;140p;240p' definitions.txt

heading "3. Contexts"
say "One pass over the text: for each word its count and a sample of its sentences."
show oovec index --vectors vectors.txt --corpus gcide.txt wordnet.txt -o contexts.ctx

heading "4. Five models"
say "The default model, balanced: it is solved in closed form, and weighs contexts by how many there are."
show oovec train --vectors vectors.txt --contexts contexts.ctx --exclude held_out.txt -o balanced.oovec
say "" "The models of the paper: vectors from form (character n-grams), from context, and from both, with one" \
  "weight for all words or with a gate that decides for each."
for model in form context single gated; do
  show oovec train --vectors vectors.txt --contexts contexts.ctx --exclude held_out.txt \
    --min-count 20 --model "$model" -o "$model.oovec"
done

heading "5. How near do they come?"
say "The rank of each held-out word's true vector among the $(($(wc -l <vectors.txt) - 1)) words of the vocabulary, by nearness to" \
  "the vector inferred from its definition: the first table of the paper."
show oovec eval dn definitions.txt --model form.oovec context.oovec single.oovec gated.oovec balanced.oovec

heading "6. Words that have no vector"
unseen dachshund guacamole kimono orthodontist sitar xylophonist >unseen.txt
while IFS=$'\t' read -r word definition; do
  show oovec neighbors balanced.oovec "$word" "'${definition//\'/\'\\\'\'}'" -k 4
done <unseen.txt

heading "7. Why?"
say "What each n-gram and each word of the context contributes to a vector."
show oovec explain balanced.oovec sitar "'The sitar is a stringed instrument of India with a long neck.'" --html sitar.html

say "" "That took $((SECONDS - began)) seconds. All files are in build/demo; sitar.html is the last explanation as a page." "" \
  "Where to go next, with your own vectors and text:" \
  "  oovec index --vectors glove.txt --corpus wiki.txt.zst -o wiki.ctx" \
  "  oovec train --vectors glove.txt --contexts wiki.ctx -o words.oovec" \
  "  oovec augment words.oovec --vectors glove.txt --corpus new.txt -o glove+new.txt" \
  "docs/getting-started.md continues from here."

serve=(serve balanced.oovec --store words.db --held-out held_out.json)
say "" "To see the model in a browser, and to query it over HTTP:"
if [ "${SERVE:-}" != 1 ]; then
  say "  make demo SERVE=1" "or, without all that went before:" "  cd build/demo && ../oovec ${serve[*]:0:4}"
  exit
fi
oovec eval heldout balanced.oovec --contexts contexts.ctx --words held_out.txt --json >held_out.json
say "  http://127.0.0.1:8080/ (Ctrl-C ends it)"
exec "$program" "${serve[@]}" --quiet
