/** Two texts say the same when they share this much of the words of both. */
const SHARED = 0.9;

/** Tells texts that repeat one that was seen before. */
export function createRepetitionFilter(): (terms: readonly string[], text: string) => boolean {
  const seen: { terms: ReadonlySet<string>; text: string }[] = [];
  return (terms, text) => {
    const own = { terms: new Set(terms), text: text.trim().toLowerCase() };
    const repeats = seen.some(
      (other) =>
        other.text === own.text || (own.terms.size > 2 && areAlike(own.terms, other.terms)),
    );
    if (!repeats) seen.push(own);
    return repeats;
  };
}

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size < SHARED * large.size) return false;
  let shared = 0;
  for (const term of small) if (large.has(term)) shared++;
  return shared >= SHARED * large.size;
}
