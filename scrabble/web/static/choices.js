// What there is to choose from: lexicons, languages, boards, threads, times.
import { at } from "./state.js";

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

// Fill the fields; return the lexicon that is taken where a position names none.
export function fillChoices(start) {
  const lexicon = start.lexicon || start.lexicons.find(([, language]) => language === "english")?.[0] || "";
  options(at("lexicon"), start.lexicons.map(([name, language]) => [name, name, language]), lexicon);
  options(at("language"), start.languages.map((name) => [name, name]), "english");
  options(at("board-name"), start.boards.map((name) => [name, name]), "CrosswordGame");
  options(at("threads"), Array.from({ length: start.most_threads }, (_, index) => [String(index + 1), String(index + 1)]), String(start.threads));
  if (start.seconds && ![...at("seconds").options].some(({ value }) => Number(value) === start.seconds)) at("seconds").prepend(new Option(`${start.seconds} s`, start.seconds));
  at("seconds").value = start.seconds ?? "";
  return lexicon;
}
