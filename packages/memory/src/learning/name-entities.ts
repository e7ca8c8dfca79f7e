import { ConfigError } from '@everlong/core';

import { rootOf } from '../facts/entity-names.js';
import { entityKey } from '../facts/fact-keys.js';
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

/** Undoes `mergeNames`. Throws `ConfigError` when the name is not an alias. */
export async function separateName(
  context: MemoryContext,
  scope: string,
  alias: string,
): Promise<void> {
  const key = entityKey(alias);
  await changeScope(context, scope, async () => {
    const aliases = await context.index.aliases(scope);
    if (!aliases.has(key)) {
      throw new ConfigError(
        `${JSON.stringify(alias)} is not an alias in ${scope}. Call entity() to see its aliases.`,
      );
    }
    return { result: undefined, changes: { removeAliases: [key] } };
  });
}
