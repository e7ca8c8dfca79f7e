import { type Entry, toolCallsOf } from '@everlong/core';

import { wordStems } from '../reading/content-words.js';
import type { Action } from '../actions/action.js';
import { entryActions } from '../actions/entry-actions.js';
import { entryText } from '../reading/entry-segments.js';
import { tasksOf } from '../sections/pending-section.js';

/** A text with the stems of its words. */
export interface ReadText {
  text: string;
  stems: ReadonlySet<string>;
}

/** The entries by number and by call. Everything else is computed on demand. */
export interface EntryIndex {
  entry(seq: number): Entry | undefined;
  /** The text of the calls that the entry answers, then its own: a result alone says little. */
  exchange(seq: number): ReadText;
  /** The entries with the calls that the results of an entry answer. */
  calledBy(entry: Entry): Entry[];
  actions(seq: number): readonly Action[];
  /** The actions of an entry's calls. */
  actionsOfCall(toolCallId: string): readonly Action[];
  /** The last task list that a call wrote; without an entry if there is none. */
  newestList(): { tasks: ReturnType<typeof tasksOf>; seq: number };
}

export function createEntryIndex(entries: readonly Entry[]): EntryIndex {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const callSeqs = new Map(
    entries.flatMap(({ seq, message }) =>
      toolCallsOf(message).map(({ toolCallId }): [string, number] => [toolCallId, seq]),
    ),
  );
  const exchanges = new Map<number, ReadText>();
  let actions: Map<number, Action[]> | undefined;
  let newest: ReturnType<EntryIndex['newestList']> | undefined;

  function calledBy({ message: { content } }: Entry): Entry[] {
    const parts = typeof content === 'string' ? [] : content;
    const seqs = parts.flatMap((part) =>
      part.type === 'tool-result' ? (callSeqs.get(part.toolCallId) ?? []) : [],
    );
    return [...new Set(seqs)].flatMap((seq) => bySeq.get(seq) ?? []);
  }

  function actionsOf(seq: number): readonly Action[] {
    actions ??= Map.groupBy(entryActions(entries), (action) => action.seq);
    return actions.get(seq) ?? [];
  }

  return {
    entry: (seq) => bySeq.get(seq),
    exchange(seq) {
      const entry = bySeq.get(seq);
      const known = exchanges.get(seq);
      if (known !== undefined || entry === undefined) return known ?? readText('');
      const read = readText([...calledBy(entry), entry].map(entryText).join('\n'));
      exchanges.set(seq, read);
      return read;
    },
    calledBy,
    actions: actionsOf,
    actionsOfCall: (toolCallId) => actionsOf(callSeqs.get(toolCallId) ?? -1),
    newestList() {
      if (newest === undefined) {
        const last = entries.findLast((entry) => tasksOf(entry).length > 0);
        newest =
          last === undefined ? { tasks: [], seq: -1 } : { tasks: tasksOf(last), seq: last.seq };
      }
      return newest;
    },
  };
}

export function readText(text: string): ReadText {
  return { text, stems: wordStems(text) };
}
