import { resolve } from 'node:path';

import { ConfigError, type Store } from '@everlong/core';
import { checkNodeVersion } from '@everlong/core/internal';
import { DEFAULT_TENANT, tenantsOf } from '@everlong/core/store-kit';

import { createEntryLog } from './session/entry-log.js';
import { checkJsonlStoreOptions, type JsonlStoreOptions } from './jsonl-store-options.js';
import { explainFileError } from './files/file-errors.js';
import { createRecordLog } from './session/record-log.js';
import { createEntrySearch } from './search-entries.js';
import { openSessionFolder, type SessionFolder } from './session/session-folder.js';
import { createSessionList } from './session-list.js';
import { createSessionMedia } from './session/session-media.js';
import { createSessionWriter } from './session/session-writer.js';

/**
 * Keeps each session in JSONL files of its own, which several processes can have open at once.
 * Nothing is created on disk before the first session. Throws `ConfigError` in a Node older than 22
 * and for an unknown or invalid option.
 */
export function createJsonlStore(options: JsonlStoreOptions = {}): Store {
  checkNodeVersion('createJsonlStore');
  checkJsonlStoreOptions(options);
  const { directory = '.everlong', lockWaitMs = 15_000, clock } = options;
  const shared: SharedState = { pending: new Set(), isClosed: false };
  // One for each tenant: only changes made through the same writer share a flush.
  const opened = new Map<string, Omit<Store, 'forTenant'>>();
  function open(tenant: string): Omit<Store, 'forTenant'> {
    const store =
      opened.get(tenant) ??
      storeOf(openSessionFolder(resolve(directory), tenant), { lockWaitMs, clock }, shared);
    opened.set(tenant, store);
    return store;
  }
  return { ...open(DEFAULT_TENANT), forTenant: tenantsOf(open) };
}

/** State that the tenants of one store share. */
interface SharedState {
  pending: Set<Promise<unknown>>;
  isClosed: boolean;
}

function storeOf(
  folder: SessionFolder,
  { lockWaitMs, clock }: { lockWaitMs: number; clock: JsonlStoreOptions['clock'] },
  shared: SharedState,
): Omit<Store, 'forTenant'> {
  const writer = createSessionWriter(folder, lockWaitMs, clock);
  const list = createSessionList(folder, writer, lockWaitMs);
  const entries = createEntryLog(folder, writer);
  const records = createRecordLog(folder, writer);
  const search = createEntrySearch(folder, entries, records);
  const media = createSessionMedia(folder, writer);
  const { pending } = shared;

  function assertOpen(): void {
    if (shared.isClosed)
      throw new ConfigError(`The store ${folder.path} is closed. Create a new one.`);
  }

  /** Starts the work at once, so that calls that were not awaited keep their order. */
  async function call<Result>(work: () => Promise<Result>): Promise<Result> {
    assertOpen();
    const begun = work();
    pending.add(begun);
    try {
      return await begun;
    } catch (error) {
      throw explainFileError(error, folder.path);
    } finally {
      pending.delete(begun);
    }
  }

  async function* stream<Item>(items: () => AsyncIterable<Item>): AsyncGenerator<Item> {
    assertOpen();
    try {
      yield* items();
    } catch (error) {
      throw explainFileError(error, folder.path);
    }
  }

  return {
    createSession: (input) => call(() => list.createSession(input)),
    getSession: (id) => call(() => list.getSession(id)),
    append: (id, inputs, more) => call(() => entries.append(id, inputs, more)),
    read: (id, more) => stream(() => entries.read(id, more)),
    appendRecord: (id, record, more) => call(() => records.appendRecord(id, record, more)),
    readRecords: (id, more) => stream(() => records.readRecords(id, more)),
    listSessions: (more) => call(() => list.listSessions(more)),
    updateSession: (id, patch) => call(() => list.updateSession(id, patch)),
    deleteSession: (id) => call(() => list.deleteSession(id)),
    search: (query, more) => call(() => search.search(query, more)),
    putMedia: (id, bytes, mediaType) => call(() => media.putMedia(id, bytes, mediaType)),
    getMedia: (id, sha256) => call(() => media.getMedia(id, sha256)),
    async close() {
      shared.isClosed = true;
      await Promise.allSettled(pending);
    },
  };
}
