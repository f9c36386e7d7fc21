// What the page asks the server for, and what is said when it refuses.
import { ask } from "./api.js";
import { at, item, state } from "./state.js";

export const say = (text) => { at("said").textContent = text; };

export const limits = () => ({ seconds: at("seconds").value === "" ? null : Number(at("seconds").value), threads: Number(at("threads").value) || 1 });

// The lexicon to take where a position names none: the one that is chosen, or was before one that is not there.
export function otherwise() {
  const [chosen] = at("lexicon").selectedOptions;
  if (chosen && !chosen.dataset.missing) state.lexicon = chosen.value;
  return state.lexicon;
}

// Ask in the name of this page; null if it is refused, which is said.
export async function request(name, given = {}) {
  try {
    return await ask(name, { page: state.page, ...given });
  } catch (error) {
    say(error.message);
    return null;
  }
}

export function refuse(text) {
  at("problems").replaceChildren(item(text));
  say(text);
}
