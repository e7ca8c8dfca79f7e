import { type Entry, isUserEntry, type SearchHit, toolCallsOf } from '@everlong/core';
import { searchableText, searchScore, searchTerms } from '@everlong/core/store-kit';

/** The tools whose calls and results are no part of what was said. */
const HISTORY_TOOL = /^history_(?:search|expand)$/;
/**
 * What a speaker adds to the share of the query's words that an entry holds: whoever looks
 * something up wants to know what was said, and files hold many words.
 */
const USER_BONUS = 0.4;
const ASSISTANT_BONUS = 0.15;

/**
 * Hits without those of the history tools themselves, which only repeat what they found: by the
 * share of the query's words, statements of the user before those of the assistant, and these
 * before what tools printed; of equals in the given order. Hits whose entry is not given come last.
 */
export function rankHits<Hit extends Pick<SearchHit, 'seq'>>(
  query: string,
  hits: readonly Hit[],
  entries: readonly Entry[],
): Hit[] {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const terms = searchTerms(query);
  return hits
    .flatMap((hit) => {
      const entry = bySeq.get(hit.seq);
      if (entry === undefined) return [{ hit, worth: 0 }];
      return isLookUp(entry) ? [] : [{ hit, worth: worthOf(entry, terms) }];
    })
    .toSorted((left, right) => right.worth - left.worth)
    .map(({ hit }) => hit);
}

function worthOf(entry: Entry, terms: readonly string[]): number {
  const text = searchableText(entry.message);
  const held = terms.filter((term) => searchScore([term], text) > 0).length;
  return held / Math.max(1, terms.length) + bonusOf(entry);
}

function bonusOf(entry: Entry): number {
  if (isUserEntry(entry)) return USER_BONUS;
  const { message } = entry;
  return message.role === 'assistant' && toolCallsOf(message).length === 0 ? ASSISTANT_BONUS : 0;
}

/** Whether an entry holds nothing but calls or results of the history tools. */
function isLookUp({ message }: Entry): boolean {
  if (typeof message.content === 'string') return false;
  const parts = message.content.filter((part) => part.type !== 'reasoning');
  return (
    parts.length > 0 &&
    parts.every((part) => 'toolName' in part && HISTORY_TOOL.test(part.toolName))
  );
}
