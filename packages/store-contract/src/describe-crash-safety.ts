import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import {
  atCrashSite,
  type CrashSafetyOptions,
  type CrashSite,
  NOTHING,
  SESSION_ID,
} from './crash-site.js';
import { collect } from './samples/samples.js';
import type { WriterProcess } from './writer-process.js';

/** Ends a test that hangs; enough for a busy machine. */
const TIMEOUT_MS = 600_000;

/** Sessions whose writers are killed at the same time, each at a site of its own. */
const LANES = 2;

const upTo = (limit: number): number => Math.floor(Math.random() * (limit + 1));

/** Declares a vitest suite in which writer processes are killed, compete and run out of disk. */
export function describeCrashSafety(name: string, options: CrashSafetyOptions): void {
  const { kills = Number(process.env['EVERLONG_KILLS'] ?? 6) } = options;
  const at = (use: (site: CrashSite) => Promise<void>) => () => atCrashSite(options, use);

  describe(`${name}: crash safety`, () => {
    // This test comes first: its writer ends by itself, so that Node caches its compiled sources.
    test('an open store keeps no process alive', { timeout: TIMEOUT_MS }, at(endBesideOpenStore));

    test(
      'every acknowledged entry survives kill -9 at any moment',
      { timeout: TIMEOUT_MS + kills * 3000 },
      async () => {
        const rounds = Math.ceil(kills / LANES);
        let acknowledged = 0;
        const lanes = Array.from({ length: LANES }, (_, lane) =>
          atCrashSite(options, async (site) => {
            acknowledged += await killWriters(site, lane, rounds);
          }),
        );
        await Promise.all(lanes);
        expect(acknowledged).toBeGreaterThan(kills);
      },
    );

    test(
      'processes that append at once lose and double nothing',
      { timeout: TIMEOUT_MS },
      at(appendAtOnce),
    );

    test(
      'the others go on when one of several writers is killed',
      { timeout: TIMEOUT_MS },
      at(killBesideSurvivor),
    );

    test.skipIf(process.platform === 'win32')(
      'a write that fails half way leaves nothing behind',
      { timeout: TIMEOUT_MS },
      at(runOutOfDisk),
    );
  });
}

async function endBesideOpenStore({ start, check }: CrashSite): Promise<void> {
  const writer = start('open', { batches: 3, leavesOpen: true });
  expect(await writer.ended).toBe(0);
  await check([writer], NOTHING, 0);
}

/**
 * Kills the writers of one session in each round; resolves with the number of acknowledged entries.
 */
async function killWriters(
  { open, start, check }: CrashSite,
  lane: number,
  rounds: number,
): Promise<number> {
  let checked = NOTHING;
  let acknowledged = 0;
  for (let round = 0; round < rounds; round++) {
    const turn = round + 2 * lane;
    const writers = [start(`w${round}`)];
    if (turn % 4 === 3) writers.push(start(`v${round}`));
    // Most kills hit a busy writer, some one that is still opening the store.
    const isOpening = turn % 6 === 0;
    if (isOpening) await delay(Math.random() * 200);
    else await Promise.all(writers.map((writer) => writer.acknowledged(1 + upTo(12))));
    await delay(Math.random() * 5);
    await Promise.all(writers.map((writer) => writer.kill()));
    checked = await check(writers, checked, round);
    acknowledged += writers.reduce((sum, writer) => sum + writer.ids.length, 0);
  }
  const store = await open();
  expect(await collect(store.read(SESSION_ID))).toHaveLength(checked.entries);
  await store.close();
  return acknowledged;
}

async function appendAtOnce({ start, check }: CrashSite): Promise<void> {
  const writers = ['a', 'b', 'c'].map((each) => start(each, { batches: 60 }));
  expect(await Promise.all(writers.map((writer) => writer.ended))).toEqual([0, 0, 0]);
  const after = await check(writers, NOTHING, 0);
  expect(after).toEqual({ entries: 3 * 15 * 10 + 1, records: 3 * 12 });
}

async function killBesideSurvivor({ start, check }: CrashSite): Promise<void> {
  const survivor = start('survivor', { batches: 150 });
  await survivor.acknowledged(1);
  const victims: WriterProcess[] = [];
  for (let index = 0; index < 5; index++) {
    const victim = start(`victim${index}`);
    victims.push(victim);
    await victim.acknowledged(1 + upTo(6));
    await delay(Math.random() * 5);
    await victim.kill();
  }
  expect(await survivor.ended).toBe(0);
  await check([survivor, ...victims], NOTHING, 0);
}

async function runOutOfDisk({ start, check }: CrashSite): Promise<void> {
  let checked = NOTHING;
  for (const maxFileKilobytes of [40, 77, 130, 200]) {
    const writer = start(`full${maxFileKilobytes}`, {}, { maxFileKilobytes });
    expect(await writer.ended).toBe(1);
    expect(writer.errors).toEqual([expect.stringMatching(/^ConfigError: Cannot use /)]);
    checked = await check([writer], checked, maxFileKilobytes);
  }
}
