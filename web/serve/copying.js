// Every request of the page as something to paste: a command for curl, a script for Python.
import { usesKey } from "./api.js";

// Control characters and those that only direct the text are written as escapes: what is pasted is what is seen.
function plain(text, escape) {
  return text.replace(/[\p{C}\u2028\u2029]/gu, (character) => escape(character));
}

function jsonEscape(character) {
  return [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`).join("");
}

function pythonEscape(character) {
  const code = character.codePointAt(0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

function shellText(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

// A JSON value as Python writes it.
export function pythonText(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return plain(JSON.stringify(value), pythonEscape);
  if (Array.isArray(value)) return `[${value.map(pythonText).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value).map(([name, one]) => `${pythonText(name)}: ${pythonText(one)}`).join(", ")}}`;
  return String(value);
}

// request: { method, path, body }
export function curlText({ method, path, body }) {
  const parts = [`curl -sS ${shellText(new URL(path, location.origin).href)}`];
  if (method !== "GET" && body === undefined) parts[0] += ` -X ${method}`;
  if (usesKey()) parts.push('-H "Authorization: Bearer $OOVEC_KEY"');
  if (body !== undefined) {
    parts.push("-H 'Content-Type: application/json'");
    parts.push(`--data-raw ${shellText(plain(JSON.stringify(body), jsonEscape))}`);
  }
  return `${parts.join(" \\\n  ")}\n`;
}

export function pythonScript({ method, path, body }) {
  const headers = [];
  if (usesKey()) headers.push('"Authorization": "Bearer " + os.environ["OOVEC_KEY"]');
  if (body !== undefined) headers.push('"Content-Type": "application/json"');
  return [
    `import json${usesKey() ? ", os" : ""}, urllib.request`,
    "",
    ...(body === undefined ? [] : [`body = ${pythonText(body)}`]),
    "request = urllib.request.Request(",
    `    ${pythonText(new URL(path, location.origin).href)}, method="${method}",`,
    ...(body === undefined ? [] : ["    data=json.dumps(body).encode(),"]),
    `    headers={${headers.join(", ")}})`,
    "with urllib.request.urlopen(request) as answer:",
    "    print(json.dumps(json.load(answer), ensure_ascii=False, indent=2))",
    "",
  ].join("\n");
}

// Browsers give pages the clipboard only over HTTPS and on the same machine; elsewhere the text is shown, selected.
async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    say(button, "copied");
  } catch {
    const dialog = document.getElementById("copy");
    const area = dialog.querySelector("textarea");
    area.value = text;
    dialog.showModal();
    area.select();
  }
}

function say(button, text) {
  const label = button.textContent;
  document.getElementById("news").textContent = `${button.getAttribute("aria-label")}: ${text}`;
  button.textContent = `${text} ✓`;
  button.disabled = true;
  setTimeout(() => {
    button.textContent = label;
    button.disabled = false;
  }, 1200);
}

// Buttons that copy a request; `request` is called when one is pressed. `of` says what, for screen readers.
export function copyButtons(of, request) {
  const make = (name, write) => {
    const button = element("button", { type: "button", class: "quiet", "aria-label": `Copy ${of} as ${name}`,
                                       title: `Copy ${of} as ${name}` }, name);
    button.addEventListener("click", () => copy(write(request()), button));
    return button;
  };
  return element("span", { class: "copy" }, element("span", { class: "faint", "aria-hidden": "true" }, "copy as"),
    make("curl", curlText), make("Python", pythonScript));
}
