#!/usr/bin/env bash
# Shows the program at work on real vectors: trains some with Debian's fastText on the definitions of
# WordNet, then looks into them, searches them, damages, mends and converts them. Needs no argument;
# everything it makes is in build/demo, and what it prints is what this run gave.
set -euo pipefail
cd "$(dirname "$0")/.."

program=$PWD/build/oovec
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

# Shows a command, then runs it. Its exit code is part of the show and is printed when not 0.
show() {
  printf '\n%s$ %s%s\n' "$blue" "$*" "$plain"
  local code=0
  eval "$*" || code=$?
  if [ "$code" -ne 0 ]; then say "(exit code $code)"; fi
}

# Wall time since $1, a value of EPOCHREALTIME.
milliseconds_since() { echo $(((${EPOCHREALTIME/./} - ${1/./}) / 1000)); }

# How long the program takes, from start to end.
milliseconds_of() {
  local began=$EPOCHREALTIME
  "$@" >/dev/null
  milliseconds_since "$began"
}

# A line per synset: its words, then their definition and examples, in lower case without marks.
definitions() {
  sed -nE 's/^[0-9]+ [0-9]+ [a-z] [0-9a-f]{2} (([^ ]+ [0-9a-f] )+)[0-9]{3} .*[|] (.*)/\1 \3/p' \
    "$wordnet"/data.{noun,verb,adj,adv} |
    tr 'A-Z' 'a-z' | tr -cs "a-z'\n" ' '
}

# fastText draws its progress, which is worth watching on a terminal only.
train() {
  local verbose=0
  if [ -t 2 ]; then verbose=2; fi
  fasttext skipgram -input text.txt -output words -dim 40 -epoch 2 -lr 0.3 -ws 4 -minn 4 -maxn 4 \
    -minCount 4 -bucket 50000 -thread "$(nproc)" -verbose "$verbose"
}

say "$bold$(oovec --version): word vectors read, checked, searched, mended and converted$plain"

heading "1. Real vectors"
definitions >text.txt
say "fastText learns them from WordNet's definitions, $(wc -w <text.txt) words of English." \
  "This may take a minute …"
began=$EPOCHREALTIME
train
say "… it took $(($(milliseconds_since "$began") / 1000)) s." \
  "The model is words.bin; words.vec has its vectors as text."
show oovec vectors info words.bin
show oovec vectors info words.vec

heading "2. Neighbours"
say "Every word is compared; nothing is approximated."
show oovec vectors neighbors words.bin -k 4 violin italy
say "" "Words that the vectors do not list, a plural or a misspelling for instance, get the vector that" \
  "fastText makes of their character n-grams:"
show oovec vectors neighbors words.bin -k 4 grapefruits orchestera
say "" "The text file has no n-grams, and so no vector for them:"
show oovec vectors get words.vec orchestera

heading "3. Damage"
say "A download that broke off, and a file edited by hand: a number lost, another not a number."
head -c 1000000 words.vec >cut.vec
sed -e '5s/ [^ ]* $//' -e '9s/ [^ ]*/ n\/a/' words.vec >edited.vec
show oovec vectors info cut.vec
show oovec vectors check cut.vec
show oovec vectors check edited.vec
say "" "Nothing is guessed. What to do about it is for you to say:"
show oovec vectors convert edited.vec mended.vec --repair
show oovec vectors check mended.vec

heading "4. The native format"
say "Mapped instead of read: a program answers at once, however large the file. Checksums for every" \
  "64 KiB tell of damage before it can give a wrong number."
show oovec vectors convert words.bin words.safetensors
show oovec vectors info words.safetensors
text_time=$(milliseconds_of oovec vectors get words.vec violin)
native_time=$(milliseconds_of oovec vectors get words.safetensors violin)
say "" "Looking up one word, from start to end of the program:" \
  "  words.vec          $(printf %4d "$text_time") ms" \
  "  words.safetensors  $(printf %4d "$native_time") ms"
say "" "One bit of the file flipped:"
cp words.safetensors flipped.safetensors
middle=$(($(stat -c %s words.safetensors) / 2))
byte=$(od -An -tu1 -j "$middle" -N 1 words.safetensors)
printf "\\x$(printf %x $((byte ^ 1)))" |
  dd of=flipped.safetensors bs=1 seek="$middle" conv=notrunc status=none
show oovec vectors check flipped.safetensors

say "" "All files of this demonstration are in build/demo; README.md shows more."
