// Renders the math of a page with KaTeX, also after a page was exchanged without loading.
const render = () => {
  for (const element of document.querySelectorAll(".arithmatex")) {
    const text = element.textContent.trim();
    const display = text.startsWith("\\[");
    katex.render(text.slice(2, -2), element, { displayMode: display, throwOnError: false });
  }
};
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", render);
else render();
