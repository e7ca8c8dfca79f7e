import type { StoredFact } from '@everlong/core';

import { foldWords } from '../text/fold-words.js';
import { entityKey, valueKey } from './fact-keys.js';

/** The keys that a key stands for through aliases, its entity's last; empty for an entity's own. */
export function standsFor(aliases: ReadonlyMap<string, string>, key: string): string[] {
  const found = new Set<string>();
  for (let next = aliases.get(key); next !== undefined; next = aliases.get(next)) {
    if (next === key || found.has(next)) break;
    found.add(next);
  }
  return [...found];
}

/** The key of the entity that a key stands for, through aliases. */
export function rootOf(aliases: ReadonlyMap<string, string>, key: string): string {
  return standsFor(aliases, key).at(-1) ?? key;
}

/** All keys of a name's entity, the name's own first. */
export function namesOf(aliases: ReadonlyMap<string, string>, name: string): string[] {
  const key = entityKey(name);
  if (aliases.size === 0) return [key];
  const root = rootOf(aliases, key);
  const others = [...aliases.keys()].filter((alias) => rootOf(aliases, alias) === root);
  return [...new Set([key, root, ...others])];
}

/** Whether a text holds one of the names, in whole words. */
export function holdsAny(text: string, names: readonly string[]): boolean {
  const words = ` ${foldWords(text).join(' ')} `;
  const plain = text.toLowerCase();
  return names.some((name) =>
    // A name of symbols alone, such as an emoji, is in no word.
    foldWords(name).length === 0 ? plain.includes(name) : words.includes(` ${name} `),
  );
}

/**
 * The facts that hold and contradict each other only since two names mean one entity: values of a
 * predicate that has one at a time. Nothing is stored of it, so that a merge can be undone.
 */
export function mergedRivals(
  facts: readonly StoredFact[],
  aliases: ReadonlyMap<string, string>,
): ReadonlySet<StoredFact> {
  if (aliases.size === 0) return new Set();
  const single = facts.filter(({ cardinality, isNegated }) => cardinality === 'one' && !isNegated);
  const groups = Map.groupBy(
    single,
    ({ subject, predicate }) => `${rootOf(aliases, entityKey(subject))}|${predicate}`,
  );
  const rivals = [...groups.values()].filter(
    (group) =>
      new Set(group.map(({ slot }) => slot)).size > 1 &&
      new Set(group.map(({ object }) => valueKey(object))).size > 1,
  );
  return new Set(rivals.flat());
}
