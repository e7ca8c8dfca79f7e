import { createAnthropic } from '@ai-sdk/anthropic';
import { type CompactionRecord, createMemoryStore, type ProviderOptions } from '@everlong/core';
import {
  type AnthropicUpstreamOptions,
  createAnthropicUpstream,
  quarters as tokenizer,
} from '@everlong/testing';
import { createProviderCompactor } from '@everlong/summarizer';
import { generateText, isStepCount, jsonSchema, tool, wrapLanguageModel } from 'ai';

import { createContextMiddleware } from '../../src/ai-sdk/index.js';
import { openSession, type Session, type SessionOptions } from '../../src/index.js';

const MODEL = 'claude-opus-5-5';
export const LONG = 'a stone and a tree. '.repeat(60);

export const READ = tool({
  inputSchema: jsonSchema<{ path: string }>({ type: 'object' }),
  execute: ({ path }) => `${path}: ${LONG}`,
});

/** What a question is asked with. */
interface AskedWith {
  providerOptions?: ProviderOptions;
  tools?: object;
  model?: string;
}

/** A session in which a model works that reads a file at each step but every sixth. */
export async function working(
  options: Partial<SessionOptions> = {},
  upstreamOptions: AnthropicUpstreamOptions = {},
  see: (body: Record<string, unknown>) => void = () => {},
) {
  let calls = 0;
  const upstream = createAnthropicUpstream({
    answer: (body) => {
      see(body);
      return ++calls % 6 === 0
        ? [{ type: 'text', text: 'Done.' }]
        : [{ type: 'tool_use', id: `call_${calls}`, name: 'read', input: { path: `${calls}.ts` } }];
    },
    ...upstreamOptions,
  });
  const bare = createAnthropic({ apiKey: 'unused', fetch: upstream.fetch });
  const store = createMemoryStore();
  const open = ({ model = MODEL, ...more }: Partial<SessionOptions> = {}) =>
    openSession({
      store,
      contextWindow: 8000,
      tokenizer,
      compaction: 'provider',
      compactor: createProviderCompactor({ model: bare(model) }),
      ...options,
      model,
      ...more,
    });
  const session = await open();
  const continueWith =
    (own: Session) =>
    (prompt: string, system = 'Be kind.', asked: AskedWith = {}) => {
      const { providerOptions = {}, tools = { read: READ }, model = MODEL } = asked;
      return generateText({
        providerOptions,
        model: wrapLanguageModel({
          model: bare(model),
          middleware: createContextMiddleware({ session: own }),
        }),
        system,
        prompt,
        tools: tools as { read: typeof READ },
        stopWhen: isStepCount(10),
        maxRetries: 0,
      });
    };
  const compactions = async (id = session.id): Promise<CompactionRecord[]> => {
    const found: CompactionRecord[] = [];
    for await (const record of store.readRecords(id, { type: 'compaction' })) {
      if (record.type === 'compaction') found.push(record);
    }
    return found;
  };
  const ask = continueWith(session);
  return { upstream, session, bare: bare(MODEL), store, open, ask, continueWith, compactions };
}

/** Of the answers in requests behind a block, how many have their thinking. */
export function thinkingBehindBlocks() {
  const count = { answers: 0, withThinking: 0 };
  const see = ({ messages }: Record<string, unknown>) => {
    const [first, ...rest] = messages as { role: string; content: { type: string }[] }[];
    if (first?.content[0]?.type !== 'compaction') return;
    for (const { role, content } of rest) {
      if (role !== 'assistant') continue;
      count.answers++;
      if (content.some(({ type }) => type === 'thinking')) count.withThinking++;
    }
  };
  return { count, see };
}
