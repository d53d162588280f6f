// What went wrong, or why there is nothing to show, in the place of results.
const titles = {
  offline: "No answer", no_vector: "No vector", busy: "The server is busy", too_large: "Too much at once",
  unauthorized: "No access",
};

// `retry`, if given, is offered as a button.
export function showError(host, error, retry) {
  if (error.name === "AbortError") return;
  const known = error.type !== undefined;
  if (!known) console.error(error);
  const message = known ? error.message : `The page failed: ${error.message}`;
  const parts = [element("strong", {}, titles[error.type] ?? "That did not work"), element("p", {}, message)];
  if (error.type === "no_vector") parts.push(element("p", {}, "Add a sentence about it."));
  if (retry !== undefined && error.type !== "no_vector") {
    const button = element("button", { type: "button" }, "Try again");
    button.addEventListener("click", retry);
    parts.push(button);
  }
  host.replaceChildren(element("div", { class: error.type === "no_vector" ? "message" : "message error", role: "alert" },
    ...parts));
}

export function clearMessage(host) {
  host.replaceChildren();
}
