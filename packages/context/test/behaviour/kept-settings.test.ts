import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createMemoryStore, type Store } from '@everlong/core';
import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';
import { afterEach, describe, expect, it } from 'vitest';

import { openSession, type Session, type SessionOptions } from '../../src/index.js';

const chosen = { model: 'claude-sonnet-4-6', contextWindow: 20_000, policy: 'missy' };

/** What a session says of the settings that it was opened with. */
async function settingsOf(session: Session): Promise<unknown> {
  const { plan, state } = await session.prepare();
  return { model: session.model, contextWindow: state.window, policy: plan.policy };
}

async function reopened(store: Store, options: Partial<SessionOptions> = {}): Promise<unknown> {
  return settingsOf(await openSession({ store, id: 'one', ...options }));
}

/** A session in a store that keeps what it was opened with. */
async function begin(store: Store, options: Partial<SessionOptions> = {}): Promise<Session> {
  const session = await openSession({ store, id: 'one', ...chosen, ...options });
  await session.append({ role: 'user', content: 'Hello' });
  return session;
}

const folders: string[] = [];

afterEach(() => Promise.all(folders.splice(0).map((path) => rm(path, { recursive: true }))));

async function testFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'everlong-kept-'));
  folders.push(path);
  return path;
}

const stores: Record<string, () => Promise<{ store: Store; again(): Promise<Store> }>> = {
  async memory() {
    const store = createMemoryStore();
    return { store, again: async () => store };
  },
  async jsonl() {
    const directory = await testFolder();
    const open = async (): Promise<Store> => createJsonlStore({ directory });
    return { store: await open(), again: open };
  },
  async sqlite() {
    const path = `${await testFolder()}/sessions.db`;
    const open = async (): Promise<Store> => createSqliteStore({ path });
    return { store: await open(), again: open };
  },
};

describe.each(Object.keys(stores))('a session in a %s store', (name) => {
  it('is opened again with its model, window and policy', async () => {
    const { store, again } = await stores[name]!();
    await (await begin(store)).close();
    if (name !== 'memory') await store.close();
    const next = await again();
    expect(await reopened(next)).toEqual(chosen);
    await next.close();
  });
});

describe('the settings of a session', () => {
  it('are those of an explicit option, which the next message makes its own', async () => {
    const store = createMemoryStore();
    await begin(store);
    const other = { ...chosen, contextWindow: 30_000, policy: 'newest' };
    const session = await openSession({ store, id: 'one', ...other });
    expect(await settingsOf(session)).toEqual(other);
    // Nothing was said yet.
    expect(await reopened(store)).toEqual(chosen);
    await session.append({ role: 'user', content: 'And now?' });
    expect(await reopened(store)).toEqual(other);
  });

  it('do not take the window of one model over to another', async () => {
    const store = createMemoryStore();
    await begin(store);
    const model = 'gpt-4.1-mini';
    const session = await openSession({ store, id: 'one', model });
    expect(session.state().window).toBeGreaterThan(100_000);
    await session.append({ role: 'user', content: 'And now?' });
    expect(await reopened(store)).toMatchObject({ model, policy: 'missy' });
    expect((await openSession({ store, id: 'one' })).state().window).toBeGreaterThan(100_000);
  });

  it('go with a fork, and from there their own way', async () => {
    const store = createMemoryStore();
    const session = await begin(store);
    const { id } = await session.fork();
    expect(await settingsOf(await openSession({ store, id }))).toEqual(chosen);
    const fork = await openSession({ store, id, contextWindow: 9000 });
    await fork.append({ role: 'user', content: 'Another way' });
    expect(await settingsOf(await openSession({ store, id }))).toMatchObject({
      contextWindow: 9000,
    });
    expect(await reopened(store)).toEqual(chosen);
  });

  it('come before the defaults of a caller, which are not kept', async () => {
    const store = createMemoryStore();
    const defaults = { model: 'gpt-4.1-mini', contextWindow: 50_000, policy: 'newest' };
    const bare = await openSession({ store, id: 'two', defaults });
    await bare.append({ role: 'user', content: 'Hello' });
    expect(await settingsOf(bare)).toEqual(defaults);
    expect((await store.getSession('two')).metadata).toBeUndefined();
    await begin(store);
    expect(await reopened(store, { defaults })).toEqual(chosen);
    const { policy: _none, ...others } = chosen;
    await openSession({ store, id: 'three', ...others });
    const session = await openSession({ store, id: 'three', defaults });
    expect(await settingsOf(session)).toEqual({ ...others, policy: 'newest' });
  });

  it('start no new epoch where only the provider before the name is new', async () => {
    const store = createMemoryStore();
    const session = await begin(store, { model: 'openai/gpt-4.1-mini' });
    await session.prepare({ instructions: 'Be brief.' });
    const next = await openSession({ store, id: 'one', model: 'gpt-4.1-mini' });
    await next.append({ role: 'assistant', content: 'Hello.' });
    const { state } = await next.prepare({ instructions: 'Be brief.' });
    expect(state).toMatchObject({ epoch: 0, willCompact: false });
    // The longer name says more.
    expect((await openSession({ store, id: 'one' })).model).toBe('openai/gpt-4.1-mini');
    const elsewhere = await openSession({ store, id: 'one', model: 'azure/gpt-4.1-mini' });
    expect(elsewhere.state().next.reason).toBe('the model changed');
  });

  it('hold how much everlong keeps, until a caller or another policy says otherwise', async () => {
    const store = createMemoryStore();
    const ofEverlong = { model: 'gpt-4.1-mini', contextWindow: 40_000, policy: 'everlong' };
    const session = await begin(store, { ...ofEverlong, keep: 'little' });
    for (let turn = 0; turn < 60; turn++) {
      const content = `Question ${turn}: ${'what of the harbour and its boats? '.repeat(30)}`;
      await session.append([
        { role: 'user', content },
        { role: 'assistant', content: `Answer ${turn}: ${'they are all in. '.repeat(30)}` },
      ]);
    }
    /** What a compaction would leave of the request. */
    const sizeWith = async (options: Partial<SessionOptions>): Promise<number> => {
      const opened = await openSession({ store, id: 'one', ...options });
      return (await opened.compact({ preview: true })).tokensAfter;
    };
    const [little, much] = [await sizeWith({ keep: 'little' }), await sizeWith({ keep: 'much' })];
    expect(little).toBeLessThan(much);
    expect(await sizeWith({})).toBe(little);
    expect(await sizeWith({ budget: { keep: 'much' } })).toBe(much);
    await expect(sizeWith({ policy: 'missy' })).resolves.toBeGreaterThan(0);

    const changed = await openSession({ store, id: 'one', keep: 'much' });
    await changed.append({ role: 'user', content: 'Thank you.' });
    const { settings } = (await store.getSession('one')).metadata ?? {};
    expect(settings).toMatchObject({ 'context.keep': 'much', 'context.policy': 'everlong' });
  });

  it('leave other metadata alone, and what this version cannot use aside', async () => {
    const store = createMemoryStore();
    const settings = {
      'context.policy': 'of-a-later-version',
      'context.window': -4,
      'context.keep': 'everything',
      base_url: 'x',
    };
    await store.createSession({ id: 'one', agent: 'default', metadata: { mine: 1, settings } });
    const session = await openSession({ store, id: 'one', model: 'gpt-4.1-mini' });
    expect((await session.prepare()).plan.policy).toBe('everlong');
    await session.append({ role: 'user', content: 'Hello' });
    expect((await store.getSession('one')).metadata).toMatchObject({
      mine: 1,
      settings: { model: 'gpt-4.1-mini' },
    });
  });

  it('are not kept by who only looks', async () => {
    const store = createMemoryStore();
    await begin(store);
    const before = await store.getSession('one');
    const session = await openSession({ store, id: 'one', contextWindow: 30_000 });
    session.state();
    await session.search('Hello');
    await session.close();
    expect(await store.getSession('one')).toEqual(before);
  });
});
