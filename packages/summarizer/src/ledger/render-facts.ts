import type { LedgerItem } from '@everlong/core';

import { isOwnFrame } from '../facts/extract-facts.js';
import { isFact } from '../facts/ledger-facts.js';
import { textsIn } from './texts-in.js';
import { firstWords } from '../reading/quote.js';

export interface RenderFactsOptions {
  /** The lines, each with its line break, take at most this many tokens by `count`. */
  maxTokens: number;
  count(text: string): number;
  /** Facts that this text contains need no line. */
  visibleText?: string;
  /** Whether there is room for everything: longer lines and more of each kind. Default false. */
  all?: boolean;
}

/** The maximum number of lines of each kind, and the length to which a value is cut. */
const FEW = { commands: 6, errors: 3, names: 6, settings: 3, found: 0, length: 160 };
const ALL = { commands: 30, errors: 20, names: 20, settings: 80, found: 80, length: 400 };
type Limits = typeof FEW;

const ALIKE_LENGTH = 32;
/** `src/a.ts:3:5`, `File "a.py", line 3` or `main.go:12`, as written in the frame. */
const placeInFrame =
  /((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?$|^(File "[^"]+", line \d+)|^(\S+\.go:\d+)/;
const MAX_PLACE_LENGTH = 120;

/**
 * Renders the facts of a ledger as lines, as many as fit, each with its entry: the newest
 * unresolved errors, with the place in the project's own code from their stack trace; settings,
 * first those that the user or the assistant stated; commands that failed last or ran more than
 * once, with their outcome; names that the user gave.
 */
export function renderFacts(
  ledger: readonly LedgerItem[],
  { maxTokens, count, visibleText = '', all = false }: RenderFactsOptions,
): string[] {
  const unseen = unseenFacts(ledger, visibleText);
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

/** The facts that a text does not contain. */
export function unseenFacts(ledger: readonly LedgerItem[], visibleText: string): LedgerItem[] {
  const facts = ledger.filter(isFact);
  const visible = textsIn(
    visibleText,
    facts.map(({ value }) => value),
  );
  return facts.filter(({ value }) => !visible.has(value));
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

/**
 * The newest settings that somebody stated and, if there is room, the newest from tool output only.
 * In a full snapshot a line with one value takes the room of several values.
 */
function settingLines(ledger: readonly LedgerItem[], { settings, found }: Limits): string[] {
  const own = ledger.filter(({ kind }) => kind === 'setting');
  const stated = own.filter(({ spokenUses }) => spokenUses > 0);
  const put = own.filter(({ spokenUses }) => spokenUses === 0);
  return [
    ...newest(stated, settings).map(({ value, lastSeq }) => `- ${value} #${lastSeq}`),
    ...newest(put, found).map(({ value, lastSeq }) => `- ${value} (tool output) #${lastSeq}`),
  ];
}

function newest(items: readonly LedgerItem[], most: number): readonly LedgerItem[] {
  return items.slice(Math.max(0, items.length - most));
}

/**
 * The place of an error in the project's own code, from the top frame of its trace. Of several
 * errors in one output it is not known whose trace it is.
 */
function placeOf(error: LedgerItem, ledger: readonly LedgerItem[]): string {
  const ofOutput = ledger.filter(({ lastSeq, of }) => lastSeq === error.lastSeq && of === error.of);
  if (ofOutput.some((item) => item.kind === 'error' && !areAlike(item, error))) return '';
  const top = ofOutput.find(({ kind, value }) => kind === 'frame' && isOwnFrame(value));
  const place =
    placeInFrame
      .exec(top?.value ?? '')
      ?.slice(1)
      .find((part) => part !== undefined) ?? '';
  return place === '' || place.length > MAX_PLACE_LENGTH ? '' : ` at ${place}`;
}

/** Errors with the same start have the same cause. */
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

/** The first line, cut to a length; escaped line breaks count too. */
function shown(value: string, length: number): string {
  const [line = ''] = value.split(/\n|\\n/, 1);
  const kept = line.length <= length ? line : firstWords(line, Infinity, length);
  return kept.length === value.length ? kept : `${kept} […]`;
}
