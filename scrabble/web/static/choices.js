// Choices of the fields: lexicons, languages, boards, threads, times.
import { byId } from "./state.js";

function options(select, values, chosenValue) {
  select.replaceChildren(...values.map(([value, text, language]) => {
    const option = document.createElement("option");
    option.value = value;
    option.textContent = text;
    if (language) option.dataset.language = language;
    option.selected = value === chosenValue;
    return option;
  }));
}

// Fill the fields; return the lexicon for positions that name none.
export function fillChoices(start) {
  const lexicon = start.lexicon || start.lexicons.find(([, language]) => language === "english")?.[0] || "";
  options(byId("lexicon"), start.lexicons.map(([name, language]) => [name, name, language]), lexicon);
  options(byId("language"), start.languages.map((name) => [name, name]), "english");
  options(byId("board-name"), start.boards.map((name) => [name, name]), "CrosswordGame");
  options(byId("threads"), Array.from({ length: start.most_threads }, (_, index) => [String(index + 1), String(index + 1)]), String(start.threads));
  if (start.seconds && ![...byId("seconds").options].some(({ value }) => Number(value) === start.seconds)) byId("seconds").prepend(new Option(`${start.seconds} s`, start.seconds));
  byId("seconds").value = start.seconds ?? "";
  return lexicon;
}
