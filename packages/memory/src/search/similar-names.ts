import { entityKey } from '../facts/fact-keys.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** Facts searched for similar names. */
const MAX_FACTS = 5000;

const MAX_NAMES = 10;

/** Subjects that share a word with one of the names, or differ from it by a letter or two. */
export async function similarNames(
  { index }: MemoryContext,
  scope: string,
  names: readonly string[],
): Promise<string[]> {
  const facts = await index.facts(scope, { limit: MAX_FACTS });
  const subjects = new Map(facts.map(({ subject }) => [entityKey(subject), subject]));
  return [...subjects]
    .filter(([key]) => !names.includes(key) && names.some((name) => areSimilar(key, name)))
    .map(([, subject]) => subject)
    .slice(0, MAX_NAMES);
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
