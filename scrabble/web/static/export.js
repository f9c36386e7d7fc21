// Exports: CGP and a picture to the clipboard; a page, a picture, the record of a game.
import { keepFile } from "./files.js";
import { refuse, request, say } from "./requests.js";
import { byId } from "./h.js";
import { state } from "./state.js";

const KINDS = { page: "text/html", gcg: "text/plain", picture: "image/png" };

const exported = (kind) => {
  const { tree } = state;
  if (tree.current?.draft) {  // the server did not take it, or not yet
    refuse(byId("problems").innerText || "the position is still being read");
    return null;
  }
  return tree.current && request("save", { kind, or_page: true, ...tree.kept(), others: kind === "page" ? tree.others() : [] });
};

export async function save(kind) {
  byId("saved").textContent = "";
  const saved = await exported(kind);
  if (!saved) return;
  if (kind === "picture") saved.text = await drawn(saved.text);
  byId("saved").textContent = saved.note ? `Saved as a page instead: ${saved.note}.` : `Saved as ${saved.name}.`;
  keepFile(saved.name, saved.text, KINDS[saved.kind]);
}

// An SVG picture as PNG, twice as large.
async function drawn(svg) {
  const image = new Image(), canvas = document.createElement("canvas");
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

export async function copyPicture() {
  const saved = await exported("picture");
  if (!saved) return;
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": await drawn(saved.text) })]);
    say("Copied.");
  } catch {
    say("The browser does not copy pictures; save it instead.");
  }
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
