import type { Snapshot } from '@everlong/core';
import { sha256Hex, shortHash } from '@everlong/core/internal';

import type { ManagedMessage } from './managed-message.js';
import { adapterOf } from './adapter-of.js';

/** A summary, and the beginning of a list that it covers. */
interface RememberedSummary {
  /** How many messages of the list it covers, the kept one apart. */
  count: number;
  /** The index of the user message among them that stays, or -1. */
  latestUser: number;
  message: ManagedMessage;
  snapshot: Snapshot;
}

/**
 * Knows the summaries that were made, so that a caller who keeps the whole list (a browser does)
 * gets the same one again instead of a new one with every request. A summary is found only by the
 * very messages that it covers.
 */
export interface SummaryMemory {
  find(messages: readonly ManagedMessage[]): Promise<RememberedSummary | undefined>;
  /** The snapshot behind the text of a summary. */
  snapshotOf(message: ManagedMessage): Snapshot | undefined;
  add(messages: readonly ManagedMessage[], summary: RememberedSummary): Promise<void>;
  clear(): void;
}

/** Conversations of one process; the one used longest ago is forgotten first. */
const MAX_SUMMARIES = 100;

export function createSummaryMemory(): SummaryMemory {
  const summaries = new Map<string, RememberedSummary & { lastMark: string }>();

  return {
    async find(messages) {
      const possible = [...summaries.values()]
        .filter(({ count, lastMark }) => markOf(messages[count - 1]) === lastMark)
        .toSorted((left, right) => right.count - left.count);
      for (const { count } of possible) {
        const key = await keyOf(messages.slice(0, count));
        const found = summaries.get(key);
        if (found === undefined) continue;
        summaries.delete(key);
        summaries.set(key, found);
        return found;
      }
      return undefined;
    },

    snapshotOf(message) {
      const adapter = adapterOf([message]);
      const key = adapter.keyOf(message);
      const found = [...summaries.values()].find(
        (summary) => adapter.keyOf(summary.message) === key,
      );
      return found?.snapshot;
    },

    async add(messages, summary) {
      const [oldest] = summaries.keys();
      if (summaries.size >= MAX_SUMMARIES && oldest !== undefined) summaries.delete(oldest);
      const lastMark = markOf(messages[summary.count - 1]);
      summaries.set(await keyOf(messages.slice(0, summary.count)), { ...summary, lastMark });
    },

    clear() {
      summaries.clear();
    },
  };
}

/** Quick to compare, so that whole beginnings are only read where they may be the same. */
function markOf(message: ManagedMessage | undefined): string {
  return message === undefined ? '' : shortHash(adapterOf([message]).keyOf(message));
}

function keyOf(messages: readonly ManagedMessage[]): Promise<string> {
  const adapter = adapterOf(messages);
  const text = messages.map((message) => adapter.keyOf(message)).join('\n');
  return sha256Hex(new TextEncoder().encode(text));
}
