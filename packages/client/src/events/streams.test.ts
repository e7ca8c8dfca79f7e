import { describe, expect, it } from 'vitest';

import { eventsOf, linesOf } from './streams.js';

/** A response that brings a text in pieces of a length. */
function inPieces(text: string, length: number): Response {
  let start = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = text.slice(start, (start += length));
      if (piece === '') controller.close();
      else controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  return new Response(body);
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('streams', () => {
  const text = '{"n":1}\n\n{"n":22}\n{"n":333}';
  const events = [1, 2, 3].map((n) => `id: ${n}\nevent: append\ndata: {"n":\ndata: ${n}}\n\n`);
  const read = [1, 2, 3].map((n) => ({ id: `${n}`, event: 'append', data: { n } }));

  it.each([1, 2, 3, 5, 8, 1000])('are the same in pieces of %d', async (length) => {
    expect(await all(linesOf(inPieces(text, length)))).toEqual([{ n: 1 }, { n: 22 }, { n: 333 }]);
    const stream = `${events.join('')}id: 4\n\n`;
    expect(await all(eventsOf(inPieces(stream, length)))).toEqual([...read, { id: '4' }]);
  });

  it('leave out an event that is cut off', async () => {
    const [first = '', second = ''] = events;
    for (let length = 0; length < second.length - 1; length++) {
      const cut = inPieces(first + second.slice(0, length), 1000);
      expect(await all(eventsOf(cut))).toEqual([read[0]]);
    }
  });

  // Takes minutes where what has come is looked through again with each piece.
  it('read a line of 16 MB that comes in small pieces', async () => {
    const line = JSON.stringify('x'.repeat(16_000_000));
    const [value] = await all(linesOf<string>(inPieces(`${line}\n`, 64)));
    expect(value).toHaveLength(16_000_000);
  });
});
