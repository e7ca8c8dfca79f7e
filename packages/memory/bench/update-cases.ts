/**
 * Cases of facts that change, or do not: a statement, matters that share words with the question, a
 * later statement, and others. JSONL, one case a line:
 *
 *     {"language": "de", "kind": "update" | "control", "statement": "…", "distractors": ["…", "…"],
 *      "later": "…", "fillers": ["…"], "ask": "…", "value": "what is right", "stale": "what was"}
 *
 * `value` and `stale` stand in one of the two statements as they are written; a control has no
 * `stale`, and its statement has the `value`. Without `fillers`, statements of other cases are taken.
 */
import { readFileSync } from 'node:fs';

import type { Memory, MemoryEntry } from '@everlong/core';

export interface UpdateCase {
  language: string;
  kind: 'update' | 'control';
  statement: string;
  distractors?: readonly string[];
  later: string;
  fillers?: readonly string[];
  ask: string;
  value: string;
  stale?: string;
}

/** Each message is said a week after the one before, in a session of its own. */
const WEEK_MS = 7 * 86_400_000;
const START = Date.parse('2026-01-05T10:00:00Z');
const FILLERS = 8;
const DISTRACTORS = 2;

export function readCases(file: string): UpdateCase[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as UpdateCase);
}

/** Counts of one language and kind. */
export interface CaseFigures {
  cases: number;
  /** Updates: the value before the stale one; controls: the value in the first hit. */
  first: number;
  inFive: number;
  /** Neither the value nor the stale one, in any hit. */
  neither: number;
}

/** @param foreign messages on other matters in the same scope, besides the fillers */
export async function measureCases(
  cases: readonly UpdateCase[],
  create: () => Promise<Memory>,
  { foreign = 0, show }: { foreign?: number; show?: (line: string) => void } = {},
): Promise<Map<string, CaseFigures>> {
  const figures = new Map<string, CaseFigures>();
  for (const [at, each] of cases.entries()) {
    const memory = await create();
    await memory.observe('bench', entriesOf(each, cases, at, foreign));
    const { hits } = await memory.recall('bench', each.ask, { limit: 10 });
    await memory.close();
    const rankOf = (shows: (text: string) => boolean): number => {
      const rank = hits.findIndex(({ text }) => shows(text));
      return rank < 0 ? Infinity : rank;
    };
    const value = rankOf((text) => text.includes(each.value));
    // A message that names both tells of the change.
    const stale = rankOf(
      (text) => each.stale !== undefined && text.includes(each.stale) && !text.includes(each.value),
    );
    const isFirst = each.kind === 'update' ? value < stale : value === 0;
    const key = `${each.language} ${each.kind}`;
    const known = figures.get(key) ?? { cases: 0, first: 0, inFive: 0, neither: 0 };
    figures.set(key, {
      cases: known.cases + 1,
      first: known.first + Number(isFirst),
      inFive: known.inFive + Number(value < 5),
      neither: known.neither + Number(value === Infinity && stale === Infinity),
    });
    if (!isFirst)
      show?.(JSON.stringify({ ...each, hits: hits.slice(0, 4).map(({ text }) => text) }));
  }
  return figures;
}

/** The messages of a case: those of others stand for what it lacks. */
function entriesOf(
  { statement, later, distractors, fillers }: UpdateCase,
  cases: readonly UpdateCase[],
  at: number,
  foreign: number,
): MemoryEntry[] {
  const others = [...cases.slice(at + 1), ...cases.slice(0, at)].flatMap((each) => [
    each.statement,
  ]);
  const between = distractors ?? others.splice(0, DISTRACTORS);
  const after = fillers ?? others.splice(0, FILLERS);
  const crowd = others.slice(0, foreign);
  const half = Math.floor(crowd.length / 2);
  const said = [
    ...crowd.slice(0, half),
    statement,
    ...between,
    ...crowd.slice(half),
    later,
    ...after,
  ];
  return said.map((content, week) => ({
    id: `m${week}`,
    sessionId: `s${week}`,
    createdAt: new Date(START + week * WEEK_MS).toISOString(),
    message: { role: 'user', content },
  }));
}
