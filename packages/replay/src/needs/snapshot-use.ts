import type { Snapshot } from '@everlong/core';
import { extractValues, holdsValue } from '@everlong/summarizer';

import { writtenText } from '../messages/message-facts.js';
import type { PolicyTally } from '../report/policy-tally.js';
import type { ReplayLog } from './replay-log.js';
import { type SnapshotLine, snapshotLines } from './snapshot-lines.js';

/** Counts how many lines and rendered ledger values of a snapshot were used while it was sent. */
export interface SnapshotUse {
  /** The snapshot is sent from the request before entry `seq` on. */
  begin(snapshot: Snapshot, seq: number): void;
  /** The current snapshot is no longer sent from the request before entry `seq` on. */
  end(seq: number): void;
}

/** So many words in a row are no chance. */
const RUN_LENGTH = 4;

export function createSnapshotUse({ entries, needs }: ReplayLog, tally: PolicyTally): SnapshotUse {
  let rendered: string[] = [];
  let lines: SnapshotLine[] = [];
  let fromSeq = 0;

  function isUsed(value: string, toSeq: number): boolean {
    return needs
      .entriesWith(value)
      .some((seq) => seq >= fromSeq && seq < toSeq && entries[seq]?.message.role === 'assistant');
  }

  function end(seq: number): void {
    tally.ledger.rendered += rendered.length;
    tally.ledger.used += rendered.filter((value) => isUsed(value, seq)).length;
    const messages = lines.length === 0 ? [] : entries.slice(fromSeq, seq);
    const written = new Set(
      messages.flatMap(({ message }) =>
        message.role === 'assistant' ? runsOf(writtenText(message)) : [],
      ),
    );
    tally.snapshotLines.total += lines.length;
    tally.snapshotLines.lists += lines.filter(({ isList }) => isList).length;
    tally.snapshotLines.used += lines.filter(({ text }) => {
      const values = extractValues(text).map(({ value }) => value);
      return (
        runsOf(text).some((run) => written.has(run)) || values.some((value) => isUsed(value, seq))
      );
    }).length;
    [rendered, lines] = [[], []];
  }

  return {
    begin(snapshot, seq) {
      end(seq);
      fromSeq = seq;
      const values = new Set(snapshot.ledger.map(({ value }) => value));
      rendered = [...values].filter((value) => holdsValue(snapshot.text, value));
      lines = snapshotLines(snapshot.text);
    },
    end,
  };
}

/** Every few words of a text that follow each other. */
function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((_, index) => {
    const run = words.slice(index, index + RUN_LENGTH);
    return run.length === RUN_LENGTH ? [run.join(' ')] : [];
  });
}
