import { toEntry } from '@everlong/core/store-kit';
import { describe, expect, it } from 'vitest';

import { findUserConstraints } from './user-constraints.js';

function found(content: string, role: 'user' | 'assistant' = 'user'): string[] {
  const entry = toEntry({ id: 'a', message: { role, content } }, 'session', 0);
  return findUserConstraints([entry]).map(({ text }) => text);
}

describe('findUserConstraints', () => {
  it('takes whole lines, exactly, in any language, and each once', () => {
    const text =
      'Hello. Always write tests!\n\n不要修改测试文件，也不要删除任何内容。\n- Never guess.\n- Never guess.';
    expect(found(text)).toEqual([
      'Hello. Always write tests!',
      '不要修改测试文件，也不要删除任何内容。',
      '- Never guess.',
    ]);
  });

  it('leaves out what is very long or says too little', () => {
    expect(found(`Ok.\nYou must ${'really '.repeat(60)}`)).toEqual([]);
  });

  it('listens to users only', () => {
    expect(found('You must keep this in mind.', 'assistant')).toEqual([]);
  });
});
