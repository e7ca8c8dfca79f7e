import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Store } from '@everlong/core';

import { type CheckedLog, expectIntactLog } from './expectations/expect-intact-log.js';
import { say } from './samples/samples.js';
import { startWriter, type WriterProcess } from './writer-process.js';

/** How other processes make the store: everything must survive JSON. */
export interface CrashSafetyOptions {
  /** The module that exports the factory, as a URL. */
  module: string;
  /** The name of the export that makes the store. */
  factory: string;
  /** The factory's options for a store in a folder. */
  options(directory: string): unknown;
  /** Opens the same store in this process. */
  open(directory: string): Store | Promise<Store>;
  /** In how many rounds writers are killed. Default: the variable `EVERLONG_KILLS`, else 6. */
  kills?: number;
}

/** A folder of its own with a store of one session, which other processes write to. */
export interface CrashSite {
  open(): Promise<Store>;
  /** Starts a process that writes; `more` are further orders, `limits` bound its resources. */
  start(writer: string, more?: object, limits?: object): WriterProcess;
  /**
   * Opens the store, checks what came since the last check, and appends once more. `round` must
   * differ in each call.
   */
  check(writers: WriterProcess[], before: CheckedLog, round: number): Promise<CheckedLog>;
}

export const SESSION_ID = 'crash';

/** The state that a check finds before anything was written. */
export const NOTHING: CheckedLog = { entries: 0, records: 0 };

/** Makes a crash site for the time of one use. */
export async function atCrashSite(
  options: CrashSafetyOptions,
  use: (site: CrashSite) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'everlong-crash-'));
  const site = createCrashSite(options, directory);
  try {
    const store = await site.open();
    await store.createSession({ id: SESSION_ID, agent: 'agent' });
    await store.close();
    await use(site);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function createCrashSite(options: CrashSafetyOptions, directory: string): CrashSite {
  const open = async (): Promise<Store> => options.open(directory);
  return {
    open,
    start(writer, more = {}, limits = {}) {
      const { module, factory } = options;
      const storeOptions = options.options(directory);
      const orders = { module, factory, options: storeOptions, sessionId: SESSION_ID, writer };
      return startWriter({ ...orders, ...more }, limits);
    },
    async check(writers, before, round) {
      const store = await open();
      const ids = writers.flatMap((writer) => writer.ids);
      const records = writers.flatMap((writer) => writer.records);
      await expectIntactLog(store, SESSION_ID, { ids, records }, before);
      const probe = `probe-${round}:0:0/1`;
      await store.append(SESSION_ID, [say('after the crash', { id: probe })]);
      const all = { ids: [...ids, probe], records };
      const after = await expectIntactLog(store, SESSION_ID, all, before);
      await store.close();
      return after;
    },
  };
}
