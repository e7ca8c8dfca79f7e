/** Texts that share this much of the words of both are duplicates. */
const SHARED = 0.9;

/** Makes a predicate that is true for texts that repeat an earlier one. */
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
