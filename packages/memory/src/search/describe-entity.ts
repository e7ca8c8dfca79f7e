import type { AsOf, MemoryEntity, StoredFact } from '@everlong/core';

import { namesOf, rootOf } from '../facts/entity-names.js';
import { entityKey } from '../facts/fact-keys.js';
import { holds } from '../facts/holds.js';
import { mergedRivals } from '../facts/merged-rivals.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { pointInTime } from '../scope/point-in-time.js';
import { toMemoryFact } from '../facts/to-memory-fact.js';

/** Facts searched for similar names. */
const MAX_FACTS = 5000;

export async function describeEntity(
  context: MemoryContext,
  scope: string,
  name: string,
  asOf: AsOf = {},
): Promise<MemoryEntity | undefined> {
  const { index } = context;
  const aliases = await index.aliases(scope);
  const names = namesOf(aliases, name);
  const at = pointInTime(context, asOf);
  const known = (await index.facts(scope, { entities: names })).filter(
    (fact) => fact.kind !== 'procedure' && fact.recordedAt <= at.knownAt,
  );
  if (known.length === 0 && names.length === 1) return undefined;
  const facts = known.filter((fact) => holds(fact, at));
  const rivals = mergedRivals(facts, names);
  const marked = facts.map((fact) => (rivals.has(fact) ? { ...fact, isDisputed: true } : fact));
  const shown = rootOf(aliases, entityKey(name));
  return {
    name: known.find(({ subject }) => entityKey(subject) === shown)?.subject ?? shown,
    aliases: names.filter((other) => other !== shown),
    facts: newestFirst(marked).map(toMemoryFact),
    past: newestFirst(
      known.filter((fact) => !facts.includes(fact) && fact.validFrom <= at.validAt),
    ).map(toMemoryFact),
    suggestions: await similarNames(context, scope, names),
  };
}

function newestFirst(facts: readonly StoredFact[]): StoredFact[] {
  return facts.toSorted(
    (left, right) => compare(right.validFrom, left.validFrom) || right.id - left.id,
  );
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Subjects that share a word with a name, or differ from it by a letter or two. */
async function similarNames(
  { index }: MemoryContext,
  scope: string,
  names: readonly string[],
): Promise<string[]> {
  const facts = await index.facts(scope, { limit: MAX_FACTS });
  const subjects = new Map(facts.map(({ subject }) => [entityKey(subject), subject]));
  return [...subjects]
    .filter(([key]) => !names.includes(key) && names.some((name) => areSimilar(key, name)))
    .map(([, subject]) => subject)
    .slice(0, 10);
}

function areSimilar(one: string, other: string): boolean {
  const words = new Set(one.split(' '));
  if (other.split(' ').some((word) => word.length > 2 && words.has(word))) return true;
  const allowed = Math.min(one.length, other.length) >= 8 ? 2 : 1;
  return Math.min(one.length, other.length) >= 4 && distance(one, other, allowed) <= allowed;
}

/** The edit distance, at most `most + 1`. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most || one.length > 60) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let from = 1; from <= one.length; from++) {
    const next = [from];
    for (let to = 1; to <= other.length; to++) {
      const change = (row[to - 1] ?? 0) + (one[from - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(change, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? most + 1;
}
