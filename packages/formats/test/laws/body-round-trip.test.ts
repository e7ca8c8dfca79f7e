import type { ModelMessage } from '@everlong/core';
import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anthropicBodies } from '../support/anthropic-bodies.js';
import { formats } from '../support/formats.js';
import { geminiBodies } from '../support/gemini-bodies.js';
import { langchainBodies } from '../support/langchain-bodies.js';
import { openaiChatBodies } from '../support/openai-chat-bodies.js';
import { responsesBodies } from '../support/responses-bodies.js';

const bodies: Readonly<Record<string, fc.Arbitrary<object>>> = {
  'openai-chat': openaiChatBodies,
  anthropic: anthropicBodies,
  gemini: geminiBodies,
  langchain: langchainBodies,
  'openai-responses': responsesBodies,
};

describe.each(Object.keys(bodies))('%s', (name) => {
  const { read, write } = formats[name]!;

  // promise: any-9
  it('writes a body that was read as it came', () => {
    fc.assert(
      fc.property(bodies[name]!, (made) => {
        const body: unknown = JSON.parse(JSON.stringify(made));
        const stored = JSON.parse(JSON.stringify(read(body), withAddresses)) as never;
        expect(write({ messages: restored(stored) })).toEqual(body);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('is taken by every other provider, between two messages of the user', () => {
    fc.assert(
      fc.property(bodies[name]!, (made) => {
        const user: ModelMessage = { role: 'user', content: 'Go on.' };
        const system = read(made).filter(({ role }) => role === 'system');
        const others = read(made).filter(({ role }) => role !== 'system');
        const messages = [...system, user, ...others, user];
        for (const [other, { write: writeOther, validate }] of Object.entries(formats)) {
          if (other === name) continue;
          expect({ other, faults: validate(writeOther({ messages })) }).toEqual({
            other,
            faults: [],
          });
        }
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});

/** Addresses are the only values of these messages that are no JSON. */
function withAddresses(this: Record<string, unknown>, key: string, value: unknown): unknown {
  return this[key] instanceof URL ? { $url: value } : value;
}

function restored(value: unknown): never {
  if (Array.isArray(value)) return value.map(restored) as never;
  if (typeof value !== 'object' || value === null) return value as never;
  if ('$url' in value) return new URL(String(value.$url)) as never;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, restored(item)]),
  ) as never;
}
