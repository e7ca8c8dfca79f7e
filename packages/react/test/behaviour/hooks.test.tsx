import type { ContextState } from '@everlong/core';
import {
  type Compaction,
  type ContextSource,
  type ListedSession,
  type SessionsClient,
  useCompaction,
  useContextState,
  useSessions,
} from '@everlong/react';
import { describe, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';

// @boundaries-ignore the client that gives such a store
import { createClient } from '../../../client/src/index.js';
import { stateAt } from '../support/states.js';
import { compactionPart } from '../support/summaries.js';

describe('useContextState', () => {
  const read = (source: ContextSource) => renderHook(() => useContextState(source));

  test('reads messages, a chat helper, and nothing', async () => {
    const [first, last] = [stateAt(0.1), stateAt(0.2)];
    const messages = [
      { metadata: { context: first } },
      { role: 'user' },
      { metadata: { context: last } },
    ];
    expect((await read(messages)).result.current).toBe(last);
    expect((await read({ messages })).result.current).toBe(last);
    expect((await read([])).result.current).toBeUndefined();
    expect((await read(undefined)).result.current).toBeUndefined();
  });

  test('follows a store, whose states may be new objects each time', async () => {
    let ratio = 0.1;
    const listeners = new Set<() => void>();
    const store = {
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      getState: (): ContextState => stateAt(ratio),
    };
    const { result, act: change, unmount } = await read(store);
    expect(result.current?.ratio).toBeCloseTo(0.1, 4);
    ratio = 0.6;
    await change(() => listeners.forEach((listener) => listener()));
    expect(result.current?.ratio).toBeCloseTo(0.6, 4);
    await unmount();
    expect(listeners.size).toBe(0);
  });
});

test('useContextState follows a session of the server through its client', async () => {
  let ratio = 0.1;
  let tell: ((event: string) => void) | undefined;
  const events = new ReadableStream<string>({
    start(controller) {
      tell = (event) => controller.enqueue(`id: 1-1\nevent: ${event}\ndata: {}\n\n`);
    },
  });
  const client = createClient({
    baseUrl: 'http://server.test',
    fetch: async (input) =>
      (input as string).includes('/events')
        ? new Response(events.pipeThrough(new TextEncoderStream()))
        : Response.json({ object: 'context', session_id: 's', state: stateAt(ratio) }),
  });
  const source = client.watchContext('s');
  const { result, unmount } = await renderHook(() => useContextState(source));
  expect(result.current).toBeUndefined();
  await expect.poll(() => result.current?.ratio).toBeCloseTo(0.1, 4);
  ratio = 0.6;
  tell?.('message');
  await expect.poll(() => result.current?.ratio).toBeCloseTo(0.6, 4);
  await unmount();
});

describe('useCompaction', () => {
  test('follows what a stream tells of compactions', async () => {
    const { result, act: change } = await renderHook(() => useCompaction());
    const tell = (type: string, data: object) =>
      change(() => result.current.onData({ type, data }));
    expect(result.current.status).toBe('ready');
    await tell('data-context-status', { status: 'started', phase: 'blocking' });
    expect(result.current).toMatchObject({ status: 'running', phase: 'blocking' });
    await tell('data-weather', { status: 'failed' });
    await tell('data-context-status', { status: 'progress', phase: 'blocking', progress: 0.5 });
    expect(result.current.progress).toBe(0.5);
    await tell(compactionPart.type, compactionPart.data);
    expect(result.current).toMatchObject({ status: 'ready', last: { epoch: 2 } });
    await tell('data-context-status', { status: 'failed', phase: 'background', reason: 'no key' });
    expect(result.current).toMatchObject({ status: 'error', error: new Error('no key') });
  });

  test('what a stream began ends with it, however it ends; what was begun by hand does not', async () => {
    const done = Promise.withResolvers<void>();
    const { result, act: change } = await renderHook(() =>
      useCompaction({ compact: () => done.promise }),
    );
    const tell = (data: object) =>
      change(() => result.current.onData({ type: 'data-context-status', data }));
    await tell({ status: 'started', phase: 'blocking' });
    await change(() => result.current.onFinish());
    expect(result.current).toMatchObject({ status: 'ready', phase: undefined });
    await tell({ status: 'failed', phase: 'blocking', reason: 'no key' });
    await change(() => result.current.onFinish());
    expect(result.current.status).toBe('error');
    await change(() => start(result.current));
    await change(() => result.current.onFinish());
    expect(result.current.status).toBe('running');
    done.resolve();
    await expect.poll(() => result.current.status).toBe('ready');
  });

  test('a function that throws at once fails like one that rejects, and can be tried again', async () => {
    const compact = vi.fn(() => {
      throw new Error('not signed in');
    });
    const { result, act: change } = await renderHook(() => useCompaction({ compact }));
    for (const times of [1, 2]) {
      await change(() => result.current.compact());
      expect(result.current).toMatchObject({
        status: 'error',
        error: { message: 'not signed in' },
      });
      expect(compact).toHaveBeenCalledTimes(times);
    }
  });

  test('compacts by hand, once at a time, and can be cancelled', async () => {
    const run = vi.fn(
      ({ signal }: { signal: AbortSignal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    const { result, act: change } = await renderHook(() => useCompaction({ compact: run }));
    await change(() => start(result.current, { instructions: 'keep the port' }));
    await change(() => start(result.current));
    expect(run).toHaveBeenCalledOnce();
    expect(run.mock.calls[0]?.[0]).toMatchObject({ instructions: 'keep the port' });
    expect(result.current).toMatchObject({ status: 'running', phase: 'blocking' });
    await change(() => result.current.cancel());
    await expect.poll(() => result.current.status).toBe('ready');
    run.mockRejectedValueOnce(new Error('no room'));
    await change(() => result.current.compact());
    expect(result.current).toMatchObject({ status: 'error', error: new Error('no room') });
  });
});

describe('useSessions', () => {
  const client = (changes: Partial<SessionsClient> = {}): SessionsClient => ({
    list: async ({ after }) =>
      after === undefined
        ? {
            sessions: [
              { id: 'c', title: 'C' },
              { id: 'b', title: 'B' },
            ],
            hasMore: true,
          }
        : {
            sessions: [
              { id: 'b', title: 'B' },
              { id: 'a', title: 'A' },
            ],
            hasMore: false,
          },
    create: async ({ title }) => ({ id: 'new', ...(title === undefined ? {} : { title }) }),
    rename: async () => undefined,
    fork: async (id) => ({ id: `${id}-fork` }),
    remove: async () => undefined,
    ...changes,
  });
  const open = async (changes?: Partial<SessionsClient>) => {
    const used = client(changes);
    const hook = await renderHook(() => useSessions(used));
    await expect.poll(() => hook.result.current.status).toBe('ready');
    const ids = () => hook.result.current.sessions.map(({ id }: ListedSession) => id);
    return { ...hook, ids };
  };

  test('lists by page, without repeats', async () => {
    const { result, act: change, ids } = await open();
    expect(ids()).toEqual(['c', 'b']);
    await change(() => result.current.loadMore());
    expect(ids()).toEqual(['c', 'b', 'a']);
    expect(result.current.hasMore).toBe(false);
  });

  test('creates, forks, renames and removes', async () => {
    const { result, act: change, ids } = await open();
    await change(() => result.current.create({ title: 'New' }));
    await change(() => result.current.fork('b'));
    await change(() => result.current.rename('b', 'Better'));
    await change(() => result.current.remove('c'));
    expect(ids()).toEqual(['b-fork', 'new', 'b']);
    expect(result.current.sessions.at(-1)?.title).toBe('Better');
  });

  test('lists and changes the sessions of a server through its client', async () => {
    const asked: string[] = [];
    const made = (id: string, title: string | null) => ({ id, title, agent: 'a', metadata: {} });
    const server = createClient({
      baseUrl: 'http://server.test',
      fetch: async (input, init) => {
        const call = `${init?.method} ${new URL(input as string).pathname}`;
        asked.push(
          `${call}${new URL(input as string).search} ${(init?.body as string | undefined) ?? ''}`.trim(),
        );
        if (call === 'GET /v1/sessions') {
          const isFirst = !(input as string).includes('after=');
          const data = [isFirst ? made('s1', 'One') : made('s0', null)];
          return Response.json({ object: 'list', data, has_more: isFirst });
        }
        return Response.json(made('s2', 'Two'));
      },
    });
    const used = server.sessionList({ agent: 'a', limit: 1 });
    const { result, act: change } = await renderHook(() => useSessions(used));
    await expect.poll(() => result.current.status).toBe('ready');
    await change(() => result.current.loadMore());
    await change(() => result.current.create({ title: 'Two' }));
    await change(() => result.current.rename('s1', 'Uno'));
    await change(() => result.current.fork('s1', 3));
    await change(() => result.current.remove('s0'));
    expect(result.current.error).toBeUndefined();
    const shown = result.current.sessions.map(({ id, title }) => [id, title]);
    expect(shown).toEqual([
      ['s2', 'Two'],
      ['s1', 'Uno'],
    ]);
    expect(asked).toEqual([
      'GET /v1/sessions?agent=a&limit=1',
      'GET /v1/sessions?agent=a&limit=1&after=s1',
      'POST /v1/sessions {"agent":"a","title":"Two"}',
      'PATCH /v1/sessions/s1 {"title":"Uno"}',
      'POST /v1/sessions/s1/fork {"at_seq":3}',
      'DELETE /v1/sessions/s0',
    ]);
  });

  test('what is changed while the list is loaded again stays changed, and comes back if it fails', async () => {
    const [page, failing] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ];
    const listed = ['c', 'b', 'a'].map((id) => ({ id, title: id }));
    let isSlow = false;
    const {
      result,
      act: change,
      ids,
    } = await open({
      list: async () => {
        if (isSlow) await page.promise;
        return { sessions: listed, hasMore: false };
      },
      remove: (id) => (id === 'a' ? failing.promise : Promise.resolve()),
    });
    isSlow = true;
    await change(() => {
      void result.current.refresh();
    });
    await change(() => result.current.create({ title: 'New' }));
    await change(() => result.current.rename('b', 'Better'));
    await change(() => result.current.remove('c'));
    await change(() => {
      void result.current.remove('a');
    });
    expect(ids()).toEqual(['new', 'b']);
    await change(() => page.resolve(undefined));
    await expect.poll(() => result.current.status).toBe('ready');
    expect(ids()).toEqual(['new', 'b']);
    expect(result.current.sessions[1]?.title).toBe('Better');
    await change(() => failing.reject(new Error('offline')));
    await expect.poll(() => result.current.status).toBe('error');
    expect(ids()).toContain('a');
    await change(() => result.current.refresh());
    expect(ids()).toEqual(['c', 'b', 'a']);
  });

  test('another client’s sessions are not shown, and late pages of the first one come to nothing', async () => {
    const late = Promise.withResolvers<undefined>();
    const slow = client({
      list: async ({ after }) => {
        if (after !== undefined) await late.promise;
        return { sessions: [{ id: after === undefined ? 'mine' : 'older' }], hasMore: true };
      },
    });
    const never = client({ list: () => new Promise(() => {}) });
    const {
      result,
      rerender,
      act: change,
    } = await renderHook((used: SessionsClient = slow) => useSessions(used), {
      initialProps: slow,
    });
    await expect.poll(() => result.current.status).toBe('ready');
    await change(() => {
      void result.current.loadMore();
    });
    await rerender(never);
    await change(() => late.resolve(undefined));
    expect(result.current).toMatchObject({ sessions: [], status: 'loading', hasMore: false });
  });

  test('shows a change at once and takes it back when the client rejects', async () => {
    const gate = Promise.withResolvers<undefined>();
    const fail = (): Promise<undefined> => gate.promise;
    const { result, act: change, ids } = await open({ rename: fail, remove: fail });
    await change(() => {
      void result.current.rename('b', 'Better');
      void result.current.remove('c');
    });
    expect(result.current.sessions).toEqual([{ id: 'b', title: 'Better' }]);
    gate.reject(new Error('offline'));
    await expect.poll(() => result.current.status).toBe('error');
    expect(ids()).toEqual(['c', 'b']);
    expect(result.current.sessions[1]?.title).toBe('B');
    expect(result.current.error).toEqual(new Error('offline'));
  });

  test('a name that the client refuses takes back no later one', async () => {
    const gate = Promise.withResolvers<undefined>();
    const rename = (_: string, title: string): Promise<unknown> =>
      title === 'First' ? gate.promise : Promise.resolve();
    const { result, act: change } = await open({ rename });
    await change(() => {
      void result.current.rename('b', 'First');
    });
    await change(() => result.current.rename('b', 'Second'));
    gate.reject(new Error('offline'));
    await expect.poll(() => result.current.status).toBe('error');
    expect(result.current.sessions[1]?.title).toBe('Second');
  });
});

function start(compaction: Compaction, options?: { instructions?: string }): void {
  void compaction.compact(options);
}
