import type { MemoryHit, MemorySource, Recalled, StoredDocument } from '@everlong/core';

import { sourceEntries, toMemoryFact } from '../facts/to-memory-fact.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { MEMORY_FILE_SESSION, notedSession } from '../scope/scope-notes.js';
import type { ScoredFact } from './find-facts.js';
import { hashOf } from '../text/stored-text.js';
import type { ScoredDocument } from './score-documents.js';

export function factToHit(
  { countTokens }: Pick<MemoryContext, 'countTokens'>,
  { fact, score, breakdown }: ScoredFact,
): MemoryHit {
  const hit: MemoryHit = {
    kind: 'fact',
    text: fact.text + markOf(fact),
    sources: sourceEntries(fact),
    date: fact.validFrom,
    score,
    breakdown,
    tokens: 0,
    trust: fact.trust,
    fact: toMemoryFact(fact),
    restsOn: [`fact ${fact.id}`],
  };
  return { ...hit, tokens: countTokens(hitLine(hit)) };
}

function markOf({ isStale, isDisputed }: ScoredFact['fact']): string {
  if (isStale) return ' (may hold no longer: what it followed from has changed)';
  return isDisputed ? ' (disputed)' : '';
}

/** A message or a note as a hit. */
export function documentToHit(
  { countTokens }: Pick<MemoryContext, 'countTokens'>,
  { document, score, breakdown }: ScoredDocument,
): MemoryHit {
  const { layer, date, speaker, trust, text } = document;
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
    restsOn: [textMark(document)],
  };
  return { ...hit, tokens: countTokens(hitLine(hit)) };
}

/** A note's source is its session and range; `MEMORY.md` has none. */
function sourcesOf({ layer, sessionId, entryId }: StoredDocument): MemorySource[] {
  if (layer !== 'note') return [{ sessionId, entryId }];
  if (sessionId === MEMORY_FILE_SESSION) return [];
  return [{ sessionId: notedSession(sessionId) ?? sessionId, entryId }];
}

/**
 * A hit as one line with its date and who said it: `2026-05-01, user: "…"`. Line breaks become
 * spaces, so that neither text nor speaker can end the frame that quotes the line.
 */
export function hitLine({
  date,
  speaker,
  text,
  kind,
}: Pick<MemoryHit, 'date' | 'speaker' | 'text' | 'kind'>): string {
  const day = date.slice(0, 10);
  const said = text.trim();
  const line = kind === 'fact' ? `${day}: ${said}` : `${day}, ${speaker ?? 'unknown'}: "${said}"`;
  return line.replace(/\s+/g, ' ');
}

/** What a hit was made from; another text of the same chunk has another mark. */
function textMark({ sessionId, position, text }: StoredDocument): string {
  return `text ${position} ${hashOf(text)} ${sessionId}`;
}

/** Which facts and texts are no longer there as they were when they were recalled. */
export async function findForgotten(
  { index }: MemoryContext,
  scope: string,
  { factIds, restsOn }: Recalled,
): Promise<Recalled> {
  const factMarks = restsOn.flatMap((mark) => /^fact (\d{1,15})$/.exec(mark)?.[1] ?? []);
  const ids = [...new Set([...factIds, ...factMarks.map(Number)])];
  const places = restsOn.flatMap((mark) => {
    const [, position, sessionId] = /^text (\d{1,15}) \S+ ([\s\S]+)$/.exec(mark) ?? [];
    return sessionId === undefined ? [] : [{ sessionId, position: Number(position) }];
  });
  const facts = await index.facts(scope, { ids });
  const documents = places.length === 0 ? [] : await index.documents(scope, { places });
  const known = new Set([...facts.map(({ id }) => `fact ${id}`), ...documents.map(textMark)]);
  return {
    factIds: factIds.filter((id) => !known.has(`fact ${id}`)),
    restsOn: restsOn.filter((mark) => /^(?:fact|text) /.test(mark) && !known.has(mark)),
  };
}
