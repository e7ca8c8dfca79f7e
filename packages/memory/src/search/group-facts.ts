import type { StoredFact } from '@everlong/core';

import { factSentence } from '../facts/fact-sentence.js';
import type { ScoredFact } from './find-facts.js';

/** Values in one line. */
const MAX_VALUES = 8;

/** Facts with longer values are not grouped. */
const MAX_LENGTH = 40;

/**
 * Facts with the values of a predicate that has several at a time in one: `The user speaks Basque,
 * Catalan`. A group takes the place of its best fact.
 */
export function groupFacts(facts: readonly ScoredFact[]): ScoredFact[] {
  const groups = new Map<string, ScoredFact[]>();
  for (const each of facts) {
    const { fact } = each;
    const key = isGroupable(each) ? `${fact.slot} ${fact.trust}` : String(fact.id);
    const group = groups.get(key) ?? [];
    if (group.length < MAX_VALUES) groups.set(key, [...group, each]);
  }
  return [...groups.values()].flatMap(toGroup);
}

function isGroupable({ fact, note }: ScoredFact): boolean {
  const { cardinality, isNegated, kind, object } = fact;
  return (
    cardinality === 'many' &&
    !isNegated &&
    note === '' &&
    (kind === 'attribute' || kind === 'preference') &&
    object.length <= MAX_LENGTH
  );
}

function toGroup(group: readonly ScoredFact[]): ScoredFact[] {
  const [best] = group;
  if (best === undefined || group.length === 1) return [...group];
  const facts = group.map(({ fact }) => fact);
  const object = facts.map((fact) => fact.object).join(', ');
  const sources = facts.flatMap((fact) => fact.sources);
  const fact: StoredFact = { ...best.fact, sources };
  const factIds = facts.map(({ id }) => id);
  return [{ ...best, fact, factIds, text: factSentence({ ...fact, object }) }];
}
