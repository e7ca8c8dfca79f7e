import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Store } from '@everlong/core';
import { describe, expect, test } from 'vitest';

import { type CheckedLog, expectIntactLog } from './expectations/expect-intact-log.js';
import { collect, say } from './samples/samples.js';
import { startWriter, type WriterProcess } from './writer-process.js';

/** How other processes make the store: everything must survive JSON. */
export interface CrashSafetyOptions {
  /** The module that exports the factory, as a URL. */
  module: string;
  factory: string;
  /** The factory's options for a store in a folder. */
  options(directory: string): unknown;
  /** Opens the same store in this process. */
  open(directory: string): Store | Promise<Store>;
  /** In how many rounds writers are killed. Default: the variable `EVERLONG_KILLS`, else 8. */
  kills?: number;
}

const sessionId = 'crash';

/** Ends a test that hangs; enough for a busy machine. */
const TIMEOUT_MS = 600_000;

/** Sessions whose writers are killed at the same time, each in a directory of its own. */
const LANES = 4;

const upTo = (limit: number): number => Math.floor(Math.random() * (limit + 1));

/** Declares a vitest suite in which writer processes are killed, compete and run out of disk. */
export function describeCrashSafety(name: string, options: CrashSafetyOptions): void {
  const { kills = Number(process.env['EVERLONG_KILLS'] ?? 8), open } = options;

  function start(directory: string, writer: string, more: object = {}, limits: object = {}) {
    const { module, factory } = options;
    const orders = { module, factory, options: options.options(directory), sessionId, writer };
    return startWriter({ ...orders, ...more }, limits);
  }

  /** Opens the store, checks what came since the last check, and appends once more. */
  async function check(
    directory: string,
    writers: WriterProcess[],
    before: CheckedLog,
    round: number,
  ): Promise<CheckedLog> {
    const store = await open(directory);
    const ids = writers.flatMap((writer) => writer.ids);
    const records = writers.flatMap((writer) => writer.records);
    await expectIntactLog(store, sessionId, { ids, records }, before);
    const probe = `probe-${round}:0:0/1`;
    await store.append(sessionId, [say('after the crash', { id: probe })]);
    const after = await expectIntactLog(
      store,
      sessionId,
      { ids: [...ids, probe], records },
      before,
    );
    await store.close();
    return after;
  }

  async function inDirectory(use: (directory: string) => Promise<void>): Promise<void> {
    const directory = await mkdtemp(join(tmpdir(), 'everlong-crash-'));
    try {
      const store = await open(directory);
      await store.createSession({ id: sessionId, agent: 'agent' });
      await store.close();
      await use(directory);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  /**
   * Kills the writers of one session in each round; resolves with the number of acknowledged
   * entries.
   */
  async function killWriters(directory: string, lane: number, rounds: number): Promise<number> {
    let checked: CheckedLog = { entries: 0, records: 0 };
    let acknowledged = 0;
    for (let round = 0; round < rounds; round++) {
      const turn = round + lane;
      const writers = [start(directory, `w${round}`)];
      if (turn % 4 === 3) writers.push(start(directory, `v${round}`));
      // Most kills hit a busy writer, some one that is still opening the store.
      const isOpening = turn % 6 === 0;
      if (isOpening) await delay(Math.random() * 200);
      else await Promise.all(writers.map((writer) => writer.acknowledged(1 + upTo(12))));
      await delay(Math.random() * 5);
      await Promise.all(writers.map((writer) => writer.kill()));
      checked = await check(directory, writers, checked, round);
      acknowledged += writers.reduce((sum, writer) => sum + writer.ids.length, 0);
    }
    const store = await open(directory);
    expect(await collect(store.read(sessionId))).toHaveLength(checked.entries);
    await store.close();
    return acknowledged;
  }

  describe(`${name}: crash safety`, () => {
    // This test comes first: its writer ends by itself, so that Node caches its compiled sources.
    test('an open store keeps no process alive', { timeout: TIMEOUT_MS }, () =>
      inDirectory(async (directory) => {
        const writer = start(directory, 'open', { batches: 3, leavesOpen: true });
        expect(await writer.ended).toBe(0);
        await check(directory, [writer], { entries: 0, records: 0 }, 0);
      }),
    );

    test(
      'every acknowledged entry survives kill -9 at any moment',
      { timeout: TIMEOUT_MS + kills * 3000 },
      async () => {
        const rounds = Math.ceil(kills / LANES);
        let acknowledged = 0;
        const lanes = Array.from({ length: LANES }, (_, lane) =>
          inDirectory(async (directory) => {
            acknowledged += await killWriters(directory, lane, rounds);
          }),
        );
        await Promise.all(lanes);
        expect(acknowledged).toBeGreaterThan(kills);
      },
    );

    test('processes that append at once lose and double nothing', { timeout: TIMEOUT_MS }, () =>
      inDirectory(async (directory) => {
        const writers = ['a', 'b', 'c'].map((each) => start(directory, each, { batches: 60 }));
        expect(await Promise.all(writers.map((writer) => writer.ended))).toEqual([0, 0, 0]);
        const after = await check(directory, writers, { entries: 0, records: 0 }, 0);
        expect(after).toEqual({ entries: 3 * 15 * 10 + 1, records: 3 * 12 });
      }),
    );

    test('the others go on when one of several writers is killed', { timeout: TIMEOUT_MS }, () =>
      inDirectory(async (directory) => {
        const survivor = start(directory, 'survivor', { batches: 150 });
        await survivor.acknowledged(1);
        const victims: WriterProcess[] = [];
        for (let index = 0; index < 5; index++) {
          const victim = start(directory, `victim${index}`);
          victims.push(victim);
          await victim.acknowledged(1 + upTo(6));
          await delay(Math.random() * 5);
          await victim.kill();
        }
        expect(await survivor.ended).toBe(0);
        await check(directory, [survivor, ...victims], { entries: 0, records: 0 }, 0);
      }),
    );

    test.skipIf(process.platform === 'win32')(
      'a write that fails half way leaves nothing behind',
      { timeout: TIMEOUT_MS },
      () =>
        inDirectory(async (directory) => {
          let checked: CheckedLog = { entries: 0, records: 0 };
          for (const maxFileKilobytes of [40, 77, 130, 200]) {
            const writer = start(directory, `full${maxFileKilobytes}`, {}, { maxFileKilobytes });
            expect(await writer.ended).toBe(1);
            expect(writer.errors).toEqual([expect.stringMatching(/^ConfigError: Cannot use /)]);
            checked = await check(directory, [writer], checked, maxFileKilobytes);
          }
        }),
    );
  });
}
