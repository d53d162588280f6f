// Lists whose elements stay the same while what they show changes, so that focus remains and changes can be animated.
const known = new WeakMap();

export const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Makes the children of `parent` show `items`: an element is made for every new key and updated for every item.
export function keyed(parent, items, keyOf, make, update) {
  const before = known.get(parent) ?? new Map();
  const after = new Map();
  items.forEach((item, i) => {
    const key = keyOf(item, i);
    const node = before.get(key) ?? make(item, i);
    update(node, item, i);
    after.set(key, node);
    before.delete(key);
  });
  for (const node of before.values()) node.remove();
  known.set(parent, after);
  [...after.values()].forEach((node, i) => {
    if (parent.children[i] !== node) parent.insertBefore(node, parent.children[i] ?? null);
  });
}

// Runs a change of a list, and lets its elements glide from where they were to where they are.
export function gliding(parent, change) {
  if (calm.matches) {
    change();
    return;
  }
  const before = new Map([...parent.children].map((node) => [node, node.getBoundingClientRect()]));
  change();
  for (const node of parent.children) {
    const from = before.get(node), to = node.getBoundingClientRect();
    if (from === undefined) node.animate({ opacity: [0, 1] }, { duration: 350 });
    else if (from.top !== to.top || from.left !== to.left)
      node.animate({ transform: [`translate(${from.left - to.left}px, ${from.top - to.top}px)`, "none"] },
        { duration: 350, easing: "ease-out" });
  }
}
