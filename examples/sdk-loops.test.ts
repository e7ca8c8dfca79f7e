import { propertyRuns } from '@everlong/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type ProviderServer, startProviderServer } from './provider-server.ts';

/** Turns of each loop; 300 and more in the full run. */
const TURNS = propertyRuns(12);

let server: ProviderServer;

beforeAll(async () => {
  server = await startProviderServer();
  vi.stubEnv('OPENAI_BASE_URL', `${server.url}/v1`);
  vi.stubEnv('OPENAI_API_KEY', 'test');
  vi.stubEnv('ANTHROPIC_BASE_URL', server.url);
  vi.stubEnv('ANTHROPIC_API_KEY', 'test');
  vi.stubEnv('GOOGLE_GEMINI_BASE_URL', server.url);
  vi.stubEnv('GEMINI_API_KEY', 'test');
  vi.stubEnv('TURNS', String(TURNS));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const loops: Readonly<Record<string, () => Promise<unknown>>> = {
  'openai-chat-loop': () => import('./openai-chat-loop.ts'),
  'openai-responses-loop': () => import('./openai-responses-loop.ts'),
  'anthropic-loop': () => import('./anthropic-loop.ts'),
  'gemini-loop': () => import('./gemini-loop.ts'),
  'langchain-agent': () => import('./langchain-agent.ts'),
};

describe.each(Object.keys(loops))('%s', (name) => {
  it('goes through many turns with a tool at 8,000 tokens, each request as the API wants it', async () => {
    server.requests.length = 0;
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)));
    await loops[name]?.();
    vi.restoreAllMocks();
    expect(server.requests).toHaveLength(2 * TURNS);
    expect(server.requests.flatMap(({ violations }) => violations)).toEqual([]);
    // English has about four characters a token, JSON and tool definitions fewer.
    for (const { text } of server.requests) expect(text.length).toBeLessThan(8000 * 5);
    expect(printed).toHaveLength(TURNS + 1);
    const [, epoch] = /epoch (\d+)/.exec(printed.at(-1) ?? '') ?? [];
    expect(Number(epoch)).toBeGreaterThan(0);
  });
});
