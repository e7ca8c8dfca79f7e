import { entityKey, valueKey } from './fact-keys.js';
import type { StoredFact } from '@everlong/core';

/**
 * The facts that hold and contradict each other only since two names mean one entity: values of a
 * predicate that has one at a time. Nothing is stored of it, so that a merge can be undone.
 *
 * @param names all keys of the entity
 */
export function mergedRivals(
  facts: readonly StoredFact[],
  names: readonly string[],
): ReadonlySet<StoredFact> {
  const own = facts.filter(
    ({ subject, cardinality, isNegated }) =>
      cardinality === 'one' && !isNegated && names.includes(entityKey(subject)),
  );
  const rivals = [...Map.groupBy(own, ({ predicate }) => predicate).values()].filter(
    (group) =>
      new Set(group.map(({ slot }) => slot)).size > 1 &&
      new Set(group.map(({ object }) => valueKey(object))).size > 1,
  );
  return new Set(rivals.flat());
}
