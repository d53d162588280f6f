// Starts the page: shows the view that the address names, and keeps theme and key, which live in memory alone.
import { get, onMissingKey } from "./api.js";
import { CompareView } from "./compare.js";
import { ModelView } from "./model.js";
import { readState, views } from "./state.js";
import { startTheme } from "./theme.js";
import { VocabularyView } from "./vocabulary.js";
import { WordView } from "./word.js";

const $ = (id) => document.getElementById(id);

function askForKey(wrong) {
  const dialog = $("key"), field = $("key-text");
  $("key-wrong").hidden = !wrong;
  field.value = "";
  dialog.returnValue = "";
  dialog.showModal();
  field.focus();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      const given = dialog.returnValue === "use" ? field.value.trim() : "";
      field.value = "";
      done(given);
    }, { once: true });
  });
}

const shown = {
  word: new WordView(), compare: new CompareView(), vocabulary: new VocabularyView(), model: new ModelView(),
};
let current = null;

function show() {
  const { view, query } = readState();
  for (const name of views) $(name).hidden = name !== view;
  for (const link of document.querySelectorAll("nav a"))
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  shown[view].open(query);
  if (current !== null && current !== view) scrollTo(0, 0);
  current = view;
}

// Links within the page that are no views.
function skip() {
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    $("main").focus();
  });
}

startTheme($("theme"));
skip();
onMissingKey(askForKey);
addEventListener("hashchange", show);
show();
const isEmpty = readState().view === "word" && $("word-text").value === "";
if (isEmpty && matchMedia("(hover: hover)").matches) $("word-text").focus();  // not on phones, whose keyboard would cover half
const info = await get("/info").catch(() => ({}));
$("remember").hidden = !info.store;
