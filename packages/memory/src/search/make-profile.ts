import type { MemoryProfile, ProfileOptions, StoredFact } from '@everlong/core';

import { mergedRivals, namesOf } from '../facts/entity-names.js';
import { PROJECT, USER } from '../facts/fact-keys.js';
import { isExcluded, sourceEntries } from '../facts/to-memory-fact.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { holds, pointInTime } from '../scope/point-in-time.js';

/** Less important facts are left out. */
const MIN_IMPORTANCE = 0.5;

/**
 * Current facts about the user and the project that fit, the most important first. Leaves out what
 * tools said and what is disputed, negated or stale.
 */
export async function makeProfile(
  context: MemoryContext,
  scope: string,
  { maxTokens, excludes }: ProfileOptions,
): Promise<MemoryProfile> {
  const { index, countTokens } = context;
  const aliases = await index.aliases(scope);
  const at = pointInTime(context, {});
  const entities = [...namesOf(aliases, USER), PROJECT];
  const facts = await index.facts(scope, { entities, past: false });
  const decisions = await index.facts(scope, { kind: 'decision', past: false });
  const all = new Map([...facts, ...decisions].map((fact) => [fact.id, fact]));
  const held = [...all.values()].filter((fact) => holds(fact, at));
  const rivals = mergedRivals(held, aliases);
  const told = held
    .filter(
      (fact) => isTrusted(fact) && !rivals.has(fact) && !isExcluded(sourceEntries(fact), excludes),
    )
    .toSorted((left, right) => right.importance - left.importance || right.id - left.id);
  const taken: { fact: StoredFact; line: string }[] = [];
  let tokens = 0;
  for (const fact of told) {
    const line = `- ${fact.text.replace(/\s+/g, ' ')} (${fact.validFrom.slice(0, 10)})`;
    const size = countTokens(`${line}\n`);
    if (tokens + size > maxTokens) continue;
    taken.push({ fact, line });
    tokens += size;
  }
  return {
    text: taken.map(({ line }) => line).join('\n'),
    tokens,
    factIds: taken.map(({ fact }) => fact.id),
    sources: taken
      .flatMap(({ fact }) => sourceEntries(fact))
      .filter((source) => excludes?.(source) !== true),
  };
}

function isTrusted(fact: StoredFact): boolean {
  const isDoubtful = fact.isDisputed || fact.isStale || fact.isNegated;
  const isSaid = fact.trust === 'user' && fact.kind !== 'procedure';
  return isSaid && !isDoubtful && fact.importance >= MIN_IMPORTANCE;
}
