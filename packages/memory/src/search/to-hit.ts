import type { MemoryHit, MemorySource, StoredDocument } from '@everlong/core';

import { sourceEntries } from '../facts/source-entries.js';
import { toMemoryFact } from '../facts/to-memory-fact.js';
import { MEMORY_FILE_SESSION, notedSession } from '../scope/note-session.js';
import type { Analyzer } from '../text/analyzer.js';
import type { ScoredFact } from './find-facts.js';
import { hitLine } from './hit-line.js';
import { markOfDocument, markOfFact } from './hit-marks.js';
import type { RankedHit } from './pack-hits.js';
import type { ScoredDocument } from './score-documents.js';

/** What makes hits: it reads their words and counts their tokens. */
export interface HitContext {
  analyzer: Analyzer;
  countTokens(text: string): number;
}

/** A fact, or several values of one predicate together, as a hit. */
export function factToHit(
  { analyzer, countTokens }: HitContext,
  { fact, score, breakdown, note, text: grouped, factIds = [fact.id] }: ScoredFact,
): RankedHit {
  const stated = grouped ?? fact.text;
  const text = stated + note;
  const hit: MemoryHit = {
    kind: 'fact',
    text,
    sources: sourceEntries(fact),
    date: fact.validFrom,
    score,
    breakdown,
    tokens: 0,
    trust: fact.trust,
    fact: toMemoryFact(fact),
    restsOn: factIds.map(markOfFact),
  };
  return { hit: { ...hit, tokens: countTokens(hitLine(hit)) }, terms: analyzer.terms(stated) };
}

/** A message or a note as a hit. */
export function documentToHit(
  { countTokens }: Pick<HitContext, 'countTokens'>,
  { document, score, breakdown }: ScoredDocument,
): RankedHit {
  const { layer, date, speaker, trust, text, terms } = document;
  const hit: MemoryHit = {
    kind: layer === 'note' ? 'note' : 'episode',
    text,
    sources: sourcesOf(document),
    date,
    score,
    breakdown,
    tokens: 0,
    speaker,
    trust,
    restsOn: [markOfDocument(document)],
  };
  return { hit: { ...hit, tokens: countTokens(hitLine(hit)) }, terms };
}

/** A note's source is its session and range; `MEMORY.md` has none. */
function sourcesOf({ sessionId, entryId }: StoredDocument): MemorySource[] {
  if (sessionId === MEMORY_FILE_SESSION) return [];
  return [{ sessionId: notedSession(sessionId) ?? sessionId, entryId }];
}
