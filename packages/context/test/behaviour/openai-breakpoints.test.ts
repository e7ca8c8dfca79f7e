import { createOpenAI } from '@ai-sdk/openai';
import { createMemoryStore } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { generateText, wrapLanguageModel } from 'ai';
import { describe, expect, it } from 'vitest';

import { createAgentHooks, createContextMiddleware } from '../../src/ai-sdk/index.js';
import { openSession, type Session } from '../../src/index.js';

/** OpenAI's provider, and the bodies that it sent. */
function openai() {
  const bodies: string[] = [];
  const provider = createOpenAI({
    apiKey: 'test',
    fetch: async (_address, { body } = {}) => {
      bodies.push(typeof body === 'string' ? body : '');
      return new Response('{"error":{"message":"enough"}}', { status: 400 });
    },
  });
  return { provider, bodies };
}

/** A session of which a snapshot is sent. */
async function compacted(model: string): Promise<Session> {
  const session = await openSession({
    store: createMemoryStore(),
    tokenizer,
    model,
    contextWindow: 4000,
  });
  for (let turn = 0; turn < 40; turn++) {
    await session.append({ role: 'user', content: `Question ${turn}: ${'why? '.repeat(60)}` });
    await session.append({ role: 'assistant', content: 'Because.' });
    await session.prepare({ instructions: 'Be brief.' });
  }
  expect(session.state().used.summary).toBeGreaterThan(0);
  return session;
}

type Provider = ReturnType<typeof openai>['provider'];

const apis: [string, (provider: Provider, model: string) => ReturnType<Provider['chat']>][] = [
  ['Chat Completions', (provider, model) => provider.chat(model)],
  ['Responses', (provider, model) => provider.responses(model)],
];
const ways: [string, (session: Session, bare: ReturnType<Provider['chat']>) => object][] = [
  [
    'a wrapped model',
    (session, bare) => ({
      model: wrapLanguageModel({ model: bare, middleware: createContextMiddleware({ session }) }),
    }),
  ],
  ['hooks', (session, bare) => ({ model: bare, ...createAgentHooks({ session }) })],
];

describe.each(apis)("OpenAI's %s through the AI SDK", (_api, modelOf) => {
  it.each(ways)('caches instructions and snapshots where it may: %s', async (_way, callOf) => {
    const model = 'gpt-5.6-sol';
    const session = await compacted(model);
    const { provider, bodies } = openai();
    const call = callOf(session, modelOf(provider, model)) as { model: never };
    const options = { instructions: 'Be brief.', prompt: 'And now?', maxRetries: 0 };
    await generateText({ ...call, ...options }).catch(() => {});
    const { messages, input } = JSON.parse(bodies[0] ?? '{}') as Record<string, Sent[]>;
    const marked = (messages ?? input ?? []).flatMap(({ role, content }, index) =>
      JSON.stringify(content).includes('"prompt_cache_breakpoint":{"mode":"explicit"}')
        ? [`${index} ${role}`]
        : [],
    );
    expect(marked).toEqual(['0 developer', '1 user']);
  });

  it('sends the field to no model that refuses it', async () => {
    const model = 'gpt-4.1-mini';
    const session = await compacted(model);
    const { provider, bodies } = openai();
    const call = ways[0]?.[1](session, modelOf(provider, model)) as { model: never };
    await generateText({ ...call, prompt: 'And now?', maxRetries: 0 }).catch(() => {});
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).not.toContain('prompt_cache_breakpoint');
  });
});

interface Sent {
  role: string;
  content: unknown;
}
