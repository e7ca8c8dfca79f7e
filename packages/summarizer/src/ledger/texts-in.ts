/** Has a slot of its own for every pair of ASCII characters. */
const SLOTS = 128 * 128;

/**
 * Returns those of the wanted texts that `text` contains. One pass: each position is compared only
 * with the wanted texts that begin with the same two characters.
 */
export function textsIn(text: string, wanted: readonly string[]): Set<string> {
  const found = new Set<string>();
  const byStart = new Map<number, string[]>();
  const mayStart = new Uint8Array(SLOTS);
  for (const value of wanted) {
    if (value.length < 2) {
      if (text.includes(value)) found.add(value);
      continue;
    }
    const key = startOf(value, 0);
    mayStart[slotOf(value, 0)] = 1;
    const others = byStart.get(key);
    if (others === undefined) byStart.set(key, [value]);
    else others.push(value);
  }
  for (let at = 0; at + 1 < text.length && byStart.size > 0; at++) {
    // Cheaper than to ask the map at every position.
    if (mayStart[slotOf(text, at)] === 0) continue;
    const key = startOf(text, at);
    const candidates = byStart.get(key);
    if (candidates === undefined) continue;
    const left = candidates.filter((value) => !text.startsWith(value, at));
    if (left.length === candidates.length) continue;
    for (const value of candidates) if (!left.includes(value)) found.add(value);
    if (left.length === 0) byStart.delete(key);
    else byStart.set(key, left);
  }
  return found;
}

function startOf(text: string, at: number): number {
  return text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);
}

function slotOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 128 + text.charCodeAt(at + 1)) % SLOTS;
}
