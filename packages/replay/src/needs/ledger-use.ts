import type { Snapshot } from '@everlong/core';
import { holdsValue } from '@everlong/summarizer';

import type { PolicyTally } from '../report/policy-tally.js';
import type { ReplayLog } from './replay-log.js';

/** Counts how many rendered values of a snapshot's ledger were used while it was sent. */
export interface LedgerUse {
  /** The snapshot is sent from the request before entry `seq` on. */
  begin(snapshot: Snapshot, seq: number): void;
  /** The current snapshot is no longer sent from the request before entry `seq` on. */
  end(seq: number): void;
}

export function createLedgerUse({ entries, needs }: ReplayLog, tally: PolicyTally): LedgerUse {
  let rendered: string[] = [];
  let fromSeq = 0;

  function isUsed(value: string, toSeq: number): boolean {
    return needs
      .entriesWith(value)
      .some((seq) => seq >= fromSeq && seq < toSeq && entries[seq]?.message.role === 'assistant');
  }

  function end(seq: number): void {
    tally.ledger.rendered += rendered.length;
    tally.ledger.used += rendered.filter((value) => isUsed(value, seq)).length;
    rendered = [];
  }

  return {
    begin(snapshot, seq) {
      end(seq);
      fromSeq = seq;
      const values = new Set(snapshot.ledger.map(({ value }) => value));
      rendered = [...values].filter((value) => holdsValue(snapshot.text, value));
    },
    end,
  };
}
