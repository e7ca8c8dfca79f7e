import { shortHash } from '@everlong/core/internal';

/**
 * Ids of tool calls that every provider takes: Anthropic wants `[a-zA-Z0-9_-]+`, OpenAI at most
 * 40 characters. Others are replaced by a hash of themselves, the same one each time.
 */
export function viewCallId(id: string): string {
  return /^[a-zA-Z0-9_-]{1,40}$/.test(id) ? id : `call_${shortHash(id)}`;
}

/**
 * Gives out each id once: a repeated one gets a number. Remembers how often an id was asked for, so
 * that many repeats stay cheap.
 */
export function createIdClaims(): (id: string) => string {
  const taken = new Set<string>();
  const copies = new Map<string, number>();
  return (wanted) => {
    let id = wanted;
    for (let copy = (copies.get(wanted) ?? 1) + 1; taken.has(id); copy++) {
      id = viewCallId(`${wanted}_${copy}`);
      copies.set(wanted, copy);
    }
    taken.add(id);
    return id;
  };
}

/**
 * Tool names that every provider takes: a letter or `_`, then letters, digits, `_`, `-`; 64 at
 * most.
 */
export function viewToolName(name: string): string {
  if (/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name)) return name;
  const cleaned = name.replace(/[^a-zA-Z0-9_-]/g, '_').replace(/^(?![a-zA-Z_])/, '_');
  return cleaned.slice(0, 64);
}
