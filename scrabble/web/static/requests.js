// Requests to the server, and messages when it refuses.
import { ask } from "./api.js";
import { byId, capitalised } from "./h.js";
import { state } from "./state.js";

// Show a message at the foot of the window; an empty one removes it.
export function say(text) {
  byId("message").classList.toggle("on", Boolean(text));
  byId("said").textContent = text;
}

export const limits = () => ({ seconds: byId("seconds").value === "" ? null : Number(byId("seconds").value), threads: Number(byId("threads").value) || 1 });

// The lexicon for positions that name none: the chosen one, or the last one that is installed.
export function otherwise() {
  const [chosen] = byId("lexicon").selectedOptions;
  if (chosen && !chosen.dataset.missing) state.lexicon = chosen.value;
  return state.lexicon;
}

// Send a request of this page; null if it is refused, with a message.
export async function request(name, given = {}) {
  try {
    return await ask(name, { page: state.page, ...given });
  } catch (error) {
    say(error.message);
    return null;
  }
}

// Say why a text cannot be opened.
export const refuse = (text) => say(capitalised(text));
