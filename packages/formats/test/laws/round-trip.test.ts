import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Loss } from '../../src/messages/loss.js';
import { conversationArbitrary } from '../support/conversations.js';
import { formats } from '../support/formats.js';
import { normalForm } from '../support/normal-form.js';

const names = Object.keys(formats);

describe.each(names)('%s', (name) => {
  const { read, write, validate } = formats[name]!;

  it('writes bodies that the provider takes', () => {
    fc.assert(
      fc.property(conversationArbitrary, (messages) => {
        expect(validate(write({ instructions: 'Be brief.', messages }))).toEqual([]);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  // promise: any-9
  it('gives back every message, or says what it lost', () => {
    fc.assert(
      fc.property(conversationArbitrary, (messages) => {
        for (const message of groups(messages)) {
          const losses: Loss[] = [];
          const body = write({ messages: message }, { onLoss: (loss) => losses.push(loss) });
          if (losses.length === 0) expect(normalForm(read(body))).toEqual(normalForm(message));
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

/** Messages by themselves, results with their calls: a loss in one says nothing of the others. */
function groups<Message extends { role: string }>(messages: readonly Message[]): Message[][] {
  const lists: Message[][] = [];
  for (const message of messages) {
    if (message.role === 'tool') lists.at(-1)?.push(message);
    else lists.push([message]);
  }
  return lists;
}
