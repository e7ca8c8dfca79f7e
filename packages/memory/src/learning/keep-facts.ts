import type { FactSource, StoredDocument, StoredFact } from '@everlong/core';

import { entryKey } from '../facts/entry-key.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** What stays of entries that are forgotten for a part of what they say. */
export interface KeptFacts {
  /** The sources that are left of each fact that stays, by its id. */
  sources: Map<number, readonly FactSource[]>;
  /** The sentences of these facts, in the places of the entries that held them. */
  quotes: StoredDocument[];
}

export const NOTHING_KEPT: KeptFacts = { sources: new Map(), quotes: [] };

/**
 * The facts of forgotten entries that say nothing of what is forgotten, neither themselves nor in
 * the sentence that they were read from.
 *
 * @param facts those that rest on the documents, without the forgotten ones
 * @param mentions whether a text says something about what is forgotten
 */
export function keepFacts(
  { analyzer }: MemoryContext,
  documents: readonly StoredDocument[],
  facts: readonly StoredFact[],
  mentions: (text: string, source?: FactSource) => boolean,
): KeptFacts {
  const chunks = Map.groupBy(
    documents.filter(({ layer }) => layer === 'episode'),
    entryKey,
  );
  const gone = new Set(documents.map(entryKey));
  const isKept = (source: FactSource): boolean => {
    if (!gone.has(entryKey(source))) return true;
    const said = (chunks.get(entryKey(source)) ?? []).map((chunk) => spanIn(chunk, source));
    const text = said.map(({ from, to, text: each }) => each.slice(from, to)).join(' ');
    return (text.trim() !== '' || source.end === source.start) && !mentions(text, source);
  };
  const sources = new Map<number, readonly FactSource[]>();
  for (const fact of facts) {
    const { subject, predicate, object, text } = fact;
    if (mentions([subject, predicate, object, text].join(' '))) continue;
    const left = fact.sources.filter(isKept);
    if (left.length > 0) sources.set(fact.id, left);
  }
  const spans = Map.groupBy([...sources.values()].flat(), entryKey);
  const quotes = [...chunks].flatMap(([key, each]) =>
    each.flatMap((chunk) => quoteOf(chunk, spans.get(key) ?? [])),
  );
  return {
    sources,
    quotes: quotes.map((quote) => ({ ...quote, terms: analyzer.terms(quote.text) })),
  };
}

/** The part of a chunk that a fact was read from. */
function spanIn({ text, offset }: StoredDocument, { start, end }: FactSource) {
  const from = Math.min(Math.max(start - offset, 0), text.length);
  return { text, from, to: Math.max(from, Math.min(end - offset, text.length)) };
}

/** The chunk with blanks for all but the spans, so that these stay in their places. */
function quoteOf(chunk: StoredDocument, sources: readonly FactSource[]): StoredDocument[] {
  const spans = sources
    .map((source) => spanIn(chunk, source))
    .toSorted((left, right) => left.from - right.from);
  let text = '';
  for (const { from, to } of spans) {
    const next = Math.max(from, text.length);
    if (to > next) text = text.padEnd(next) + chunk.text.slice(next, to);
  }
  const quoted = text.trimStart();
  if (quoted === '') return [];
  const offset = chunk.offset + text.length - quoted.length;
  return [{ ...chunk, text: quoted, offset, isPending: false }];
}
