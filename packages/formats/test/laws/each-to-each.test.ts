import type { ModelMessage } from '@everlong/core';
import { toolCallsOf, toolResultsOf } from '@everlong/core';
import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { conversationArbitrary } from '../support/conversations.js';
import { formats } from '../support/formats.js';

const names = Object.keys(formats);

describe.each(names)('from %s', (from) => {
  it.each(names)('to %s: a body that is taken, with every call and result', (to) => {
    fc.assert(
      fc.property(conversationArbitrary, (messages) => {
        const through = formats[from]!.read(formats[from]!.write({ messages }));
        const body = formats[to]!.write({ messages: through });
        expect(formats[to]!.validate(body)).toEqual([]);
        expect(callsOf(formats[to]!.read(body))).toEqual(callsOf(messages));
      }),
      { numRuns: propertyRuns(10) },
    );
  });
});

/** Calls and results in order, byte for byte; an input that is no object is wrapped by some. */
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
