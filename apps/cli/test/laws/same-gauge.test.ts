import { createClient } from '@everlong/client';
import { openSession } from '@everlong/context';
import type { ContextState } from '@everlong/core';
import { readGauge } from '@everlong/react/server';
import { createMemoryState, createServer } from '@everlong/server';
import { createJsonlStore } from '@everlong/store-jsonl';
import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const tools = [{ name: 'look', description: 'Looks at a page', inputSchema: { type: 'object' } }];

test('session, command line, server and React show the same gauge, which falls after a compaction', async () => {
  const turns = fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 4, maxLength: 24 });
  const falls: boolean[] = [];
  await fc.assert(
    fc.asyncProperty(turns, fc.boolean(), async (lengths, hasTools) => {
      const { surfaces, session } = await openSurfaces();
      for (const [turn, length] of lengths.entries()) {
        const content = `Step ${turn}: ${'look at the next page '.repeat(length)}`;
        await session.append({ role: turn % 2 === 0 ? 'user' : 'assistant', content });
        if (turn % 2 === 1) continue;
        const before = session.state();
        const inputs = { instructions: 'Be brief.', ...(hasTools ? { tools } : {}) };
        const { state } = await session.prepare(inputs);
        if (state.epoch > before.epoch) falls.push(state.used.total < before.used.total);
      }
      const state = session.state();
      const { inTerminal, onServer, drawn } = await surfaces();
      expect(onServer.used).toEqual(state.used);
      expect(onServer.ratio).toBe(state.ratio);
      expect(drawn.percent).toBe(readGauge(state).percent);
      expect(inTerminal).toBe(String(drawn.percent));
      expect(drawn.share).toBeGreaterThanOrEqual(0);
      expect(drawn.share).toBeLessThanOrEqual(1);
    }),
    { numRuns: propertyRuns(5), examples: [[Array<number>(24).fill(200), true]] },
  );
  expect(new Set(falls)).toEqual(new Set([true]));
});

/** A session that this process works on, and what others show of it. */
async function openSurfaces() {
  const cwd = temporaryFolder();
  const store = createJsonlStore({ directory: `${cwd}/.everlong` });
  const server = createServer({ store, state: createMemoryState(), auth: 'none' });
  const client = createClient({
    baseUrl: 'http://localhost',
    fetch: async (input, init) => server.app.request(input, init),
  });
  const settings = { model: 'openai/gpt-4.1-mini', context_window: 8000 };
  const { id } = await client.sessions.create(settings);
  const session = await openSession({ store, id, model: 'gpt-4.1-mini', contextWindow: 8000 });
  const surfaces = async () => {
    const { stdout } = await runCli(['context', session.id], { cwd });
    const onServer: ContextState = (await client.context(session.id)).state;
    const inTerminal = /^ *In use: .*\((\d+)%\)/m.exec(stdout)?.[1];
    return { inTerminal, onServer, drawn: readGauge(onServer) };
  };
  return { surfaces, session };
}
