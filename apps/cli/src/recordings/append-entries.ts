import { setImmediate } from 'node:timers/promises';
import type { Store } from '@everlong/core';
import { isRewound } from './compare-stored.js';
import type { EntryToImport } from './imported-session.js';

/** Entries that are stored at once, and the characters after which fewer are. */
const BATCH_ENTRIES = 500;
const BATCH_CHARACTERS = 4_000_000;

/**
 * Appends entries in order; each run of rewound ones is withdrawn at once. Returns how many there
 * were.
 */
export async function appendEntries(
  store: Store,
  id: string,
  entries: AsyncIterable<EntryToImport>,
  signal: AbortSignal,
): Promise<number> {
  let added = 0;
  /** Where the rewound entries begin that are not withdrawn yet. */
  let rewoundFrom: number | undefined;
  for await (const batch of batches(entries)) {
    // A store that never waits would keep Ctrl-C from being heard.
    await setImmediate();
    signal.throwIfAborted();
    const isAside = batch.some(isRewound);
    if (!isAside) await endRun();
    const stored = await store.append(id, batch);
    if (isAside) rewoundFrom ??= stored[0]?.seq;
    added += batch.length;
  }
  await endRun();
  return added;

  async function endRun(): Promise<void> {
    if (rewoundFrom === undefined) return;
    const range = { fromSeq: rewoundFrom, throughSeq: (await store.getSession(id)).entryCount - 1 };
    await withdraw(store, id, range, 'Left by rewinding in the recorded session.');
    rewoundFrom = undefined;
  }
}

/** Entries to store at once: rewound ones by themselves. */
async function* batches(
  entries: AsyncIterable<EntryToImport>,
): AsyncGenerator<EntryToImport['entry'][]> {
  let batch: EntryToImport['entry'][] = [];
  let size = 0;
  for await (const { entry, characters } of entries) {
    const [first] = batch;
    const isOther = first !== undefined && isRewound(first) !== isRewound(entry);
    if (isOther || batch.length >= BATCH_ENTRIES || size + characters > BATCH_CHARACTERS) {
      if (batch.length > 0) yield batch;
      batch = [];
      size = 0;
    }
    batch.push(entry);
    size += characters;
  }
  if (batch.length > 0) yield batch;
}

/** Withdraws a range of a session's entries, which stay on disk. */
export async function withdraw(
  store: Store,
  id: string,
  range: { fromSeq: number; throughSeq?: number },
  reason: string,
): Promise<void> {
  const { epoch } = await store.getSession(id);
  await store.appendRecord(
    id,
    { type: 'rewind', epoch: epoch + 1, previousEpoch: epoch, ...range, reason },
    { expectedEpoch: epoch },
  );
}
