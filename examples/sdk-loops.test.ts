import type { Session } from '@everlong/context';
import type { AssistantMessage, UserMessage } from '@everlong/core';
import { propertyRuns } from '@everlong/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type ProviderServer, startProviderServer } from './provider-server.ts';

/** Turns of each loop; 300 and more in the full run. */
const TURNS = propertyRuns(20);

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

interface Read {
  session: Session;
  shown: string[];
}

const loops: Readonly<Record<string, () => Promise<Read>>> = {
  'openai-chat-loop': () => import('./openai-chat-loop.ts'),
  'openai-responses-loop': () => import('./openai-responses-loop.ts'),
  'anthropic-loop': () => import('./anthropic-loop.ts'),
  'gemini-loop': () => import('./gemini-loop.ts'),
  'langchain-agent': () => import('./langchain-agent.ts'),
};

describe.each(Object.keys(loops))('%s', (name) => {
  // promise: any-10
  it('fits 8,000 tokens for many turns, whatever the user asks anew, edits, stops or reloads', async () => {
    server.requests.length = 0;
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)));
    const { session, shown } = await loops[name]!();
    vi.restoreAllMocks();

    const requests = server.requests.map(({ text }) => text);
    expect(server.requests.flatMap(({ violations }) => violations)).toEqual([]);
    // English has about four characters a token, JSON and tool definitions fewer.
    for (const text of requests) expect(text.length).toBeLessThan(8000 * 5);
    expect(session.state().epoch).toBeGreaterThan(0);
    expect(printed.filter((line) => line === '(stopped)')).toHaveLength(Math.ceil((TURNS - 2) / 5));

    // The log holds what the user sees, apart from the tool's work and what the model thinks.
    const log: string[] = [];
    for await (const { message } of session.entries({ withdrawn: false })) {
      if (message.role === 'user' || message.role === 'assistant') log.push(spokenText(message));
    }
    expect(log.filter((text) => text !== '')).toEqual(shown);

    // No request holds what was withdrawn before: an edited question, an answer that was made anew.
    const edited = new Set<string>();
    for (const text of requests) {
      for (const page of found(text, /which shelf is page (\d+)/g)) edited.add(page);
      const asked = found(text, /shelf mark of page (\d+)\?/g);
      expect(asked.filter((page) => edited.has(page))).toEqual([]);
      const answers = found(text, /(Answer \d+\.)/g);
      expect(answers.filter((answer) => !shown.includes(answer))).toEqual([]);
    }
  });
});

function spokenText({ content }: UserMessage | AssistantMessage): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group);
}
