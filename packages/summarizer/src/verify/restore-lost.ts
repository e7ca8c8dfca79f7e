import type { Entry, LedgerItem, Snapshot } from '@everlong/core';

import { renderLedger } from '../ledger/render-ledger.js';
import { carriedData, type Held } from '../account/turn.js';
import { userText } from '../reading/spoken-text.js';
import { extractValues } from '../values/extract-values.js';
import type { SectionName } from '../sections/section-names.js';
import type { SourceIndex } from './source-index.js';
import { holdsValue } from '../values/holds-value.js';
import { createOtherSpelling } from './other-spelling.js';
import { quotationsIn } from './quotations-in.js';
import { roomToRestore } from './room-to-restore.js';
import { usersDemands } from './users-demands.js';

interface RestoreOptions {
  /** The entries that the text is new about. */
  entries: readonly Entry[];
  /** The verified text. */
  text: string;
  previous: Snapshot | undefined;
  ledger: readonly LedgerItem[];
  sources: SourceIndex;
  /** Texts that the request shows besides. */
  visibleText: string;
  maxTokens: number;
  count(text: string): number;
}

/** Lines that belong into a section, and how many they are. */
export type Restored = Partial<Record<SectionName, string[]>>;

/** Longer messages of the user are pasted for the most part, and their values not his. */
const MAX_TYPED_LENGTH = 1000;

/**
 * What a text lost, as far as a tenth of its tokens goes: the user's demands that the summary before
 * it quoted, unless it names their entries, then values that nothing brings back: those that the
 * summaries before it held, then new ones that the user typed.
 */
export function restoreLost(options: RestoreOptions): Restored {
  const { text, entries, previous, ledger, visibleText, maxTokens, count } = options;
  const room = roomToRestore(text, { maxTokens, count });
  const restored: Restored = {};
  const demands = lostDemands(options).filter(room.take);
  if (demands.length > 0) restored.Constraints = demands;
  const before = new Set(heldBefore(previous).values);
  const typed = entries.map(userText).filter(({ length }) => length <= MAX_TYPED_LENGTH);
  const isTyped = (value: string): boolean => typed.some((words) => holdsValue(words, value));
  const spelling = createOtherSpelling([text], (value) => holdsValue(text, value));
  const lost = ledger.filter((item) => isNeeded(item) && !spelling.holds(item.value));
  const values: string[] = [];
  for (const items of [
    lost.filter(({ value }) => before.has(value)),
    lost.filter(({ value, saidBy = [] }) => saidBy.includes('user') && isTyped(value)),
  ]) {
    const shown = [visibleText, text, ...demands, ...values].join('\n');
    const { lines } = renderLedger(items, { maxTokens: room.left(), count, visibleText: shown });
    values.push(...lines.filter(room.take));
  }
  if (values.length > 0) restored['Important Values'] = values;
  return restored;
}

/** What somebody used is needed, what only a tool put out may not be. */
function isNeeded({ spokenUses }: LedgerItem): boolean {
  return spokenUses > 0;
}

/** Demands that a summary before this one quoted, and that this one neither holds nor names. */
function lostDemands({ text, previous, sources }: RestoreOptions): string[] {
  return heldBefore(previous)
    .demands.filter((line) => isLost(line, text, sources))
    .map((line) => `- ${line}`);
}

const GOAL = /^## Goal\n(?:(?!## ).*\n)*/;
const QUOTED_LINE = /^[-*] ["“„«「].*["”“»」] \(#\d+\)$/;

function isLost(line: string, text: string, sources: SourceIndex): boolean {
  const quoted = quotationsIn(line).filter((words) => sources.userSaid(words));
  // A quotation of the entry takes nothing back, nor does the goal that came with it.
  const told = text
    .replace(GOAL, '')
    .split('\n')
    .filter((each) => !QUOTED_LINE.test(each));
  const isNamed = [...line.matchAll(/#\d+/g)].some(([mark]) => {
    const named = new RegExp(`${mark}(?!\\d)`);
    return told.some((each) => named.test(each));
  });
  return quoted.length > 0 && !isNamed && !quoted.some((words) => text.includes(words));
}

/** What the summaries before held: what one of them had no room for is not forgotten. */
function heldBefore(previous: Snapshot | undefined): Held {
  const { demands = [], values = [] } = carriedData(previous).held ?? {};
  const shown = extractValues(previous?.text ?? '').map(({ value }) => value);
  const quoted = usersDemands(previous?.sections['Constraints']);
  return {
    demands: [...new Set([...quoted, ...demands])],
    values: [...new Set([...shown, ...values])],
  };
}

/** Of demands and values that texts have held, at most so many are carried on. */
const MAX_HELD = 40;

/**
 * What a text holds of demands and exact values, and what those before it held and it had no room
 * for: it is put back later. What the text names by its entry is not.
 */
export function heldAfter(
  text: string,
  { previous, ledger, sources }: Pick<RestoreOptions, 'previous' | 'ledger' | 'sources'>,
): Held {
  const { demands, values } = heldBefore(previous);
  const shown = new Set(extractValues(text).map(({ value }) => value));
  const wasHeld = new Set(values);
  return {
    demands: demands.filter((line) => isLost(line, text, sources)).slice(0, MAX_HELD),
    values: ledger
      .filter((item) => isNeeded(item) && wasHeld.has(item.value) && !shown.has(item.value))
      .map(({ value }) => value)
      .slice(0, MAX_HELD),
  };
}
