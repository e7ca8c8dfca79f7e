import { describe, expect, it } from 'vitest';

import type { Loss } from '../messages/loss.js';
import { read, write } from './index.js';

const text = (data: string, title?: string) => ({
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data },
  ...(title === undefined ? {} : { title }),
  citations: { enabled: true },
});
const pdf = {
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' },
  citations: { enabled: true },
};
const chars = (
  document_index: number,
  cited_text: string,
  document_title: string | null = null,
) => ({
  type: 'char_location',
  cited_text,
  document_index,
  document_title,
  start_char_index: 0,
  end_char_index: cited_text.length,
});
const page = (document_index: number) => ({
  type: 'page_location',
  cited_text: 'a',
  document_index,
  document_title: null,
  start_page_number: 1,
  end_page_number: 2,
});

/** The citations of the last answer after a way there and back, and what was lost. */
function citedAfter(blocks: readonly object[], citations: readonly object[]) {
  const losses: Loss[] = [];
  const messages = read([
    { role: 'user', content: [...blocks, { type: 'text', text: 'Well?' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'So.', citations }] },
  ]);
  const body = write({ messages }, { onLoss: (loss) => losses.push(loss) });
  const [block] = (body.messages.at(-1)?.content ?? []) as { citations?: object[] }[];
  return { citations: block?.citations, losses };
}

describe('a citation', () => {
  it.each([
    ['words of a text', [text('abc'), text('def')], chars(1, 'def')],
    ['a document of that title', [text('abc', 'a.txt')], chars(0, 'abc', 'a.txt')],
    ['a page', [pdf], page(0)],
    [
      'a block of a document in blocks',
      [
        {
          type: 'document',
          source: { type: 'content', content: [{ type: 'text', text: 'abc' }] },
          citations: { enabled: true },
        },
      ],
      { ...chars(0, 'abc'), type: 'content_block_location' },
    ],
    [
      'a search result',
      [{ type: 'search_result', source: 'kb/1', title: 'One', content: [] }],
      { type: 'search_result_location', search_result_index: 0, source: 'kb/1' },
    ],
    ['a page of the web', [], { type: 'web_search_result_location', url: 'https://x.com' }],
  ])('of %s that the request holds is written as it was', (_what, blocks, citation) => {
    const { citations, losses } = citedAfter(blocks, [citation]);
    expect(citations).toEqual([citation]);
    expect(losses).toEqual([]);
  });

  it.each([
    ['there is no such document', [text('abc')], chars(1, 'abc')],
    ['another document took its place', [text('def')], chars(0, 'abc')],
    ['the title is another', [text('abc', 'b.txt')], chars(0, 'abc', 'a.txt')],
    ['a text has no pages', [text('abc')], page(0)],
    [
      'there is no such search result',
      [{ type: 'search_result', source: 'kb/2', title: 'Two', content: [] }],
      { type: 'search_result_location', search_result_index: 0, source: 'kb/1' },
    ],
  ])('is left out and named where %s', (_what, blocks, citation) => {
    const { citations, losses } = citedAfter(blocks, [citation]);
    expect(citations).toBeUndefined();
    expect(losses).toEqual([
      { kind: 'citation', message: 1, part: 0, detail: expect.stringMatching(/./) },
    ]);
  });

  it('leaves those beside it', () => {
    const { citations } = citedAfter([text('abc')], [chars(0, 'abc'), chars(5, 'abc')]);
    expect(citations).toEqual([chars(0, 'abc')]);
  });

  it('of a document in a result of a tool is kept', () => {
    const messages = read([
      { role: 'user', content: 'Fetch it' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'fetch', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't', content: [text('abc')] }],
      },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'So.', citations: [chars(0, 'abc')] }],
      },
    ]);
    expect(JSON.stringify(write({ messages }))).toContain('char_location');
  });

  it('is kept in messages by themselves: their documents may be elsewhere', () => {
    const answer = {
      role: 'assistant',
      content: [{ type: 'text', text: 'So.', citations: [chars(3, 'abc')] }],
    };
    expect(write(read(answer))).toEqual([answer]);
  });
});
