// A row of many buttons that is one stop of the Tab key: arrows, Home and End go from one to the next.
const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function target(buttons, from, key) {
  if (key === "Home") return buttons[0];
  if (key === "End") return buttons.at(-1);
  return key in steps ? buttons[from + steps[key]] : undefined;
}

// To be called whenever the buttons have changed: one of them, where focus was last, can be reached.
export function keepReachable(host) {
  const buttons = [...host.children];
  const last = buttons.find((button) => button === document.activeElement) ?? buttons.find((button) => button.tabIndex === 0);
  for (const button of buttons) button.tabIndex = button === (last ?? buttons[0]) ? 0 : -1;
}

export function makeToolbar(host) {
  host.addEventListener("keydown", (event) => {
    const buttons = [...host.children];
    const next = target(buttons, buttons.indexOf(document.activeElement), event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  host.addEventListener("focusin", () => keepReachable(host));
}
