import { createMemoryStore, messageText, type Store } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import type { MockLanguageModelV4 } from 'ai/test';

import { handleChat } from '../../src/ai-sdk/index.js';
import { openSession } from '../../src/session/open-session.js';
import type { Route } from './browserless-chat.js';
import { type Prompt, type Sdk } from './scripted-sdk.js';
import { readAll } from './conversation.js';

const usage = {
  inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A server with one session: `answer` says what the model says to the newest question. */
export async function createServer(
  { sdk, Model }: { sdk: Sdk; Model: typeof MockLanguageModelV4 },
  options: {
    store?: Store;
    contextWindow?: number;
    tools?: (sdk: Sdk) => Record<string, unknown>;
    /** Further options of the call. */
    call?: Record<string, unknown>;
  } = {},
) {
  const { store = createMemoryStore() } = options;
  const { id } = await store.createSession({ agent: 'chat' });
  const prompts: Prompt[] = [];
  let calls = 0;
  const control = {
    /** Chunks of the next answers; a promise is waited for in the middle. */
    script: (count: number): unknown[] => [`answer ${count}`],
    hold: undefined as Promise<void> | undefined,
  };
  const model = new Model({
    doStream: async (call) => {
      prompts.push(structuredClone(call.prompt) as Prompt);
      const parts = control.script(++calls);
      const isCall = parts.some((part) => typeof part === 'object');
      async function* stream() {
        for (const [index, part] of parts.entries()) {
          if (typeof part === 'object') {
            yield part;
            continue;
          }
          yield { type: 'text-start', id: `${index}` };
          yield { type: 'text-delta', id: `${index}`, delta: part };
          if (control.hold !== undefined) await control.hold;
          yield { type: 'text-end', id: `${index}` };
        }
        const unified = isCall ? 'tool-calls' : 'stop';
        yield { type: 'finish', finishReason: { unified, raw: unified }, usage };
      }
      return { stream: ReadableStream.from<never>(stream() as never) };
    },
  });
  const contextWindow = options.contextWindow ?? 100_000;
  // As a route does: the session is opened for each request.
  const open = () => openSession({ store, id, tokenizer, contextWindow });
  const route =
    (isStoppable: boolean): Route =>
    async (body, signal) =>
      handleChat({
        session: await open(),
        model,
        body,
        instructions: 'Be brief.',
        ...(options.tools === undefined ? {} : { tools: options.tools(sdk) }),
        ...(options.call === undefined ? {} : { call: options.call }),
        ...(isStoppable ? { abortSignal: signal } : {}),
        sdk,
      });
  const remaining = async (): Promise<string[]> => {
    const session = await open();
    const entries = await readAll(session.entries({ withdrawn: false }));
    return entries.map(({ message }) => `${message.role}: ${messageText(message)}`);
  };
  /** What the next request would hold, without instructions and notes. */
  const next = async (): Promise<string[]> => {
    const { messages } = await (await open()).prepare({ instructions: 'Be brief.' });
    return messages
      .map((message) => `${message.role}: ${messageText(message)}`)
      .filter((line) => line !== 'user: [no new message]');
  };
  return { id, open, prompts, control, page: route(true), lasting: route(false), remaining, next };
}
