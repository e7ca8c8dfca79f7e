import { ConfigError } from '@everlong/core';

import { namesOf, rootOf } from '../facts/entity-names.js';
import { entityKey } from '../facts/fact-keys.js';
import {
  changedFacts,
  type FactPlan,
  loadDependents,
  loadFacts,
  loadGrounds,
  newPlan,
} from '../facts/fact-plan.js';
import { separateFacts } from '../facts/remove-facts.js';
import { changeScope } from '../scope/change-scope.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** Makes two names mean one entity. Facts keep the name they were stated with. */
export async function mergeNames(
  context: MemoryContext,
  scope: string,
  name: string,
  alias: string,
): Promise<void> {
  const [key, aliasKey] = [entityKey(name), entityKey(alias)];
  await changeScope(context, scope, async () => {
    const aliases = await context.index.aliases(scope);
    if (rootOf(aliases, key) === rootOf(aliases, aliasKey)) return { result: undefined };
    const root = rootOf(aliases, aliasKey);
    return { result: undefined, changes: { putAliases: new Map([[root, rootOf(aliases, key)]]) } };
  });
}

/**
 * Undoes `mergeNames`: what one name's facts had ended of the other's holds again. Throws
 * `ConfigError` when the name is not an alias.
 */
export async function separateName(
  context: MemoryContext,
  scope: string,
  alias: string,
): Promise<void> {
  const key = entityKey(alias);
  await changeScope(context, scope, async (state) => {
    const aliases = await context.index.aliases(scope);
    if (!aliases.has(key)) {
      throw new ConfigError(
        `${JSON.stringify(alias)} is not an alias in ${scope}. Call entity() to see its aliases.`,
      );
    }
    const plan = newPlan(context, scope, state.nextFactId);
    await separate(plan, aliases, key);
    const putFacts = changedFacts(plan);
    return { result: undefined, changes: { removeAliases: [key], putFacts } };
  });
}

/** Plans what becomes of the facts of an entity when one of its names is an alias no more. */
async function separate(
  plan: FactPlan,
  aliases: ReadonlyMap<string, string>,
  alias: string,
): Promise<void> {
  const names = namesOf(aliases, alias);
  const left = new Map([...aliases].filter(([each]) => each !== alias));
  await loadDependents(plan, await loadFacts(plan, { entities: names }));
  await loadGrounds(plan);
  separateFacts(plan, (one, other) => {
    const [key, otherKey] = [entityKey(one.subject), entityKey(other.subject)];
    const wereOne = names.includes(key) && names.includes(otherKey);
    return wereOne && rootOf(left, key) !== rootOf(left, otherKey);
  });
}
