import type { FactSource, StoredFact } from '@everlong/core';

export interface FactRow {
  key: number;
  is_past: number;
  terms: string;
  fact: string;
}

/** Defaults, which a row leaves out. */
const usual = {
  kind: 'attribute',
  cardinality: 'many',
  isNegated: false,
  isStale: false,
  isDisputed: false,
  isDated: false,
  confidence: 1,
  importance: 0.5,
  trust: 'user',
  uses: 0,
  successes: 0,
} as const satisfies Partial<StoredFact>;

type PackedSource = [sessionId: string, entryId: string, start: number, end: number, seq?: number];

/** Whether a search for current facts leaves this one out. */
export function isPast(fact: Pick<StoredFact, 'retiredAt' | 'validTo'>): boolean {
  return fact.retiredAt !== undefined || fact.validTo !== undefined;
}

export function encodeFact(fact: StoredFact): string {
  const { id: _id, terms: _terms, sources, derivedFrom, entities, slot, ...rest } = fact;
  const packed: Record<string, unknown> = { slot, entities };
  for (const [name, value] of Object.entries(rest)) {
    if (!(name in usual) || usual[name as keyof typeof usual] !== value) packed[name] = value;
  }
  if (sources.length > 0) packed['sources'] = sources.map(packSource);
  if (derivedFrom.length > 0) packed['derivedFrom'] = derivedFrom;
  return JSON.stringify(packed);
}

export function decodeFact(row: FactRow): StoredFact {
  const packed = JSON.parse(row.fact) as Omit<StoredFact, 'sources' | 'derivedFrom'> & {
    sources?: PackedSource[];
    derivedFrom?: number[];
  };
  return {
    ...usual,
    ...packed,
    id: row.key % 2 ** 32,
    sources: (packed.sources ?? []).map(unpackSource),
    derivedFrom: packed.derivedFrom ?? [],
    terms: row.terms === '' ? [] : row.terms.split(' '),
  };
}

function packSource({ sessionId, entryId, start, end, seq }: FactSource): PackedSource {
  return seq === undefined
    ? [sessionId, entryId, start, end]
    : [sessionId, entryId, start, end, seq];
}

function unpackSource([sessionId, entryId, start, end, seq]: PackedSource): FactSource {
  return { sessionId, entryId, start, end, ...(seq === undefined ? {} : { seq }) };
}
