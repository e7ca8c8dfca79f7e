import type { ModelMessage, Tokenizer } from '@everlong/core';
import { growthOf } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import {
  assembleMessages,
  canEndWith,
  type InsertedMessage,
  NO_MESSAGE_NOTE,
  OPENING_NOTE,
} from './assemble-messages.js';
import { closeExchange } from '../state/message-groups.js';
import type { MessageGroup } from './message-group.js';
import { toMessageGroups } from '../../test/support/message-groups.js';

const tokenizer: Tokenizer = { name: 't', source: 'heuristic', count: (text) => text.length };

function groupsOf(...messages: ModelMessage[]): readonly MessageGroup[] {
  return closeExchange(toMessageGroups(messages, tokenizer)).list();
}

const said = (content: string): ModelMessage => ({ role: 'user', content });
const answered = (content: string): ModelMessage => ({ role: 'assistant', content });

function exchange(id: string): ModelMessage[] {
  const call = { toolCallId: id, toolName: 'bash' };
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', ...call, output: { type: 'text', value: id } }],
    },
  ];
}

function assemble(
  groups: readonly MessageGroup[],
  injections: InsertedMessage[] = [],
): ModelMessage[] {
  return assembleMessages({ opening: [], groups, injections });
}

function idsOf(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((message) =>
    typeof message.content === 'string'
      ? []
      : message.content.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])),
  );
}

describe('assembleMessages', () => {
  it('sends what is valid as it is, in order', () => {
    const messages = [
      said('hello'),
      answered('hi'),
      said('go'),
      ...exchange('call-1'),
      said('thanks'),
    ];
    expect(assemble(groupsOf(...messages))).toEqual(messages);
  });

  it('makes nothing of nothing', () => {
    expect(assemble([])).toEqual([]);
  });

  it('opens with a note where the first message is not the user’s', () => {
    expect(assemble(groupsOf(answered('hi')))).toEqual([OPENING_NOTE, answered('hi')]);
  });

  it('puts the snapshot first, which opens the request', () => {
    const summaries = [said('what was before'), said('and then')];
    const groups = groupsOf(answered('hi'));
    const messages = assembleMessages({ opening: summaries, groups, injections: [] });
    expect(messages).toEqual([...summaries, answered('hi')]);
  });

  it('parts two messages of the assistant', () => {
    const messages = assemble(groupsOf(said('hello'), answered('one'), answered('two')));
    expect(messages).toEqual([
      said('hello'),
      answered('one'),
      said(NO_MESSAGE_NOTE),
      answered('two'),
    ]);
  });

  it('puts injected text behind the entry where it was put', () => {
    const injections = [0, 1].map((afterSeq) => ({ afterSeq, message: said(`note ${afterSeq}`) }));
    const messages = assemble(groupsOf(said('a'), said('b'), said('c')), injections);
    expect(messages.map((message) => message.content)).toEqual(['a', 'note 0', 'b', 'note 1', 'c']);
  });

  it('renames a call id that an earlier exchange has, with its result', () => {
    const messages = assemble(
      groupsOf(said('go'), ...exchange('same'), ...exchange('same'), ...exchange('same')),
    );
    expect(idsOf(messages)).toEqual(['same', 'same', 'same_2', 'same_2', 'same_3', 'same_3']);
  });

  it('renames to nothing that the log has itself', () => {
    const log = [said('go'), ...exchange('x'), ...exchange('x_2'), ...exchange('x')];
    const ids = idsOf(assemble(groupsOf(...log)));
    expect(new Set(ids).size).toBe(3);
    expect(ids.slice(0, 4)).toEqual(['x', 'x', 'x_2', 'x_2']);
  });

  it('names a call the same when more follows', () => {
    const log = [said('go'), ...exchange('x'), ...exchange('x'), ...exchange('y')];
    const before = assemble(groupsOf(...log.slice(0, 5)));
    const after = assemble(groupsOf(...log));
    expect(after.slice(0, before.length)).toEqual(before);
  });

  it('does linear work where thousands of exchanges share one id', () => {
    const growth = growthOf(8000, (size) => {
      const exchanges = Array.from({ length: size }, () => exchange('same')).flat();
      expect(new Set(idsOf(assemble(groupsOf(said('go'), ...exchanges)))).size).toBe(size);
    });
    expect(growth).toBeLessThan(3);
  });

  it('gives out the same objects each time, so that they are counted once', () => {
    const groups = groupsOf(said('go'), ...exchange('same'), ...exchange('same'));
    const [first, second] = [assemble(groups), assemble(groups)];
    expect(first.every((message, index) => message === second[index])).toBe(true);
  });
});

describe('canEndWith', () => {
  it('takes the user’s and a tool’s messages', () => {
    const [call, result] = exchange('call-1');
    expect([said('a'), result, call, answered('b'), undefined].map(canEndWith)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
