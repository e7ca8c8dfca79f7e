import type { Entry, EntryInput } from '@everlong/core';
import { checkExpectedSeq, createId, type MediaBlob, toEntry } from '@everlong/core/store-kit';

import { decodeEntryLine, type EncodedInput, encodeInput, entryLine } from '../lines/entry-line.js';
import type { IdTable } from '../log/id-table.js';
import { createEntryReader } from './entry-reader.js';
import { hashBytes, openMediaFolder } from './media-folder.js';
import type { Transaction } from './transaction.js';

/** Entries to add, encoded before the lock is taken. */
export interface PreparedEntries {
  entries: PreparedEntry[];
  /** By SHA-256. */
  media: Map<string, MediaBlob>;
}

interface PreparedEntry {
  input: EntryInput & { id: string };
  /** True if the caller chose the id, which then may be known already. */
  isChosen: boolean;
  encoded: EncodedInput;
}

export function prepareEntries(inputs: readonly EntryInput[]): PreparedEntries {
  const media = new Map<string, MediaBlob>();
  const putMedia = (blob: MediaBlob): string => {
    const sha256 = hashBytes(blob.bytes);
    media.set(sha256, { ...blob, bytes: new Uint8Array(blob.bytes) });
    return sha256;
  };
  const entries = inputs.map((input) => ({
    input: { ...input, id: input.id ?? createId() },
    isChosen: input.id !== undefined,
    encoded: encodeInput(input, { putMedia }),
  }));
  return { entries, media };
}

/**
 * Adds the entries whose ids the session does not have. Returns all of them as they are stored, in
 * the order given. Throws `StoreConflictError` when entries would be added elsewhere than expected.
 */
export async function addEntries(
  transaction: Transaction,
  prepared: PreparedEntries,
  idTableOf: (sessionId: string) => IdTable,
  expectedSeq: number | undefined,
): Promise<Entry[]> {
  const { entries, paths } = transaction;
  const first = entries.state.count;
  const now = transaction.now();
  const added = new Map<string, { entry: Entry; encoded: EncodedInput }>();
  const result: Entry[] = [];
  for (const { input, isChosen, encoded } of prepared.entries) {
    const { id } = input;
    const known =
      added.get(id)?.entry ?? (isChosen ? await findEntry(transaction, id, idTableOf) : undefined);
    const createdAt = input.createdAt ?? now;
    const entry = known ?? toEntry({ ...input, createdAt }, paths.id, first + added.size);
    if (known === undefined) added.set(id, { entry, encoded });
    result.push(entry);
  }
  if (added.size === 0) return result;
  checkExpectedSeq(paths.id, expectedSeq, first);
  const mediaFolder = openMediaFolder(paths.media);
  for (const [sha256, blob] of prepared.media) mediaFolder.put(sha256, blob);
  let batch = added.size > 1 ? added.size : undefined;
  for (const {
    entry: { seq, id, createdAt },
    encoded,
  } of added.values()) {
    entries.add(entryLine(encoded, { seq, id, createdAt, appendedAt: now, batch }));
    transaction.addedSeqs.set(id, seq);
    batch = undefined;
  }
  return result;
}

/** The stored entry with an id, if there is one. */
async function findEntry(
  { logs, entries, addedSeqs }: Transaction,
  id: string,
  idTableOf: (sessionId: string) => IdTable,
): Promise<Entry | undefined> {
  const { context, decoderOf } = await createEntryReader(logs);
  const added = addedSeqs.get(id);
  if (added !== undefined) return decodeEntryLine(entries.addedLine(added) ?? '', added, context);
  for (const seq of await idTableOf(context.sessionId).candidates(logs.entries, id)) {
    const decode = await decoderOf(await logs.entries.line(seq));
    const entry = decode();
    if (entry.id === id) return entry;
  }
  return undefined;
}
