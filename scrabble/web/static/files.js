// Files: opened, dropped on the page, saved.
import { byId, h } from "./h.js";

// Call `read` with the text of a file that is opened, or of anything dropped on the page.
export function takeFiles(read) {
  const openFile = async (file) => {
    const data = await file.arrayBuffer();
    let text;
    try { text = new TextDecoder("utf-8", { fatal: true }).decode(data); } catch { text = new TextDecoder("windows-1252").decode(data); }
    byId("paste").value = text.slice(0, 100000);
    read(text);
  };
  byId("file").addEventListener("change", (event) => event.target.files[0] && openFile(event.target.files[0]));
  const mark = (isOver) => document.body.classList.toggle("over-drop", isOver);
  addEventListener("dragover", (event) => { event.preventDefault(); mark(true); });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(false); });
  addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    const [file] = event.dataTransfer.files;
    if (file) openFile(file); else read(event.dataTransfer.getData("text/plain"));
  });
}

// Let the browser save a text as a file.
export function keepFile(name, text, type) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
