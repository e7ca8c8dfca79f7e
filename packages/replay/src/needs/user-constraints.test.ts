import { toEntry } from '@everlong/core/store-kit';
import { describe, expect, it } from 'vitest';

import { findUserConstraints } from './user-constraints.js';

function found(content: string, role: 'user' | 'assistant' = 'user'): string[] {
  const entry = toEntry({ id: 'a', message: { role, content } }, 'session', 0);
  return findUserConstraints([entry]).map(({ text }) => text);
}

describe('findUserConstraints', () => {
  it.each([
    'You must keep the public interface.',
    'Never push to the main branch!',
    "Please don't touch the tests",
    'Do not add a dependency.',
    'It should not print anything.',
    'Use only the standard library.',
    'Make sure that nothing is lost.',
  ])('takes %j', (sentence) => {
    expect(found(sentence)).toEqual([sentence]);
  });

  it('takes whole sentences, exactly, and each once', () => {
    const text = 'Hello. Always write tests. Thanks!\n- Never guess a path.\n- Never guess a path.';
    expect(found(text)).toEqual(['Always write tests.', 'Never guess a path.']);
  });

  it('leaves out what is quoted, code, very long, or not a demand', () => {
    expect(found('Look at this file, please.')).toEqual([]);
    expect(found("It doesn't need the old name. Must it stay in there?")).toEqual([]);
    expect(found('> you must not\n```\nmust be(code)\n```')).toEqual([]);
    expect(found(`You must ${'really '.repeat(60)}`)).toEqual([]);
  });

  it('listens to users only', () => {
    expect(found('You must keep this in mind.', 'assistant')).toEqual([]);
  });
});
