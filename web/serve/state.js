// What is shown lives in the fragment of the address, so that a view can be shared: #word?w=pomelo&s=A+sentence.
// Fragments are never sent to a server.
export const views = ["word", "compare", "vocabulary", "model"];

export function readState() {
  const [view, query = ""] = location.hash.slice(1).split(/\?(.*)/s);
  return { view: views.includes(view) ? view : "word", query: new URLSearchParams(query) };
}

// A list becomes a key for each of its items; empty values are left out.
export function address(view, values) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) if (one !== "") query.append(name, one);
  const text = query.toString();
  return `#${view}${text === "" ? "" : `?${text}`}`;
}

// Writes the address of the view that is shown, without adding to the history; the link to the view keeps it, too.
// Browsers refuse addresses that are too long or change too often: the view works without.
export function keepState(view, values) {
  if (readState().view !== view) return;
  const hash = address(view, values);
  document.querySelector(`nav [data-view=${view}]`).href = hash;
  try {
    history.replaceState(null, "", hash);
  } catch {
    console.info("The address does not hold this view.");
  }
}

// A sentence per line.
export function sentences(text) {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trim()).filter((line) => line !== "");
}
