import type { Memory, MemoryEntry, MemoryHit } from '@everlong/core';

export interface Conversation {
  name: string;
  entries: MemoryEntry[];
  questions: { text: string; category: string; evidence: ReadonlySet<string> }[];
}

/** Per cent of the evidence, each question counting the same; milliseconds of the median recall. */
export interface RecallFigures {
  questions: number;
  recall10: number;
  within1000: number;
  within2000: number;
  medianMs: number;
  byCategory: Record<string, number>;
}

/** Asks a memory of each conversation all its questions. */
export async function measureRecall(
  conversations: readonly Conversation[],
  create: () => Promise<Memory>,
): Promise<RecallFigures> {
  const [ten, thousand, two, times]: number[][] = [[], [], [], []];
  const byCategory: Record<string, number[]> = {};
  for (const { name, entries, questions } of conversations) {
    const memory = await create();
    await memory.observe(name, entries);
    for (const { text, category, evidence } of questions) {
      const start = performance.now();
      const { hits } = await memory.recall(name, text, { limit: 10 });
      times?.push(performance.now() - start);
      const share = shareOf(hits, evidence);
      ten?.push(share);
      (byCategory[category] ??= []).push(share);
      for (const [maxTokens, shares] of [[1000, thousand] as const, [2000, two] as const]) {
        shares?.push(shareOf((await memory.recall(name, text, { maxTokens })).hits, evidence));
      }
    }
    await memory.close();
  }
  const sorted = (times ?? []).toSorted((left, right) => left - right);
  return {
    questions: ten?.length ?? 0,
    recall10: percent(ten),
    within1000: percent(thousand),
    within2000: percent(two),
    medianMs: Math.round(10 * (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 10,
    byCategory: Object.fromEntries(
      Object.entries(byCategory).map(([category, each]) => [category, percent(each)]),
    ),
  };
}

function percent(shares: readonly number[] = []): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  return Math.round((1000 * sum) / shares.length) / 10;
}

function shareOf(hits: readonly MemoryHit[], evidence: ReadonlySet<string>): number {
  const ids = new Set(hits.flatMap(({ sources }) => sources.map(({ entryId }) => entryId)));
  return evidence.intersection(ids).size / evidence.size;
}
