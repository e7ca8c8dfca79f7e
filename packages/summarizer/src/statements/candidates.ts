import { authoredText } from '../reading/authored-text.js';
import { countWords } from '../reading/quote.js';

/** Fewer names are an aside. */
const MIN_NAMES = 4;
const MAX_NAMES = 40;
const MAX_WORDS = 4;
const MAX_LENGTH = 40;
const listItem = /^\s*(?:\d{1,3}[.)]|[-*+•]|\[[ x]?\])\s+(\S.*)$/;
const marked = /^(?:`([^`\n]+)`|"([^"\n]+)"|“([^”\n]+)”)/;

const inRow = /(?:`[^`\n]{1,40}`(?:,? (?:and |or )?|; ?| ?\/ ?|,)){3,}`[^`\n]{1,40}`/;

/**
 * The names of the things that a text of the user lists, to be taken one by one: the items of a
 * list, a line each, or those behind a colon, between commas. Marked with backticks or quotes, or
 * of a few words.
 */
export function candidatesIn(text: string): string[] {
  const lines = authoredText(text).split('\n');
  const names: string[] = [];
  let items: string[] = [];
  const closeList = (): void => {
    names.push(...listed(items));
    items = [];
  };
  for (const line of lines) {
    const item = listItem.exec(line)?.[1];
    if (item !== undefined) items.push(item);
    else if (line.trim() !== '') {
      closeList();
      names.push(...inline(line));
    }
  }
  closeList();
  return [...new Set(names)];
}

/** The names between commas: of marks alone, or of a few words each behind a colon. */
function inline(line: string): string[] {
  const [run] = inRow.exec(line) ?? [];
  if (run !== undefined) return listed(run.match(/`[^`]+`/g) ?? []);
  const [, rest = ''] = /:\s+(\S.*)$/.exec(line) ?? [];
  const [sentence = ''] = rest.split(/[.!?](?:\s|$)/, 1);
  return listed(sentence.split(/[,;]\s+(?:and |or )?|\s+(?:and|or)\s+/));
}

function listed(items: readonly string[]): string[] {
  const names = items.slice(0, MAX_NAMES).flatMap((item) => nameOf(item.trim()) ?? []);
  return names.length >= MIN_NAMES && names.length * 2 > items.length ? names : [];
}

function nameOf(item: string): string | undefined {
  const [, code, quoted, curly] = marked.exec(item) ?? [];
  const name = (code ?? quoted ?? curly ?? item).replace(/[.,;:!?]+$/, '');
  const isShort = name.length <= MAX_LENGTH && countWords(name) <= MAX_WORDS;
  return isShort && nameKey(name).length > 2 ? name : undefined;
}

/** A name as it is compared: `one worker`, `one-worker` and `ONE_WORKER` are the same. */
export function nameKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Those of the names that a text holds, as whole words in whatever spelling; none that is a part of
 * another one of these.
 */
export function namedCandidates(text: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const key = ` ${nameKey(text)} `;
  const held = new Map(names.map((name) => [` ${nameKey(name)} `, name]));
  const found = [...held.keys()].filter((part) => key.includes(part));
  return found.flatMap((part) => {
    const isPart = found.some((other) => other !== part && other.includes(part));
    return isPart ? [] : (held.get(part) ?? []);
  });
}

/** Longer runs of words are no name, in UTF-16 units. */
export const MAX_KEY_LENGTH = 160;

/** The keys of all runs of whole words in a text, each once. */
export function phraseKeys(text: string): Set<string> {
  const words = nameKey(text).split(' ');
  const keys = new Set<string>();
  for (let from = 0; from < words.length; from++) {
    let key = words[from] ?? '';
    for (let next = from + 1; key.length <= MAX_KEY_LENGTH; next++) {
      keys.add(key);
      const word = words[next];
      if (word === undefined) break;
      key += ` ${word}`;
    }
  }
  return keys;
}
