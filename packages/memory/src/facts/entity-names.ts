import { entityKey } from './fact-keys.js';

const MAX_DEPTH = 16;

/** The key of the entity that a key stands for, through aliases. */
export function rootOf(aliases: ReadonlyMap<string, string>, key: string): string {
  let root = key;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const next = aliases.get(root);
    if (next === undefined || next === key) return root;
    root = next;
  }
  return root;
}

/** All keys of a name's entity, the name's own first. */
export function namesOf(aliases: ReadonlyMap<string, string>, name: string): string[] {
  const key = entityKey(name);
  if (aliases.size === 0) return [key];
  const root = rootOf(aliases, key);
  const others = [...aliases.keys()].filter((alias) => rootOf(aliases, alias) === root);
  return [...new Set([key, root, ...others])];
}
