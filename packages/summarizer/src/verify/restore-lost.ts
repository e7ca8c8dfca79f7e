import type { LedgerItem, Snapshot } from '@everlong/core';

import { renderLedger } from '../ledger/render-ledger.js';
import type { SectionName } from '../sections/section-names.js';
import type { SourceIndex } from './source-index.js';
import { quotationsIn } from './quotations-in.js';
import { roomToRestore } from './room-to-restore.js';

interface RestoreOptions {
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

/**
 * What a text lost, as far as a tenth of its tokens goes: the user's demands that the summary before
 * it quoted, unless it names their entries, then values that nothing brings back.
 */
export function restoreLost(options: RestoreOptions): Restored {
  const { text, ledger, visibleText, maxTokens, count } = options;
  const room = roomToRestore(text, { maxTokens, count });
  const restored: Restored = {};
  const demands = lostDemands(options).filter(room.take);
  if (demands.length > 0) restored.Constraints = demands;
  const values = renderLedger(ledger.filter(isNeeded), {
    maxTokens: room.left(),
    count,
    visibleText: [visibleText, text, ...demands].join('\n'),
  });
  if (values.lines.length > 0) restored['Important Values'] = values.lines;
  return restored;
}

/** What somebody used is needed, what only a tool put out may not be. */
function isNeeded({ spokenUses }: LedgerItem): boolean {
  return spokenUses > 0;
}

/** Demands that a summary before this one quoted, and that this one neither holds nor names. */
function lostDemands({ text, previous, sources }: RestoreOptions): string[] {
  const demands = previous?.sections['Constraints'] ?? [];
  const isLost = (line: string): boolean => {
    const quoted = quotationsIn(line).filter((words) => sources.userSaid(words));
    const isNamed = [...line.matchAll(/#\d+/g)].some(([mark]) =>
      new RegExp(`${mark}(?!\\d)`).test(text),
    );
    return quoted.length > 0 && !isNamed && !quoted.some((words) => text.includes(words));
  };
  return demands.filter(isLost).map((line) => `- ${line}`);
}
