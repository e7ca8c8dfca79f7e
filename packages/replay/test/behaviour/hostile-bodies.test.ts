import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createAdapterBodies } from '../../src/validity/adapter-bodies.js';
import * as validators from '@everlong/validators';

const checks = [
  ['anthropic', validators.validateAnthropicMessages, validators.anthropicMessagesRules],
  ['openaiChat', validators.validateOpenAIChat, validators.openaiChatRules],
  ['openaiResponses', validators.validateOpenAIResponses, validators.openaiResponsesRules],
  ['gemini', validators.validateGemini, validators.geminiRules],
] as const;

const bodies = await createAdapterBodies()({
  instructions: 'You repair pages.',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'iVBORw0KGgo=' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Yes.' },
        { type: 'tool-call', toolCallId: 'call_1', toolName: 'look', input: {} },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call_1',
          toolName: 'look',
          output: { type: 'content', value: [{ type: 'text', text: 'A page' }] },
        },
      ],
    },
  ],
});

describe.each(checks)('the %s validator', (name, validate, rules) => {
  const known = new Set(Object.keys(rules));
  const isSound = (body: unknown) =>
    validate(body).every(
      ({ rule, path, message }) => known.has(rule) && message !== '' && !path.includes('undefined'),
    );

  it('takes any JSON value', () => {
    fc.assert(fc.property(fc.jsonValue(), isSound));
  });

  it('takes any JSON value anywhere in a body', () => {
    const paths = pathsOf(bodies[name]);
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 2 }), (path, value) =>
        isSound(withValue(bodies[name], path, value)),
      ),
      { numRuns: propertyRuns(500) },
    );
    for (const path of paths) {
      for (const value of [null, 0, true, '', 'text', [], [null], [[]], {}]) {
        expect(isSound(withValue(bodies[name], path, value))).toBe(true);
      }
    }
  });

  it('takes a body that is nested without end', () => {
    let deep: unknown = 'text';
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    const nested = { ...(bodies[name] as object), metadata: deep };
    expect(isSound(nested)).toBe(true);
  });
});

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : [];
  const inner = Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]));
  return path.length > 0 ? [path, ...inner] : inner;
}

function withValue(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const inner = withValue((body as Record<string, unknown>)[key], rest, value);
  return Array.isArray(body)
    ? body.with(Number(key), inner)
    : { ...(body as object), [key]: inner };
}
