import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { openSession, policyNames, type PreparedRequest } from '@everlong/context';
import {
  ContextOverflowError,
  createMemoryStore,
  type CachedRequest,
  type ModelMessage,
  type SummarizeInput,
} from '@everlong/core';
import { jsonText, withoutCacheMarkers } from '@everlong/core/internal';
import { createSummarizer } from '@everlong/summarizer';
import { propertyRuns, thirds as tokenizer } from '@everlong/testing';
import { generateText, type LanguageModel } from 'ai';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { dressedHistory } from '../support/dressed-history.js';
import { readFileTool as tools } from '../support/read-file-tool.js';
import {
  validateAnthropicMessages,
  validateGemini,
  validateOpenAIChat,
  validateOpenAIResponses,
  type Violation,
} from '@everlong/validators';

const RUNS = propertyRuns(80);

type Fetch = typeof globalThis.fetch;

/** A provider: its adapter, its independent validator, and how it says a text. */
interface Provider {
  model: string;
  create(fetch: Fetch): LanguageModel;
  validate(body: unknown): Violation[];
  reply(text: string): object;
}

const apiKey = 'unused';

const providers: readonly Provider[] = [
  {
    model: 'claude-sonnet-4-6',
    create: (fetch) => createAnthropic({ apiKey, fetch })('claude-sonnet-4-6'),
    validate: validateAnthropicMessages,
    reply: (text) => ({
      type: 'message',
      id: 'msg_1',
      model: 'claude-sonnet-4-6',
      role: 'assistant',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 9, output_tokens: 1 },
    }),
  },
  {
    model: 'gpt-5.5',
    create: (fetch) => createOpenAI({ apiKey, fetch }).chat('gpt-5.5'),
    validate: validateOpenAIChat,
    reply: (content) => ({
      id: 'chat_1',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 9, completion_tokens: 1 },
    }),
  },
  {
    model: 'gpt-5.5',
    create: (fetch) => createOpenAI({ apiKey, fetch }).responses('gpt-5.5'),
    validate: validateOpenAIResponses,
    reply: (text) => ({
      id: 'resp_1',
      created_at: 1,
      model: 'gpt-5.5',
      output: [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ],
      usage: { input_tokens: 9, output_tokens: 1 },
    }),
  },
  {
    model: 'gemini-3-pro-preview',
    create: (fetch) => createGoogle({ apiKey, fetch })('gemini-3-pro-preview'),
    validate: validateGemini,
    reply: (text) => ({
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
    }),
  },
];

const RECORD = `## Current State\n- #0# is read\n## Pending Tasks\n- build src/index.ts`;
const OTHER = `## Key Decisions\n- read https://example.com/a?b=1 (#3)\n## Pending Tasks\n- none`;

const setupArbitrary = fc.record({
  steps: dressedHistory({ maxSteps: 20 }),
  policy: fc.constantFrom(...policyNames),
  provider: fc.constantFrom(...providers),
  isSameModel: fc.constantFrom(true, true, true, false),
  contextWindow: fc.constantFrom(6000, 16_000, 64_000),
  summarizerWindow: fc.constantFrom(3000, 64_000),
  answers: fc.array(fc.constantFrom(RECORD, OTHER, 'no', ''), { minLength: 1, maxLength: 5 }),
  instructions: fc.constantFrom('', 'Be brief.'),
});

/** Steps at the end of a history around which it is answered and compacted. */
const LATE_STEPS = 12;

describe('laws', () => {
  it('2: no provider would refuse a request of the summarizer', async () => {
    const seen = { live: 0, first: 0, update: 0 };
    await fc.assert(
      fc.asyncProperty(setupArbitrary, async (setup) => {
        const { steps, policy, provider, isSameModel, contextWindow, answers } = setup;
        // OpenAI runs its own tools at the Responses endpoint only; a session is of one endpoint.
        fc.pre(provider.validate !== validateOpenAIChat || !hasHostedCalls(steps));
        const bodies: string[] = [];
        const fetch: Fetch = async (_url, init) => {
          bodies.push(init?.body as string);
          const answer = answers[bodies.length % answers.length] ?? '';
          return Response.json(provider.reply(answer), { status: answer === '' ? 400 : 200 });
        };
        const summarizer = createSummarizer({
          model: provider.create(fetch),
          contextWindow: setup.summarizerWindow,
        });
        let last: PreparedRequest | undefined;
        const given: Given[] = [];
        const prepare = async (): Promise<void> => {
          last = (await session.prepare(inputs).catch(ignoreOverflow)) ?? last;
        };
        const session = await openSession({
          store: createMemoryStore(),
          tokenizer,
          policy,
          contextWindow,
          model: isSameModel ? provider.model : 'mistral-large-latest',
          summarizer: {
            ...summarizer,
            summarize(input) {
              if (input.live !== undefined) {
                given.push({ input, live: input.live, last, epoch: session.state().epoch });
              }
              return summarizer.summarize(input);
            },
          },
        });
        const inputs = { instructions: setup.instructions, tools };
        for (const [index, step] of steps.entries()) {
          const isLate = index >= steps.length - LATE_STEPS;
          // What was answered is cached, so that summaries are asked for at its end.
          if (isLate) {
            await prepare();
            await session.append({ role: 'assistant', content: 'Done: src/index.ts' });
          }
          if ('append' in step) await session.append(step.append);
          else await prepare();
          if (isLate && index % 2 === 0) await session.compact().catch(ignoreOverflow);
        }
        for (const one of given) {
          expectToExtend(one);
          expect(await isSent(one.live, provider)).toBe(true);
        }
        for (const body of bodies) {
          const refused = provider.validate(JSON.parse(body)).map(({ rule }) => rule);
          expect({ refused, body: refused.length > 0 ? body : '' }).toEqual({
            refused: [],
            body: '',
          });
          if (body.includes('"read_file"')) seen.live++;
          else if (body.includes('note-so-far')) seen.update++;
          else seen.first++;
        }
      }),
      { numRuns: RUNS },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });
});

function hasHostedCalls(steps: unknown): boolean {
  return JSON.stringify(steps).includes('"providerExecuted":true');
}

function ignoreOverflow(error: unknown): undefined {
  if (!ContextOverflowError.isInstance(error)) throw error;
}

/** What a summarizer was given, and the last request before that. */
interface Given {
  input: SummarizeInput;
  live: CachedRequest;
  last: PreparedRequest | undefined;
  epoch: number;
}

/** Law 6 holds between what was sent and what a summarizer may add to. */
function expectToExtend({ input, live, last, epoch }: Given): void {
  expect(live.messagesAfter).toBeLessThanOrEqual(live.messages.length);
  const [after] = live.entriesAfter;
  if (after !== undefined) expect(after.seq).toBeGreaterThan(input.entries.at(-1)?.seq ?? -1);
  if (last?.state.epoch !== epoch) return;
  expect(live.instructions.content).toBe(last.instructions);
  const [now, before] = [live.messages, last.messages].map((messages) =>
    messages.map((message) => jsonText(withoutCacheMarkers(message))),
  );
  const common = Math.min(now?.length ?? 0, before?.length ?? 0);
  expect(now?.slice(0, common)).toEqual(before?.slice(0, common));
}

/** Whether the SDK and the adapter take the request with one more message. */
async function isSent(live: CachedRequest, provider: Provider): Promise<boolean> {
  let sent = false;
  const model = provider.create(() => {
    sent = true;
    return Promise.reject(new Error('captured'));
  });
  const { instructions } = live;
  const messages: ModelMessage[] = [...live.messages, { role: 'user', content: 'Go on.' }];
  await generateText({ model, instructions, messages, tools, maxRetries: 0 }).catch(() => {});
  return sent;
}
