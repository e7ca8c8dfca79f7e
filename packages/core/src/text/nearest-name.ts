/** The candidate that a misspelt name most likely means, or `undefined` when none is near. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const allowed = Math.max(2, Math.floor(name.length / 3));
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > allowed) continue;
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

/** Insertions, deletions, substitutions and swaps of neighbours between one text and the other. */
function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 0; row < left.length; row++) {
    const current = [row + 1];
    for (let column = 0; column < right.length; column++) {
      const substituted = (previous[column] ?? 0) + (left[row] === right[column] ? 0 : 1);
      const isSwap = left[row] === right[column - 1] && left[row - 1] === right[column];
      const swapped = isSwap ? (before[column - 1] ?? 0) + 1 : Infinity;
      const shorter = Math.min((previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1);
      current.push(Math.min(substituted, swapped, shorter));
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
