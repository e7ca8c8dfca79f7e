import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { ContextOverflowError, createMemoryStore } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { historyArbitrary, propertyRuns, thirds as tokenizer } from '@everlong/testing';
import { generateText, jsonSchema, type LanguageModel, type ToolSet } from 'ai';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { policyNames } from '../../src/presets/create-policy.js';
import { createCacheMarker } from '../../src/prompt-cache/cache-marker.js';
import { endsInDecision } from '../support/ends-in-decision.js';

const RUNS = propertyRuns(100);

const tools: ToolSet = {
  read_file: {
    description: 'Reads a file',
    inputSchema: jsonSchema({ type: 'object', properties: { path: { type: 'string' } } }),
  },
};

type Body = Record<string, unknown>;
type Fields = Record<string, unknown>;

let posted: Body | undefined;

const capture: typeof globalThis.fetch = (_url, init) => {
  posted = JSON.parse(init?.body as string) as Body;
  return Promise.reject(new Error('captured'));
};

const settings = { apiKey: 'unused', fetch: capture };

interface Adapter {
  name: string;
  model: LanguageModel;
  blocks(body: Body): unknown[];
}

/** Each adapter's body as its content blocks in the order in which they are cached. */
const adapters: readonly Adapter[] = [
  {
    name: 'anthropic',
    model: createAnthropic(settings)('claude-sonnet-4-6'),
    blocks: ({ tools: defined, system, messages }) => [
      ...list(defined),
      ...list(system),
      ...list(messages).flatMap(({ role, content }) => list(content).map((block) => [role, block])),
    ],
  },
  {
    name: 'openai chat',
    model: createOpenAI(settings).chat('gpt-5.5'),
    blocks: ({ tools: defined, messages }) => [
      ...list(defined),
      ...list(messages).flatMap(({ content, tool_calls: calls, ...message }) => [
        message,
        ...(Array.isArray(content) ? list(content) : [content]),
        ...list(calls),
      ]),
    ],
  },
  {
    name: 'openai responses',
    model: createOpenAI(settings).responses('gpt-5.5'),
    blocks: ({ tools: defined, input }) => [
      ...list(defined),
      ...list(input).flatMap(({ content, ...item }) => [item, ...list(content)]),
    ],
  },
  {
    name: 'google',
    model: createGoogle(settings)('gemini-3-pro-preview'),
    blocks: ({ tools: defined, systemInstruction, contents }) => [
      ...list(defined),
      systemInstruction,
      ...list(contents).flatMap(({ role, parts }) => list(parts).map((part) => [role, part])),
    ],
  },
];

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? (value as Fields[]) : value === undefined ? [] : [{ value }];
}

/** Cache markers move from request to request; they are no content. */
function withoutMarkers(block: unknown): string {
  return jsonText(block).replace(/,?"cache_control":\{[^}]*\}/g, '');
}

describe('laws', () => {
  it('6: within an epoch each body begins with the blocks of the one before', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        historyArbitrary({ maxSteps: 20 }),
        fc.integer({ min: 800, max: 6000 }),
        fc.constantFrom(...policyNames),
        fc.constantFrom(undefined, 'claude-sonnet-4-6'),
        async (steps, contextWindow, policy, madeBy) => {
          const session = await openSession({
            store: createMemoryStore(),
            tokenizer,
            contextWindow,
            policy,
            ...(madeBy === undefined ? {} : { model: madeBy }),
          });
          const mark = createCacheMarker(true);
          const before = new Map<string, string[]>();
          let epoch = -1;
          for (const step of steps) {
            if ('append' in step) {
              await session.append(step.append);
              continue;
            }
            const request = await session
              .prepare({ instructions: 'Be brief.', tools })
              .catch(ignoreOverflow);
            if (request === undefined) return;
            if (request.messages.length === 0 || endsInDecision(request.messages)) continue;
            if (request.state.epoch !== epoch) before.clear();
            epoch = request.state.epoch;
            const marked = mark(request);
            for (const { name, model, blocks } of adapters) {
              const body = await bodyOf(model, marked);
              const now = blocks(body).map(withoutMarkers);
              const markers = jsonText(body).match(/"cache_control"/g) ?? [];
              if (name === 'anthropic') expect(markers.length).toBeLessThanOrEqual(4);
              const earlier = before.get(name);
              if (earlier !== undefined) {
                compared++;
                expect([name, ...now.slice(0, earlier.length)]).toEqual([name, ...earlier]);
              }
              before.set(name, now);
            }
          }
        },
      ),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS);
  }, 120_000);
});

function ignoreOverflow(error: unknown): undefined {
  if (!ContextOverflowError.isInstance(error)) throw error;
}

async function bodyOf(
  model: LanguageModel,
  request: ReturnType<ReturnType<typeof createCacheMarker>>,
): Promise<Body> {
  posted = undefined;
  const outcome = await generateText({ model, ...request, tools, maxRetries: 0 }).catch(
    (error: unknown) => error,
  );
  if (posted === undefined) throw outcome;
  return posted;
}
