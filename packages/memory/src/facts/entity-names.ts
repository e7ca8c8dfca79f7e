import { foldWords } from '../text/fold-words.js';
import { entityKey } from './fact-keys.js';

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
