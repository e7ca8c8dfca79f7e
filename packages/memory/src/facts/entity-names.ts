import { entityKey } from './fact-keys.js';

/** The key of the entity that a key stands for, through aliases. */
export function rootOf(aliases: ReadonlyMap<string, string>, key: string): string {
  const seen = new Set([key]);
  let root = key;
  for (let next = aliases.get(root); next !== undefined; next = aliases.get(root)) {
    if (seen.has(next)) return root;
    seen.add(next);
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
