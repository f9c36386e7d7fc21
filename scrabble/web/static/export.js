// Exports: CGP to the clipboard, a page, the record of a game.
import { keepFile } from "./files.js";
import { request, say } from "./requests.js";
import { byId, state } from "./state.js";

const KINDS = { page: "text/html", gcg: "text/plain" };

export async function save(kind) {
  const { tree } = state;
  byId("saved").textContent = "";
  const saved = tree.current && (await request("save", { kind, or_page: true, ...tree.kept(), others: kind === "page" ? tree.others() : [] }));
  if (!saved) return;
  byId("saved").textContent = saved.note ? `Saved as a page instead: ${saved.note}.` : `Saved as ${saved.name}.`;
  keepFile(saved.name, saved.text, KINDS[saved.kind]);
}

export async function copyPosition() {
  const text = state.position?.cgp ?? "";
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    byId("paste").value = text;
    byId("paste").select();
    say("The CGP is in the text box; copy it from there.");
  }
}
