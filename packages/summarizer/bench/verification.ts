/**
 * How many false values the verification of a model's summary strikes, and how much of what is true
 * it spares: into lines of recorded sessions, as a summary would quote them, one value is planted that
 * the session does not hold. Use, with the recordings in EVERLONG_CORPUS:
 *
 *   node packages/summarizer/bench/verification.ts [--seed n] [--sessions n] [--show n]
 *
 * `derived`: numbers that somebody could have worked out from the log, such as totals; they count
 * apart, since no code can tell them from false ones.
 */
import { parseArgs } from 'node:util';

import { createRandom } from '@everlong/testing/random';

import { entryText } from '../src/reading/entry-segments.ts';
import { extractValues } from '../src/values/extract-values.ts';
import { createSourceIndex } from '../src/verify/source-index.ts';
import { verifyLine } from '../src/verify/verify-line.ts';
import { readSessions } from './read-sessions.ts';

const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string', default: '3201' },
    sessions: { type: 'string', default: '60' },
    show: { type: 'string', default: '0' },
  },
});

/** Lines of one session, at most, and how long they may be. */
const LINES = 40;
const MIN_LENGTH = 25;
const MAX_LENGTH = 220;

const random = createRandom(Number(flags.seed));
const counts = new Map<string, { planted: number; struck: number }>();
const spared = { lines: 0, changed: 0 };
let shown = 0;

for (const entries of random.shuffle(readSessions()).slice(0, Number(flags.sessions))) {
  const texts = entries.map(entryText);
  const all = texts.join('\n');
  const sources = createSourceIndex(entries);
  for (const line of random.shuffle(linesOf(texts)).slice(0, LINES)) {
    const { text } = verifyLine(`- ${line}`, sources);
    spared.lines++;
    if (text !== `- ${line}`) {
      spared.changed++;
      show(`true line changed: ${line}\n               -> ${text}`);
    }
    const [value] = random.shuffle(extractValues(line));
    if (value !== undefined) plant(line, value, value.kind);
    const numbers = [...line.matchAll(/(?<![\w.])\d{2,3}(?![\w.])/g)].map((match) => ({
      value: match[0],
      start: match.index,
      end: match.index + match[0].length,
    }));
    const [number] = random.shuffle(numbers);
    if (number !== undefined) plant(line, number, 'derived: number of two or three digits');
    const words = line.replaceAll(/["“”„«»「」]/g, '').split(' ');
    if (words.length >= 6) plantQuotation(words);
  }
  check(`- Decided in #${entries.length + random.below(500)}`, 'entry number', sources);

  function plant(line: string, { value, start, end }: Place, kind: string): void {
    const other = altered(value);
    if (other === undefined || all.includes(other)) return;
    check(`- ${line.slice(0, start)}${other}${line.slice(end)}`, kind, sources, other);
  }

  function plantQuotation(words: string[]): void {
    const at = random.below(words.length);
    const said = words.with(at, `not ${words[at]}`).join(' ');
    if (!all.includes(said)) check(`- The user said "${said}".`, 'quotation', sources, `"${said}"`);
  }
}

interface Place {
  value: string;
  start: number;
  end: number;
}

/** Whether the planted value is gone, by class. */
function check(
  line: string,
  kind: string,
  sources: ReturnType<typeof createSourceIndex>,
  planted = line,
): void {
  const count = counts.get(kind) ?? { planted: 0, struck: 0 };
  counts.set(kind, count);
  count.planted++;
  const { text } = verifyLine(line, sources);
  if (!text.includes(planted)) count.struck++;
  else show(`${kind} passed: ${line}`);
}

function show(text: string): void {
  if (shown++ < Number(flags.show)) process.stdout.write(`${text}\n`);
}

/** Lines of the log with a value, each once. */
function linesOf(texts: readonly string[]): string[] {
  const lines = texts.flatMap((text) => text.split('\n')).map((line) => line.trim());
  return [...new Set(lines)].filter(
    (line) =>
      line.length >= MIN_LENGTH && line.length <= MAX_LENGTH && extractValues(line).length > 0,
  );
}

/** With one digit, or else one letter, changed; `undefined` where it has neither. */
function altered(value: string): string | undefined {
  const places = Array.from(value.matchAll(/\d/g), ({ index }) => index);
  const letters = Array.from(value.matchAll(/[a-z]/g), ({ index }) => index);
  const [at] = random.shuffle(places.length > 0 ? places : letters);
  if (at === undefined) return undefined;
  const old = value[at] ?? '';
  const next = /\d/.test(old)
    ? String((Number(old) + 1 + random.below(8)) % 10)
    : String.fromCharCode(97 + ((old.charCodeAt(0) - 97 + 1 + random.below(24)) % 26));
  return value.slice(0, at) + next + value.slice(at + 1);
}

const total = { planted: 0, struck: 0 };
for (const [kind, { planted, struck }] of [...counts].toSorted(([one], [other]) =>
  one.localeCompare(other),
)) {
  process.stdout.write(`${kind}: ${struck} of ${planted} (${share(struck, planted)})\n`);
  if (kind.startsWith('derived')) continue;
  total.planted += planted;
  total.struck += struck;
}
process.stdout.write(
  `planted: ${total.struck} of ${total.planted} struck (${share(total.struck, total.planted)})\n`,
);
process.stdout.write(
  `true lines changed: ${spared.changed} of ${spared.lines} (${share(spared.changed, spared.lines)})\n`,
);

function share(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
