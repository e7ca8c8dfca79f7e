import type { LedgerItem } from '@everlong/core';

import { isOwnFrame } from './extract-facts.js';
import { isFact } from './ledger-facts.js';
import { textsIn } from './texts-in.js';
import { firstWords } from '../reading/quote.js';

export interface RenderFactsOptions {
  /** The lines, each with its line break, take at most this many tokens by `count`. */
  maxTokens: number;
  count(text: string): number;
  /** Facts that stand in this text need no line. */
  visibleText?: string;
  /** Whether there is room for all: whole lines, and more of each kind. Default false. */
  all?: boolean;
}

/** The most lines of each kind, and what is shown of a longer value. */
const FEW = { commands: 6, errors: 3, names: 6, settings: 12, length: 160 };
const ALL = { commands: 30, errors: 20, names: 20, settings: 80, length: 400 };
type Limits = typeof FEW;

const ALIKE_LENGTH = 32;
/** `src/a.ts:3:5`, `File "a.py", line 3` or `main.go:12`, as the frame has it. */
const placeInFrame =
  /((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?$|^(File "[^"]+", line \d+)|^(\S+\.go:\d+)/;
const MAX_PLACE_LENGTH = 120;

/**
 * The facts of a ledger as lines, as many as fit, each with its own entry: the newest errors that
 * nothing has undone, with the place in the own code that their stack trace names; settings, those
 * that the user or the assistant stated first; commands that failed last or were run more than once,
 * with how they ended; names that the user gave.
 */
export function renderFacts(
  ledger: readonly LedgerItem[],
  { maxTokens, count, visibleText = '', all = false }: RenderFactsOptions,
): string[] {
  const facts = ledger.filter(isFact);
  const visible = textsIn(
    visibleText,
    facts.map(({ value }) => value),
  );
  const unseen = facts.filter(({ value }) => !visible.has(value));
  const limits = all ? ALL : FEW;
  const lines: string[] = [];
  let tokens = 0;
  for (const line of [
    ...errorLines(unseen, limits),
    ...settingLines(unseen, limits),
    ...commandLines(unseen, limits),
    ...nameLines(unseen, limits),
  ]) {
    const cost = count(`${line}\n`);
    if (tokens + cost > maxTokens) continue;
    lines.push(line);
    tokens += cost;
  }
  return lines;
}

function commandLines(ledger: readonly LedgerItem[], { commands, length }: Limits): string[] {
  return ledger
    .filter((item) => item.kind === 'command' && (item.occurrences > 1 || item.state === 'failed'))
    .toSorted((left, right) => right.occurrences - left.occurrences || right.lastSeq - left.lastSeq)
    .slice(0, commands)
    .map(({ value, state, occurrences, lastSeq }) => {
      const times = occurrences > 1 ? ` ${occurrences}×` : '';
      const end = state === undefined ? '' : `, last ${state}`;
      return `- ran \`${shown(value, length)}\`${times}${end} #${lastSeq}`;
    });
}

function errorLines(ledger: readonly LedgerItem[], { errors, length }: Limits): string[] {
  return ledger
    .filter(({ kind }) => kind === 'error')
    .toReversed()
    .filter((item, index, all) => all.findIndex((other) => areAlike(other, item)) === index)
    .slice(0, errors)
    .toReversed()
    .map((item) => {
      const lead = item.spokenUses === 0 ? 'tool error' : 'error';
      return `- ${lead}: ${shown(item.value, length)}${placeOf(item, ledger)} #${item.lastSeq}`;
    });
}

/** What somebody stated before what only a tool put out, the newest of each, oldest first. */
function settingLines(ledger: readonly LedgerItem[], { settings }: Limits): string[] {
  const own = ledger.filter(({ kind }) => kind === 'setting');
  const stated = own.filter(({ spokenUses }) => spokenUses > 0).slice(-settings);
  const found = own.filter(({ spokenUses }) => spokenUses === 0);
  const left = settings - stated.length;
  return [
    ...stated.map(({ value, lastSeq }) => `- ${value} #${lastSeq}`),
    ...(left === 0 ? [] : found.slice(-left)).map(
      ({ value, lastSeq }) => `- ${value} (tool output) #${lastSeq}`,
    ),
  ];
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

function nameLines(ledger: readonly LedgerItem[], { names: most }: Limits): string[] {
  const names = ledger
    .filter(({ kind, saidBy = [] }) => kind === 'name' && saidBy.includes('user'))
    .slice(-most);
  const last = names.at(-1);
  if (last === undefined) return [];
  return [`- named: ${names.map(({ value }) => `"${value}"`).join(' ')} #${last.lastSeq}`];
}

/** The first line, also of several that are escaped on one, up to a length. */
function shown(value: string, length: number): string {
  const [line = ''] = value.split(/\n|\\n/, 1);
  const kept = line.length <= length ? line : firstWords(line, Infinity, length);
  return kept.length === value.length ? kept : `${kept} […]`;
}
