import type { Entry, Store } from '@everlong/core';

/**
 * The entries behind ids or `seq` numbers, each once and in the order of the log; what is not there
 * is left out. Numbers are read directly, for ids the log is searched until all are found.
 */
export async function readOriginals(
  store: Store,
  sessionId: string,
  keys: readonly (string | number)[],
): Promise<Entry[]> {
  const found = new Map<number, Entry>();
  for (const { from, to } of runsOf(keys.filter((key) => typeof key === 'number'))) {
    for await (const entry of store.read(sessionId, { from, to })) found.set(entry.seq, entry);
  }
  const ids = new Set(keys.filter((key) => typeof key === 'string'));
  for (const entry of found.values()) ids.delete(entry.id);
  if (ids.size > 0) {
    for await (const entry of store.read(sessionId)) {
      if (ids.delete(entry.id)) found.set(entry.seq, entry);
      if (ids.size === 0) break;
    }
  }
  return [...found.values()].toSorted((left, right) => left.seq - right.seq);
}

/** Runs of consecutive numbers, so that neighbours are read together and others not at all. */
function runsOf(seqs: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const seq of [...new Set(seqs)].toSorted((left, right) => left - right)) {
    if (!Number.isSafeInteger(seq) || seq < 0) continue;
    const last = runs.at(-1);
    if (last?.to === seq - 1) last.to = seq;
    else runs.push({ from: seq, to: seq });
  }
  return runs;
}
