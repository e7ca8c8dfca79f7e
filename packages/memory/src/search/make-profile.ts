import type { MemoryProfile, ProfileOptions, StoredFact } from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { PROJECT, USER } from '../facts/fact-keys.js';
import { holds } from '../facts/holds.js';
import { mergedRivals } from '../facts/merged-rivals.js';
import { sourceEntries } from '../facts/source-entries.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { pointInTime } from '../scope/point-in-time.js';

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
  const aliases = await context.index.aliases(scope);
  const names = namesOf(aliases, USER);
  const entities = [...names, PROJECT];
  const at = pointInTime(context, {});
  const facts = await context.index.facts(scope, { entities, past: false });
  const decisions = await context.index.facts(scope, { kind: 'decision', past: false });
  const all = [...new Map([...facts, ...decisions].map((fact) => [fact.id, fact])).values()];
  const held = all.filter((fact) => holds(fact, at));
  const rivals = mergedRivals(held, names);
  const told = held
    .filter((fact) => isTrusted(fact) && !rivals.has(fact) && !isExcluded(fact, excludes))
    .toSorted((left, right) => right.importance - left.importance || right.id - left.id);
  const taken: { fact: StoredFact; line: string }[] = [];
  let tokens = 0;
  for (const fact of told) {
    const line = `- ${fact.text.replace(/\s+/g, ' ')} (${fact.validFrom.slice(0, 10)})`;
    const size = context.countTokens(`${line}\n`);
    if (tokens + size > maxTokens) continue;
    taken.push({ fact, line });
    tokens += size;
  }
  const sources = taken.flatMap(({ fact }) => sourceEntries(fact));
  return {
    text: taken.map(({ line }) => line).join('\n'),
    tokens,
    factIds: taken.map(({ fact }) => fact.id),
    sources: sources.filter((source) => excludes?.(source) !== true),
  };
}

function isExcluded({ sources }: StoredFact, excludes: ProfileOptions['excludes']): boolean {
  return (
    excludes !== undefined &&
    sources.length > 0 &&
    sources.every(({ sessionId, entryId }) => excludes({ sessionId, entryId }))
  );
}

function isTrusted(fact: StoredFact): boolean {
  return (
    fact.trust === 'user' &&
    !fact.isDisputed &&
    !fact.isStale &&
    !fact.isNegated &&
    fact.kind !== 'procedure' &&
    fact.importance >= MIN_IMPORTANCE
  );
}
