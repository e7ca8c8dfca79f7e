import type { StoredDocument, StoredFact } from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { USER } from '../facts/fact-keys.js';
import { slotsOf } from '../facts/plan-facts.js';
import { singlePredicates } from '../facts/predicates.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** Facts of each kind in one question. */
const MAX_MATCHING = 30;
const MAX_RECENT = 20;

/**
 * What holds and messages may change: facts with their words, what their
 * speakers have one of, and what their sessions stated last. In the order of their ids.
 */
export async function factsToAskWith(
  { index }: MemoryContext,
  scope: string,
  messages: readonly StoredDocument[],
): Promise<StoredFact[]> {
  const found = new Map<number, StoredFact>();
  const add = (facts: readonly StoredFact[]): void => {
    for (const fact of facts) {
      if (fact.kind !== 'procedure' && fact.validTo === undefined) found.set(fact.id, fact);
    }
  };
  const words = new Set(messages.flatMap(({ terms }) => terms));
  const terms = [...words];
  add(await index.candidates(scope, { layer: 'facts', terms, limit: MAX_MATCHING }));
  const aliases = await index.aliases(scope);
  const speakers = new Set(messages.map(({ speaker }) => (speaker === 'user' ? USER : speaker)));
  for (const speaker of speakers) {
    const names = namesOf(aliases, speaker);
    const slots = singlePredicates.flatMap((predicate) => slotsOf(names, predicate));
    add(await index.facts(scope, { slots, past: false }));
  }
  for (const sessionId of new Set(messages.map((message) => message.sessionId))) {
    add((await index.facts(scope, { sessionId, past: false })).slice(-MAX_RECENT));
  }
  return [...found.values()].toSorted((left, right) => left.id - right.id);
}
