import { type SessionsClient, useCompaction, useContextState, useSessions } from '@everlong/react';
import { StrictMode } from 'react';
import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';

// @boundaries-ignore the client that gives such a store
import { createClient } from '../../../client/src/index.js';
import { stateAt } from '../support/states.js';

/** Mounts everything twice. */
const strict = { wrapper: StrictMode };

test('a gauge is followed once, also by a part that comes back', async () => {
  const opened: AbortSignal[] = [];
  const client = createClient({
    baseUrl: 'http://server.test',
    fetch: async (input, init) => {
      if (!(input as string).includes('/events')) {
        return Response.json({ object: 'context', session_id: 's', state: stateAt(0.3) });
      }
      opened.push(init?.signal as AbortSignal);
      return new Response(new ReadableStream());
    },
  });
  const source = client.watchContext('s');
  const followed = () => opened.filter((signal) => !signal.aborted).length;
  for (let times = 0; times < 2; times++) {
    const { result, unmount } = await renderHook(() => useContextState(source), strict);
    await expect.poll(() => result.current?.ratio).toBeCloseTo(0.3, 4);
    expect(followed()).toBe(1);
    await unmount();
    expect(followed()).toBe(0);
  }
});

test('sessions are listed and changed, and the first of two answers does no harm', async () => {
  const pages: ((ids: string[]) => void)[] = [];
  const used: SessionsClient = {
    list: () =>
      new Promise((resolve) => {
        pages.push((ids) => resolve({ sessions: ids.map((id) => ({ id })), hasMore: false }));
      }),
    create: async () => ({ id: 'new' }),
    fork: async () => ({ id: 'fork' }),
    rename: async () => undefined,
    remove: async () => undefined,
  };
  const { result, act: change } = await renderHook(() => useSessions(used), strict);
  expect(pages).toHaveLength(2);
  await change(() => pages[1]?.(['b', 'a']));
  await change(() => pages[0]?.(['stale']));
  await expect.poll(() => result.current.status).toBe('ready');
  await change(() => result.current.rename('a', 'First'));
  await change(() => result.current.remove('b'));
  expect(result.current.sessions).toEqual([{ id: 'a', title: 'First' }]);
});

test('a compaction runs, ends, and is aborted when its part leaves', async () => {
  const signals: AbortSignal[] = [];
  const compact = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return signals.length === 1 ? Promise.resolve() : new Promise(() => {});
  };
  const {
    result,
    act: change,
    unmount,
  } = await renderHook(() => useCompaction({ compact }), strict);
  await change(() => result.current.compact());
  expect(result.current.status).toBe('ready');
  await change(() => void result.current.compact());
  expect(result.current.status).toBe('running');
  await unmount();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

test('what a part asks its client for at each rendering is fetched once', async () => {
  const calls: string[] = [];
  const client = createClient({
    baseUrl: 'http://server.test',
    fetch: async (input) => {
      const { pathname } = new URL(input as string);
      calls.push(pathname);
      if (pathname.endsWith('/events')) return new Response(new ReadableStream());
      if (pathname.endsWith('/context')) {
        return Response.json({ object: 'context', session_id: 's', state: stateAt(0.3) });
      }
      return Response.json({ object: 'list', data: [], has_more: false });
    },
  });
  const gauge = await renderHook(() => useContextState(client.watchContext('s')));
  const list = await renderHook(() => useSessions(client.sessionList({ agent: 'a' })));
  await expect.poll(() => gauge.result.current?.ratio).toBeCloseTo(0.3, 4);
  await expect.poll(() => list.result.current.status).toBe('ready');
  for (let times = 0; times < 3; times++) {
    await gauge.rerender();
    await list.rerender();
  }
  expect(gauge.result.current?.ratio).toBeCloseTo(0.3, 4);
  expect(list.result.current.status).toBe('ready');
  expect(calls.toSorted()).toEqual([
    '/v1/sessions',
    '/v1/sessions/s/context',
    '/v1/sessions/s/events',
  ]);
  await gauge.unmount();
  await list.unmount();
});
