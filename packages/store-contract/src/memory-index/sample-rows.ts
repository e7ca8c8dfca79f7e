import type { StoredDocument, StoredFact } from '@everlong/core';

/** A document of a session `one`, unless the changes say otherwise. */
export function sampleDocument(changes: Partial<StoredDocument> = {}): StoredDocument {
  const text = changes.text ?? 'the heron waits';
  const position = changes.position ?? 0;
  return {
    layer: 'episode',
    sessionId: 'one',
    position,
    entryId: `entry-${position}`,
    seq: position,
    offset: 0,
    role: 'user',
    speaker: 'user',
    trust: 'user',
    date: '2026-03-02T10:00:00.000Z',
    text,
    terms: text.split(' '),
    isPending: false,
    ...changes,
  };
}

export function sampleFact(changes: Partial<StoredFact> = {}): StoredFact {
  const id = changes.id ?? 1;
  const object = changes.object ?? 'heron';
  return {
    id,
    subject: 'user',
    predicate: 'likes',
    object,
    text: `The user likes ${object}`,
    kind: 'preference',
    cardinality: 'many',
    isNegated: false,
    validFrom: '2026-03-02T10:00:00.000Z',
    recordedAt: '2026-03-02T10:00:00.000Z',
    derivedFrom: [],
    isStale: false,
    isDisputed: false,
    confidence: 0.9,
    importance: 0.6,
    trust: 'user',
    sources: [{ sessionId: 'one', entryId: 'entry-0', seq: 0, start: 0, end: 10 }],
    uses: 0,
    successes: 0,
    slot: 'user|likes',
    entities: ['user'],
    isDated: false,
    terms: ['like', object],
    ...changes,
  };
}
