import type { ModelMessage } from '@everlong/core';

/** Words that programs use as codes, and that stay. At most thirty. */
export const PROTOCOL_TOKENS: readonly string[] =
  'exit exited with code status returncode error exception fail failed fatal panic traceback completed pending done todo true false null user assistant system tool'.split(
    ' ',
  );

/** A word by itself: no part of a path, number, name in code, tag or key. */
const WORD =
  /(?<![\p{L}\p{N}_/\\.@:#$%~=<-])\p{L}+(?![\p{L}\p{N}_/\\@#$%~=-]|[.:][\p{L}\p{N}]|"\s*:)/gu;
/** Inside a word only a name in code has a capital. */
const NAME = /\p{Ll}\p{Lu}/u;

/**
 * A text whose words are others of the same length and capitals, one for one; paths, numbers, codes
 * and tags stay. Renamed twice it is the text again.
 */
export function renameWords(text: string): string {
  return proseOf(text, (prose) =>
    prose.replace(WORD, (word) => (isKept(word) ? word : otherWord(word))),
  );
}

/** The text with all but its fenced blocks changed: code stays. */
function proseOf(text: string, change: (prose: string) => string): string {
  return text
    .split(/(^```[^]*?^```)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

/** The same for a text and its renamed self. */
export function nameless(text: string): string {
  return text.replace(WORD, (word) => {
    if (isKept(word)) return word;
    const other = otherWord(word);
    return word < other ? word : other;
  });
}

function isKept(word: string): boolean {
  return NAME.test(word) || PROTOCOL_TOKENS.includes(word.toLowerCase());
}

function otherWord(word: string): string {
  return word.replace(/\p{L}/gu, (letter) => String.fromCodePoint(otherLetter(letter)));
}

/** A letter of the same alphabet; each is the other's other. */
function otherLetter(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  for (const [first, last, mask] of ALPHABETS) {
    if (code < first || code > last) continue;
    if (mask === undefined) return first + ((code - first + 13) % 26);
    const other = first + ((code - first) ^ mask);
    return other > last ? code : other;
  }
  return code;
}

/** From and to, and the bits that change; without them letters move by half an alphabet. */
const ALPHABETS: readonly (readonly [first: number, last: number, mask?: number])[] = [
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0x410, 0x42f, 15],
  [0x430, 0x44f, 15],
  [0x3041, 0x3096, 3],
  [0x30a1, 0x30f6, 3],
  [0x4e00, 0x9fff, 63],
  [0xac00, 0xd7a3, 63],
];

/** Fields that name things; what they hold is no text. */
const NAMING = new Set([
  'type',
  'role',
  'toolName',
  'toolCallId',
  'id',
  'mediaType',
  'data',
  'command',
  'cmd',
]);

/** A message in which all words of its texts, of inputs and of what tools put out are renamed; commands stay. */
export function renameMessage(message: ModelMessage): ModelMessage {
  return renameIn(message) as ModelMessage;
}

function renameIn(value: unknown): unknown {
  if (typeof value === 'string') return renameWords(value);
  if (Array.isArray(value)) return value.map(renameIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, NAMING.has(key) ? part : renameIn(part)]),
  );
}
