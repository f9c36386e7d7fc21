// Elements of a page in one call: h("button", { class: "main", onclick: play }, "Play", h("sub", {}, "1")).

export function h(name, attributes = {}, ...inside) {
  const made = fill(document.createElement(name), attributes);
  if (name === "button") made.type = "button";
  made.append(...inside);
  return made;
}

export function svg(name, attributes = {}, ...inside) {
  const made = fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes);
  made.append(...inside);
  return made;
}

function fill(made, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null) made.setAttribute(key, value);
  }
  return made;
}

export const byId = (id) => document.getElementById(id);
export const one = (selector) => document.querySelector(selector);
export const all = (selector) => [...document.querySelectorAll(selector)];
export const item = (text) => h("li", {}, text);
// A count that only the page knows, as Python writes counts: 1,234.
export const counted = (number) => number.toLocaleString("en");
export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Copy the text of a page, that of a `code`; a page from disk may have no other clipboard.
export function copyText(details) {
  getSelection().selectAllChildren(details.querySelector("code"));
  details.querySelector(".copied").textContent = document.execCommand("copy") ? "Copied." : "Copy it from here.";
}

// Mark the element of a list that is shown.
export function setCurrent(element, isCurrent) {
  if (isCurrent) element.setAttribute("aria-current", "true"); else element.removeAttribute("aria-current");
}
