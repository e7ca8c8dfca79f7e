import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Store } from '@everlong/core';
import { createRandom, runSeed } from '@everlong/testing/random';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import {
  fingerprint,
  openStore,
  SESSION,
  type StoreName,
  tokenizer,
  type WriterOrders,
} from '../support/session-writer.js';

/** How often a working session is killed, in each store: 1,000 times in the full run. */
const kills = Number(process.env['EVERLONG_KILLS'] ?? 8);

/** Sessions whose processes are killed at the same time, each in a folder of its own. */
const LANES = 2;
/** Kills of one session: then another one is begun, for all of it is looked at after each. */
const KILLS_A_SESSION = 25;

/** A request that was handed out. */
interface Sent {
  epoch: number;
  count: number;
  hash: string;
}

/** What a process said was done. */
interface Acknowledged {
  ids: string[];
  sent: Sent[];
  epoch: number;
  errors: string[];
}

interface Writer extends Acknowledged {
  /** Resolves when so many things were acknowledged, or the process ended before. */
  acknowledged(count: number): Promise<void>;
  ended: Promise<number | null>;
  kill(): Promise<void>;
}

const random = createRandom(runSeed());

const script = fileURLToPath(new URL('../support/session-writer.ts', import.meta.url));

function startWriter(orders: WriterOrders): Writer {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: Acknowledged = { ids: [], sent: [], epoch: 0, errors: [] };
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return Object.assign(said, {
    acknowledged: follow(child, said),
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  });
}

function follow(child: ChildProcess, said: Acknowledged): Writer['acknowledged'] {
  let seen = 0;
  let isOver = false;
  let waiting: { count: number; resolve: () => void }[] = [];
  const check = (): void => {
    for (const { count, resolve } of waiting) if (isOver || seen >= count) resolve();
    waiting = waiting.filter(({ count }) => !isOver && seen < count);
  };
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) note(line, said);
    seen += lines.length;
    check();
  });
  child.on('close', () => {
    isOver = true;
    check();
  });
  return (count) =>
    new Promise((resolve) => {
      waiting.push({ count, resolve });
      check();
    });
}

function note(line: string, said: Acknowledged): void {
  const [what, ...words] = line.split(' ');
  if (what === 'error') said.errors.push(words.join(' '));
  else if (what === 'appended') said.ids.push(...words);
  else said.epoch = Number(words[0]);
  if (what !== 'prepared') return;
  const [epoch = '', count = '', hash = ''] = words;
  said.sent.push({ epoch: Number(epoch), count: Number(count), hash });
}

/** Every entry once and in the order of each writer, and every epoch right after the one before. */
async function expectIntact(store: Store, ids: readonly string[]): Promise<void> {
  const stored: string[] = [];
  for await (const entry of store.read(SESSION.id)) {
    expect(entry.seq).toBe(stored.length);
    stored.push(entry.id);
  }
  expect(new Set(stored).size).toBe(stored.length);
  const places = new Map(stored.map((id, seq) => [id, seq]));
  const last = new Map<string, number>();
  for (const id of ids) {
    const [writer = ''] = id.split(':');
    const place = places.get(id) ?? -1;
    expect({ id, isThere: place >= 0, isInOrder: place > (last.get(writer) ?? -1) }).toEqual({
      id,
      isThere: true,
      isInOrder: true,
    });
    last.set(writer, place);
  }
  // The call and its result were appended together.
  const calls = stored.filter((id) => id.endsWith(':call'));
  for (const id of calls) {
    expect(stored[(places.get(id) ?? 0) + 1]).toBe(id.replace(/call$/, 'result'));
  }
  expect(stored.filter((id) => id.endsWith(':result'))).toHaveLength(calls.length);
  let epoch = 0;
  let records = 0;
  for await (const record of store.readRecords(SESSION.id)) {
    expect(record.recordSeq).toBe(records++);
    if (!('previousEpoch' in record)) continue;
    expect([record.previousEpoch, record.epoch]).toEqual([epoch, epoch + 1]);
    epoch = record.epoch;
  }
  expect((await store.getSession(SESSION.id)).epoch).toBe(epoch);
}

/**
 * The session goes on where it was: what was sent in the epoch in force is sent again. Gives that
 * epoch, and how many requests were looked at.
 */
async function expectToGoOn(
  store: Store,
  { sent, epoch }: Pick<Acknowledged, 'sent' | 'epoch'>,
): Promise<{ epoch: number; compared: number }> {
  const session = await openSession({ store, tokenizer, ...SESSION });
  const { epoch: inForce, used, inputBudget } = session.state();
  expect(inForce).toBeGreaterThanOrEqual(epoch);
  const request = await session.prepare();
  expect(request.state.used.total).toBeLessThanOrEqual(inputBudget);
  expect(used.total).toBeGreaterThan(0);
  let next = 0;
  for (const { from, to } of request.plan.ranges) {
    expect(from).toBe(next);
    next = to + 1;
  }
  expect(next).toBe((await store.getSession(SESSION.id)).entryCount);
  const same = sent.filter(({ epoch: then }) => then === request.state.epoch);
  for (const { count, hash } of same) {
    expect(fingerprint(request.messages.slice(0, count))).toBe(hash);
  }
  const again = await openSession({ store, tokenizer, ...SESSION });
  expect((await again.prepare()).messages).toEqual(request.messages);
  return { epoch: request.state.epoch, compared: same.length };
}

describe.each<StoreName>(['jsonl', 'sqlite'])('a working session in the store %s', (name) => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'everlong-killed-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function newSession(at: string): Promise<string> {
    const directory = await mkdtemp(join(folder, at));
    const store = openStore(name, directory);
    await store.createSession({ id: SESSION.id, agent: SESSION.agent });
    await store.close();
    return directory;
  }

  /** Kills one process after the other; gives the epochs begun, and the requests looked at. */
  async function killInTurn(directory: string, rounds: number, lane: number) {
    const ids: string[] = [];
    let epochs = 0;
    let compared = 0;
    for (let round = 0; round < rounds; round++) {
      const writer = startWriter({ store: name, directory, writer: `w${round}` });
      // Some kills strike a process that has just begun to open the session.
      const isOpening = (round + lane) % 8 === 0;
      if (isOpening) await delay(random.below(300));
      else await writer.acknowledged(random.below(40));
      await delay(random.below(5));
      await writer.kill();
      expect(writer.errors).toEqual([]);
      ids.push(...writer.ids);
      const store = openStore(name, directory);
      await expectIntact(store, ids);
      const found = await expectToGoOn(store, writer);
      epochs = found.epoch;
      compared += found.compared;
      await store.close();
    }
    return { epochs, compared };
  }

  // This test comes first: its writers end by themselves, so that Node caches what it compiled.
  test('loses and doubles nothing when processes append, prepare and compact at once', async () => {
    const turns = kills > 100 ? 60 : 4;
    const directory = await newSession('shared-');
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, kills > 100 ? 6 : 3);
    const writers = names.map((writer) => startWriter({ store: name, directory, writer, turns }));
    expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(names.map(() => 0));
    expect(writers.flatMap(({ errors }) => errors)).toEqual([]);
    const ids = writers.flatMap((writer) => writer.ids);
    expect(ids).toHaveLength(names.length * turns * 4);
    const store = openStore(name, directory);
    await expectIntact(store, ids);
    expect((await store.getSession(SESSION.id)).entryCount).toBe(ids.length);
    const epoch = Math.max(...writers.map((writer) => writer.epoch));
    const after = await expectToGoOn(store, { epoch, sent: [] });
    expect(after.epoch).toBeGreaterThan(2);
    await store.close();
  });

  // promise: context-1
  test(
    'goes on where it was after kill -9 at any moment, compactions included',
    { timeout: 600_000 + kills * 5000 },
    async () => {
      let left = kills;
      let epochs = 0;
      let compared = 0;
      const lanes = Array.from({ length: LANES }, async (_, lane) => {
        while (left > 0) {
          const rounds = Math.min(KILLS_A_SESSION, Math.ceil(kills / LANES), left);
          left -= rounds;
          const begun = await killInTurn(await newSession(`lane${lane}-`), rounds, lane);
          epochs += begun.epochs;
          compared += begun.compared;
        }
      });
      await Promise.all(lanes);
      expect(epochs).toBeGreaterThan(kills / 5);
      expect(compared).toBeGreaterThan(0);
    },
  );
});
