import type { CompactionRecord, ContextStatusData } from '@everlong/core';

import type { UiChunk } from './chat-sdk.js';
import { compactionPart } from '../ui-messages/to-ui-messages.js';
import type { Session } from '../session-work/session.js';
import { watchCompactions } from '../session-work/session-home.js';

/** Adds what a page shows of compactions to an answer that is being made. */
export interface CompactionAnnouncer {
  /** A chunk of the answer is about to be added. */
  comes(chunk: UiChunk): void;
  /** A chunk of the answer was added. */
  passed(): void;
  end(): void;
}

/**
 * Tells of the compactions that are made on the way to an answer: that one is under way
 * (`data-context-status`, not kept), what it did (`data-context-compaction`) and how full the
 * context is then (`data-context-state`).
 */
export function announceCompactions(
  session: Session,
  add: (part: UiChunk) => void,
): CompactionAnnouncer {
  // Parts belong to a message, which the first chunk begins.
  let isBegun = false;
  const waiting: UiChunk[] = [];
  const tell = (part: UiChunk): unknown => (isBegun ? add(part) : waiting.push(part));
  let tokensBefore: number | undefined;
  const unwatch = watchCompactions(session, {
    begins() {
      tokensBefore = session.state().used.total;
      tell(statusPart('started'));
    },
    made(record) {
      tell(describe(record, { tokensBefore, tokensAfter: session.state().used.total }));
      tell({ type: 'data-context-state', id: 'state', data: session.state() });
      tokensBefore = undefined;
    },
  });
  return {
    comes({ type }) {
      const status = withoutRecord[type];
      if (status === undefined || tokensBefore === undefined) return;
      tokensBefore = undefined;
      tell(statusPart(status));
    },
    passed() {
      isBegun = true;
      waiting.splice(0).forEach(add);
    },
    end: unwatch,
  };
}

/**
 * What became of a compaction that was begun and not made, by the chunk that shows it: at
 * `start-step` another process was quicker. A page reads nothing after an error.
 */
const withoutRecord: Readonly<Record<string, ContextStatusData['status']>> = {
  'start-step': 'finished',
  error: 'failed',
  abort: 'finished',
};

function statusPart(status: ContextStatusData['status']): UiChunk {
  const data: ContextStatusData = { status, phase: 'blocking' };
  return { type: 'data-context-status', data, transient: true };
}

function describe(
  record: CompactionRecord,
  { tokensBefore, tokensAfter }: { tokensBefore: number | undefined; tokensAfter: number },
): UiChunk {
  const part = compactionPart(record);
  if (tokensBefore === undefined) return part;
  return { ...part, data: { ...part.data, tokensBefore, tokensAfter } };
}
