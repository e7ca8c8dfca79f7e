/** The candidate that a misspelt name most likely means, or `undefined` when none is near. */
function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const allowed = Math.max(2, Math.floor(name.length / 3));
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance <= allowed && (best === undefined || distance < best.distance)) {
      best = { candidate, distance };
    }
  }
  return best?.candidate;
}

/** ` Did you mean "x"?`, or nothing. */
export function suggestion(name: string, candidates: readonly string[]): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

/** Insertions, deletions and substitutions that lead from one text to the other. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, character] of Array.from(left).entries()) {
    const current = [row + 1];
    for (const [column, other] of Array.from(right).entries()) {
      const substituted = (previous[column] ?? 0) + (character === other ? 0 : 1);
      current.push(
        Math.min(substituted, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
