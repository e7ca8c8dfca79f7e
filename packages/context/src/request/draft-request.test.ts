import { toEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { createHeadText, type HeadText } from '../state/head-text.js';
import { DEFAULT_INSTRUCTIONS, renderInstructions } from './draft-request.js';

const count = (text: string): number => Math.ceil(text.length / 4);

const headOf = (...texts: string[]): HeadText =>
  createHeadText(toEntries(texts.map((content) => ({ role: 'system', content }))));

describe('renderInstructions', () => {
  it('puts the log’s own first, then the caller’s, then the snapshot', () => {
    const head = headOf('You are Ada.', ' ', 'You speak French.');
    const parts = { head, caller: 'Be brief.', summary: 'Before: much.' };
    const { text, head: fate } = renderInstructions(parts, 1000, count);
    expect(text).toBe('You are Ada.\n\nYou speak French.\n\nBe brief.\n\nBefore: much.');
    expect(fate).toBe('verbatim');
  });

  it('keeps a short head whole, however little room it is given', () => {
    const head = headOf('Be kind.');
    expect(renderInstructions({ head }, 2, count)).toMatchObject({
      text: 'Be kind.',
      head: 'verbatim',
    });
  });

  it('cuts a long head to its room, and leaves it out where that says nothing', () => {
    const head = headOf('You are a careful engineer. '.repeat(100));
    const cut = renderInstructions({ head, caller: 'Be brief.' }, 100, count);
    expect(cut.head).toBe('truncated');
    expect(count(cut.text)).toBeLessThanOrEqual(104);
    expect(renderInstructions({ head, caller: 'Be brief.' }, 10, count)).toMatchObject({
      text: 'Be brief.',
      head: 'dropped',
    });
  });

  it('says something where nobody gave instructions, since providers want some', () => {
    expect(renderInstructions({ head: headOf() }, 0, count)).toMatchObject({
      text: DEFAULT_INSTRUCTIONS,
      head: 'verbatim',
    });
    expect(renderInstructions({ head: headOf(' \n'), caller: ' ' }, 0, count).text).toBe(
      DEFAULT_INSTRUCTIONS,
    );
  });

  it('counts what it renders, with the frames around it', () => {
    const { text, tokens } = renderInstructions({ head: headOf(), caller: 'Be brief.' }, 0, count);
    expect(tokens).toBe(count(text) + 8);
  });
});
