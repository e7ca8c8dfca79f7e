import type { Entry } from '../log/entry.js';
import { searchableText } from '../messages/message-text.js';
import type { SearchHit } from './store.js';
import { searchExcerpt, searchScore } from './text-search.js';

/** Finds the best of many entries while holding few of them. */
export interface SearchHits {
  /** Takes an entry into account if it matches the query. */
  add(entry: Entry): void;
  /** The best hits first; of equals, the newest. */
  best(): SearchHit[];
}

interface Candidate {
  hit: Omit<SearchHit, 'excerpt'>;
  excerpt: () => string;
}

/** The most candidates whose texts are in memory at once. */
const MAX_TEXTS = 256;

/** The hits of a search for `terms`: excerpts are made of the best `limit` ones only. */
export function createSearchHits(terms: readonly string[], limit: number): SearchHits {
  let best: Candidate[] = [];
  let latest: Candidate[] = [];

  function keepBest(): void {
    best = [...best, ...latest]
      .toSorted((left, right) => right.hit.score - left.hit.score || right.hit.seq - left.hit.seq)
      .slice(0, limit);
    const isNew = new Set(latest);
    for (const candidate of best) if (isNew.has(candidate)) keepExcerpt(candidate);
    latest = [];
  }

  return {
    add(entry) {
      const text = searchableText(entry.message);
      const score = searchScore(terms, text);
      if (score === 0) return;
      const { sessionId, id: entryId, seq } = entry;
      const hit = { sessionId, entryId, seq, score };
      latest.push({ hit, excerpt: () => searchExcerpt(terms, text) });
      if (latest.length === MAX_TEXTS) keepBest();
    },
    best() {
      keepBest();
      return best.map(({ hit, excerpt }) => ({ ...hit, excerpt: excerpt() }));
    },
  };
}

/** Replaces a candidate's text by its excerpt. */
function keepExcerpt(candidate: Candidate): void {
  const excerpt = candidate.excerpt();
  candidate.excerpt = () => excerpt;
}
