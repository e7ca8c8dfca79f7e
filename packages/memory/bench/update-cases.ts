import { readFileSync } from 'node:fs';

import type { Memory, MemoryEntry } from '@everlong/core';

/** A value that changed while other things were said, and a question that asks for what holds. */
export interface UpdateCase {
  id: string;
  lang: string;
  /** In a control the later message changes something else: `current` is what was said first. */
  kind: 'update' | 'control';
  messages: readonly { role: 'user' | 'assistant'; date: string; text: string }[];
  question: string;
  current: string;
  currentIndex: number;
  stale: string;
  staleIndex: number;
}

/** Reads JSON lines. */
export function readCases(file: string): UpdateCase[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as UpdateCase);
}

/** Counts of one language and kind. */
export interface CaseFigures {
  cases: number;
  /** The message with the current value before the one with the other value. */
  first: number;
  inFive: number;
  /** Neither of the two messages in any hit. */
  neither: number;
}

/** @param foreign messages of other cases in the same scope */
export async function measureCases(
  cases: readonly UpdateCase[],
  create: () => Promise<Memory>,
  { foreign = 0, show }: { foreign?: number; show?: (line: string) => void } = {},
): Promise<Map<string, CaseFigures>> {
  const figures = new Map<string, CaseFigures>();
  for (const each of cases) {
    const memory = await create();
    const others = cases.filter(({ id, lang }) => id !== each.id && lang === each.lang);
    const crowd = others.flatMap((other) => entriesOf(other)).slice(0, foreign);
    await memory.observe('bench', [...crowd, ...entriesOf(each)]);
    const { hits } = await memory.recall('bench', each.question, { limit: 10 });
    await memory.close();
    const rankOf = (index: number): number => {
      const rank = hits.findIndex(({ sources }) => sources[0]?.entryId === `${each.id} ${index}`);
      return rank < 0 ? Infinity : rank;
    };
    const [current, stale] = [rankOf(each.currentIndex), rankOf(each.staleIndex)];
    const key = `${each.lang} ${each.kind}`;
    const known = figures.get(key) ?? { cases: 0, first: 0, inFive: 0, neither: 0 };
    figures.set(key, {
      cases: known.cases + 1,
      first: known.first + Number(current < stale),
      inFive: known.inFive + Number(current < 5),
      neither: known.neither + Number(current === Infinity && stale === Infinity),
    });
    if (current < stale) continue;
    const shown = hits
      .slice(0, 4)
      .map(({ text, breakdown }) => `  ${text} ${JSON.stringify(breakdown)}`);
    show?.([`${each.id} ${current} ${stale}: ${each.question}`, ...shown].join('\n'));
  }
  return figures;
}

/** The messages of a case, each in a session of its own, as they were said on days of their own. */
function entriesOf({ id, messages }: UpdateCase): MemoryEntry[] {
  return messages.map(({ role, date, text }, index) => ({
    id: `${id} ${index}`,
    sessionId: `${id} ${date.slice(0, 10)}`,
    createdAt: date,
    message: { role, content: text },
  }));
}
