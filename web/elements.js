// Builds elements of pages. Text becomes text and never markup: whatever a word holds, it is shown.
"use strict";

// Control characters as their pictures: U+2400 and so on.
function visible(text) {
  return text.replace(/[\u0000-\u001f\u007f]/g, (control) =>
    String.fromCharCode(0x2400 + (control === "\u007f" ? 0x21 : control.charCodeAt(0))));
}

// element("td", { class: "number" }, "0.5 ", element("small", {}, "0.4 … 0.6"))
// element("div", { style: { width: "50%" } }): properties are set one by one, which the strictest content security
// policy allows; it forbids style attributes.
function element(name, { style = {}, ...attributes }, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, visible(value));
  for (const [property, value] of Object.entries(style)) made.style.setProperty(property, value);
  made.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return made;
}

// A word whose direction of writing does not affect what is around it.
function isolated(word) {
  return element("bdi", {}, word);
}

// Elements or texts, with a separator between them.
function joined(items, separator) {
  return items.flatMap((item, i) => (i === 0 ? [item] : [separator, item]));
}

// The JSON value of the page.
function pageValue() {
  return JSON.parse(document.getElementById("value").textContent);
}
