/**
 * Which tasks an entry may close. Where a session wrote its list of tasks anew, the later list says
 * what became of each task of the earlier one. A function in place of a model asks for every open
 * task to be closed by each entry between the two lists: of those that were done one should show
 * it, of those that were not none. Use: `node packages/summarizer/bench/closing.ts`, after `pnpm
 * build`, with the corpus beside the repository or in EVERLONG_CORPUS.
 */
import type { Entry, Snapshot } from '@everlong/core';
import { createSummarizer } from '@everlong/summarizer';

import { readSessions } from './read-sessions.ts';

interface Task {
  content?: string;
  step?: string;
  status?: string;
}

const closed = /^(?:completed?|done|cancelled)$/;

/** The list that an entry writes: each task and whether it is closed. */
function listOf({ message }: Entry): Map<string, boolean> {
  const list = new Map<string, boolean>();
  if (message.role !== 'assistant' || typeof message.content === 'string') return list;
  for (const part of message.content) {
    if (part.type !== 'tool-call') continue;
    const { todos, plan } = (part.input ?? {}) as { todos?: Task[]; plan?: Task[] };
    for (const { content, step, status = '' } of Array.isArray(todos) ? todos : (plan ?? [])) {
      list.set(content ?? step ?? '', closed.test(status));
    }
  }
  return list;
}

/**
 * Whether a task that is open before the entries is closed when each of them is named as evidence.
 */
async function isClosable(task: string, openedAt: number, entries: Entry[]): Promise<boolean> {
  const line = `${task} (#${openedAt})`;
  const previous: Snapshot = {
    text: '',
    tokens: 0,
    throughSeq: openedAt,
    messagesCovered: openedAt + 1,
    source: 'model',
    sections: { 'Pending Tasks': [line] },
    ledger: [],
  };
  const compactify = (): string => entries.map(({ seq }) => `CLOSE P1 (#${seq})`).join('\n');
  const { snapshot } = await createSummarizer({ compactify, contextWindow: 1e9 }).summarize({
    previous,
    entries,
    maxTokens: 1000,
    count: (text) => text.length / 4,
  });
  return snapshot.sections['Pending Tasks']?.includes(line) !== true;
}

const counts = { done: 0, closedBetween: 0, closedByList: 0, open: 0, closedWrongly: 0 };
for (const entries of readSessions()) {
  const lists = entries
    .map((entry) => ({ seq: entry.seq, list: listOf(entry) }))
    .filter(({ list }) => list.size > 0);
  for (const [index, { seq, list }] of lists.entries()) {
    const later = lists[index + 1];
    const between = entries.slice(seq + 1, later?.seq);
    // The list's own result follows it.
    if (later === undefined || between.length < 2) continue;
    for (const [task, isClosed] of list) {
      const outcome = later.list.get(task);
      if (isClosed || outcome === undefined) continue;
      const isShown = await isClosable(task, seq, between);
      if (outcome) {
        counts.done++;
        if (isShown) counts.closedBetween++;
        if (await isClosable(task, seq, entries.slice(later.seq, later.seq + 1)))
          counts.closedByList++;
      } else {
        counts.open++;
        if (isShown) counts.closedWrongly++;
      }
    }
  }
}

process.stdout.write(
  `${counts.done} tasks that were done: ${counts.closedBetween} shown by an entry between the lists, ` +
    `${counts.closedByList} by the later list\n` +
    `${counts.open} tasks that were not: ${counts.closedWrongly} could be closed by one of the entries\n`,
);
