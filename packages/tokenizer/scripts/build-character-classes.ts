/**
 * Writes `src/scanning/character-class-data.ts`: the class of every code point as tiktoken sees it.
 * Run: `pnpm data:classes`.
 *
 * The categories are those of the running Node; tiktoken is asked which code points it takes for
 * letters, marks and numbers, because its Unicode tables are of another version.
 */
import { writeFileSync } from 'node:fs';

import { get_encoding } from 'tiktoken';

const CLASSES: Array<[letter: string, pattern: RegExp]> = [
  ['U', /[\p{Lu}\p{Lt}]/u],
  ['L', /\p{Ll}/u],
  ['C', /[\p{Lm}\p{Lo}]/u],
  ['M', /\p{M}/u],
  ['N', /\p{N}/u],
  ['R', /[\r\n]/u],
  ['S', /\p{White_Space}/u],
];
const OTHER = 'O';

/** Code points whose category Unicode 17 changed. */
const MOVED = new Map([[0x0295, 'L']]);
/** Nothing new is added below: the probes, which common letters can mislead, are not needed. */
const FIRST_PROBED = 0x0370;

const tiktoken = get_encoding('o200k_base');

function tokensOf(text: string): string {
  return tiktoken.encode_ordinary(text).join(' ');
}

const CONTRACTION = tokensOf("'s");
const LAST_DIGITS = tokensOf('34');

/** Behind a letter or mark, `'s` is a contraction and one token; behind a symbol it is two. */
function isLetterOrNumber(character: string): boolean {
  return tokensOf(`${character}'s`).endsWith(CONTRACTION);
}

/** Digits are taken three at a time, so a leading number shifts the rest. */
function isNumber(character: string): boolean {
  return tokensOf(`${character}1234`).endsWith(LAST_DIGITS);
}

function classOf(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  const moved = MOVED.get(codePoint);
  const name = moved ?? CLASSES.find(([, pattern]) => pattern.test(character))?.[0] ?? OTHER;
  if (name === 'R' || name === 'S' || codePoint < FIRST_PROBED) return name;
  if (!isLetterOrNumber(character)) return OTHER;
  if (isNumber(character)) return 'N';
  if (name === OTHER || name === 'N') {
    throw new Error(`U+${codePoint.toString(16)} is a letter for tiktoken, but not for Node.`);
  }
  return name;
}

let runs = '';
let current = '';
let length = 0;
let corrected = 0;
function flush(): void {
  if (length > 0) runs += current + (length > 1 ? length.toString(36) : '');
}
for (let codePoint = 0; codePoint < 0x110000; codePoint++) {
  // A surrogate cannot stand in UTF-8.
  const name = codePoint >= 0xd800 && codePoint <= 0xdfff ? OTHER : classOf(codePoint);
  if (name === OTHER && /[\p{L}\p{M}\p{N}]/u.test(String.fromCodePoint(codePoint))) corrected++;
  if (name !== current) {
    flush();
    current = name;
    length = 0;
  }
  length++;
}
flush();

const source = `// Written by scripts/build-character-classes.ts: Node's Unicode ${process.versions.unicode}, as far as tiktoken knows it.

/** Runs of code points from 0 on: the letter of a class, then the length in base 36 (none: 1). */
export const CHARACTER_CLASS_RUNS: string =
  '${runs}';
`;
writeFileSync(new URL('../src/scanning/character-class-data.ts', import.meta.url), source);
process.stdout.write(`${runs.length} characters, ${corrected} code points newer than tiktoken\n`);
