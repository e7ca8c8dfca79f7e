import type { ModelMessage } from '@everlong/core';
import { toolCallsOf, toolResultsOf } from '@everlong/core';
import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { conversationArbitrary } from '../support/conversations.js';
import { formats } from '../support/formats.js';

const names = Object.keys(formats);

/** A few hundred conversations in all, more than 10,000 in the full run. */
const RUNS = propertyRuns(Math.ceil(340 / names.length));

describe.each(names)('from %s', (from) => {
  // promise: any-9
  it('to each other: bodies that are taken, with every call and result', () => {
    fc.assert(
      fc.property(conversationArbitrary, (messages) => {
        const through = formats[from]!.read(formats[from]!.write({ messages }));
        for (const { read, write, validate } of Object.values(formats)) {
          const body = write({ messages: through });
          expect(validate(body)).toEqual([]);
          expect(callsOf(read(body))).toEqual(callsOf(messages));
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** Calls and results in order, byte for byte; an input that is not an object is wrapped by some. */
function callsOf(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((message) => [
    ...toolCallsOf(message).map(
      ({ toolCallId, toolName, input }) =>
        `${toolCallId} ${toolName} ${JSON.stringify(isObject(input) ? unwrapped(input) : input)}`,
    ),
    ...toolResultsOf(message).map(({ toolCallId, toolName }) => `${toolCallId} ${toolName}`),
  ]);
}

function isObject(input: unknown): input is object {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

function unwrapped(input: object): unknown {
  const [key, ...others] = Object.keys(input);
  return key === 'input' && others.length === 0 ? (input as { input: unknown }).input : input;
}
