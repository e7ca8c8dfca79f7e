import { UnsupportedFormatError } from '@everlong/core';
import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anthropicBodies } from '../support/anthropic-bodies.js';
import { formats } from '../support/formats.js';
import { geminiBodies } from '../support/gemini-bodies.js';
import { langchainBodies } from '../support/langchain-bodies.js';
import { openaiChatBodies } from '../support/openai-chat-bodies.js';
import { responsesBodies } from '../support/responses-bodies.js';
import { uiMessages } from '../support/ui-messages.js';

const bodies: Readonly<Record<string, fc.Arbitrary<object>>> = {
  'openai-chat': openaiChatBodies,
  anthropic: anthropicBodies,
  gemini: geminiBodies,
  langchain: langchainBodies,
  'openai-responses': responsesBodies,
  'ai-sdk-ui': uiMessages.map((messages) => ({ messages })),
};

/** A number and a word that no body has otherwise. */
const NUMBER = 77_310_077;
const WORD = 'stray77310077';

const strays = fc.constantFrom<unknown>(
  WORD,
  NUMBER,
  [WORD],
  [[WORD]],
  { x: WORD },
  [{ x: WORD }],
  { type: 'text', text: WORD },
  { type: 'x_new', [WORD]: true },
);

describe.each(Object.keys(bodies))('%s', (name) => {
  const { read, write } = formats[name]!;

  it('passes over no value: what has no place in the format is refused, with its place', () => {
    fc.assert(
      fc.property(bodies[name]!, fc.nat(), strays, (made, at, stray) => {
        const body: unknown = JSON.parse(JSON.stringify(made));
        const places = placesIn(body, name);
        const place = places[at % places.length];
        if (place === undefined) return;
        place.put(stray);
        let messages;
        try {
          messages = read(body);
        } catch (error) {
          expect(UnsupportedFormatError.isInstance(error)).toBe(true);
          expect(String(error)).toMatch(
            /^\w+: (?:messages|contents|instructions|input|system|systemInstruction)\b.* (?:is|needs)/,
          );
          return;
        }
        expect(shown(messages)).toContain(String(NUMBER));
        const losses: unknown[] = [];
        const written = write({ messages }, { onLoss: (loss) => losses.push(loss) });
        if (losses.length === 0) expect(shown(written)).toContain(String(NUMBER));
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });
});

interface Place {
  put(value: unknown): void;
}

/** Every place in a body below its own fields, but for those in repeated calls of LangChain's. */
function placesIn(body: unknown, name: string, depth = 0): Place[] {
  if (typeof body !== 'object' || body === null) return [];
  // The call is meant where the block that repeats it differs.
  if (name === 'langchain' && 'type' in body && body.type === 'tool_use') return [];
  return Object.entries(body).flatMap(([key, value]) => [
    ...(depth === 0 ? [] : [{ put: (stray: unknown) => Object.assign(body, { [key]: stray }) }]),
    ...placesIn(value, name, depth + 1),
  ]);
}

function shown(value: unknown): string {
  return JSON.stringify(value);
}
