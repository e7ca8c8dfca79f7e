import { describe, expect, it } from 'vitest';

import { toEntry } from '../log/entry-codec.js';
import type { Entry } from '../log/entry.js';
import { createSearchHits } from './search-hits.js';
import { searchTerms } from './text-search.js';

const entry = (seq: number, content: string): Entry =>
  toEntry({ id: `entry-${seq}`, message: { role: 'user', content } }, 'session', seq);

function search(query: string, limit: number, entries: readonly Entry[]) {
  const hits = createSearchHits(searchTerms(query), limit);
  for (const each of entries) hits.add(each);
  return hits.best();
}

describe('createSearchHits', () => {
  it('gives the best first, and of equals the newest', () => {
    const entries = ['the helm', 'nothing', 'helm chart', 'the helm'].map((text, seq) =>
      entry(seq, text),
    );
    expect(search('helm chart', 2, entries).map((hit) => hit.seq)).toEqual([2, 3]);
    expect(search('helm chart', 9, entries).map((hit) => hit.entryId)).toEqual([
      'entry-2',
      'entry-3',
      'entry-0',
    ]);
    expect(search('helm chart', 0, entries)).toEqual([]);
  });

  it('finds the best of thousands, wherever they are', () => {
    const entries = Array.from({ length: 3000 }, (_, seq) =>
      entry(seq, seq % 700 === 13 ? `helm chart ${seq}` : `helm ${seq}`),
    );
    const hits = search('helm chart', 5, entries);
    expect(hits.map((hit) => hit.seq)).toEqual([2813, 2113, 1413, 713, 13]);
    expect(hits.map((hit) => hit.excerpt)).toEqual(hits.map((hit) => `helm chart ${hit.seq}`));
    expect(search('helm', Infinity, entries)).toHaveLength(3000);
  });

  it('looks into calls and results', () => {
    const call = toEntry(
      {
        message: {
          role: 'assistant',
          content: [
            { type: 'tool-call', toolCallId: '1', toolName: 'grep', input: { pattern: 'needle' } },
          ],
        },
      },
      'session',
      0,
    );
    expect(search('needle', 1, [call])[0]?.excerpt).toContain('needle');
  });
});
