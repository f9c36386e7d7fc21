// The JSON of the server: requests, and the events of this page.
const base = new URL(".", location.href);

export async function ask(name, given = {}) {
  let answer;
  try {
    const response = await fetch(new URL(`api/${name}`, base), {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(given),
    });
    const text = await response.text();
    answer = text.startsWith("{") ? JSON.parse(text) : { error: text.trim() || `status ${response.status}` };
  } catch {
    throw new Error("The program does not answer; it may have stopped");
  }
  if (answer.error) throw new Error(answer.error.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase()));  // not a name
  return answer;
}

const pictures = new Map();  // of empty boards, by name

export async function boardPicture(name) {
  if (!pictures.has(name)) pictures.set(name, await loadPicture(name));
  return document.importNode(pictures.get(name), true);
}

async function loadPicture(name) {
  const response = await fetch(new URL(`api/board/${encodeURIComponent(name)}`, base));
  return new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
}

// Call back with the name of the page whenever it is connected, with its news, and when it is cut off.
export function listen(onHello, onNews, onCut) {
  const source = new EventSource(new URL("api/events", base));
  source.addEventListener("hello", (event) => onHello(JSON.parse(event.data).page));
  source.addEventListener("news", (event) => onNews(JSON.parse(event.data)));
  source.addEventListener("error", () => {
    onCut();
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(onHello, onNews, onCut), 2000);
  });
  addEventListener("pagehide", () => source.close());
}
