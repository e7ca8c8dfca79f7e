import type { LedgerItem } from '@everlong/core';

import { isOwnFrame } from './extract-facts.js';
import { firstWords } from '../reading/quote.js';

export interface RenderFactsOptions {
  /** The lines, each with its line break, take at most this many tokens by `count`. */
  maxTokens: number;
  count(text: string): number;
  /** Facts that stand in this text need no line. */
  visibleText?: string;
}

/** The most lines of each kind. */
const MAX_COMMANDS = 6;
const MAX_ERRORS = 3;
const MAX_NAMES = 6;
const ALIKE_LENGTH = 32;
/** `src/a.ts:3:5`, `File "a.py", line 3` or `main.go:12`, as the frame has it. */
const placeInFrame =
  /((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?$|^(File "[^"]+", line \d+)|^(\S+\.go:\d+)/;
const MAX_PLACE_LENGTH = 120;
/** What is shown of a longer one. */
const MAX_SHOWN_LENGTH = 160;

/**
 * The facts of a ledger as lines, as many as fit: commands that failed last or were run more than
 * once, with how they ended; the newest errors that nothing has undone, with the place in the own
 * code that their stack trace names; names that the user gave.
 */
export function renderFacts(
  ledger: readonly LedgerItem[],
  { maxTokens, count, visibleText = '' }: RenderFactsOptions,
): string[] {
  const unseen = ledger.filter(({ value }) => !visibleText.includes(value));
  const lines: string[] = [];
  let tokens = 0;
  for (const line of [...errorLines(unseen), ...commandLines(unseen), ...nameLines(unseen)]) {
    const cost = count(`${line}\n`);
    if (tokens + cost > maxTokens) continue;
    lines.push(line);
    tokens += cost;
  }
  return lines;
}

function commandLines(ledger: readonly LedgerItem[]): string[] {
  return ledger
    .filter((item) => item.kind === 'command' && (item.occurrences > 1 || item.state === 'failed'))
    .toSorted((left, right) => right.occurrences - left.occurrences || right.lastSeq - left.lastSeq)
    .slice(0, MAX_COMMANDS)
    .map(({ value, state, occurrences, lastSeq }) => {
      const times = occurrences > 1 ? ` ${occurrences}×` : '';
      const end = state === undefined ? '' : `, last ${state}`;
      return `- ran \`${shown(value)}\`${times}${end} #${lastSeq}`;
    });
}

function errorLines(ledger: readonly LedgerItem[]): string[] {
  return ledger
    .filter(({ kind }) => kind === 'error')
    .toReversed()
    .filter((item, index, errors) => errors.findIndex((other) => areAlike(other, item)) === index)
    .slice(0, MAX_ERRORS)
    .toReversed()
    .map((item) => `- tool error: ${shown(item.value)}${placeOf(item, ledger)} #${item.lastSeq}`);
}

/** Where in the own code the error came up: the place that the top frame of its trace names. */
function placeOf({ lastSeq, of }: LedgerItem, ledger: readonly LedgerItem[]): string {
  const top = ledger.find(
    (item) =>
      item.kind === 'frame' && item.lastSeq === lastSeq && item.of === of && isOwnFrame(item.value),
  );
  const place =
    placeInFrame
      .exec(top?.value ?? '')
      ?.slice(1)
      .find((part) => part !== undefined) ?? '';
  return place === '' || place.length > MAX_PLACE_LENGTH ? '' : ` at ${place}`;
}

/** Errors that begin alike tell of one trouble. */
function areAlike(left: LedgerItem, right: LedgerItem): boolean {
  return left.value.slice(0, ALIKE_LENGTH) === right.value.slice(0, ALIKE_LENGTH);
}

function nameLines(ledger: readonly LedgerItem[]): string[] {
  const names = ledger
    .filter(({ kind, saidBy = [] }) => kind === 'name' && saidBy.includes('user'))
    .slice(-MAX_NAMES);
  const last = names.at(-1);
  if (last === undefined) return [];
  return [`- named: ${names.map(({ value }) => `"${value}"`).join(' ')} #${last.lastSeq}`];
}

/** The first line, also of several that stand escaped on one, and of that no more than says which one it is. */
function shown(value: string): string {
  const [line = ''] = value.split(/\n|\\n/, 1);
  const kept =
    line.length <= MAX_SHOWN_LENGTH ? line : firstWords(line, Infinity, MAX_SHOWN_LENGTH);
  return kept.length === value.length ? kept : `${kept} […]`;
}
