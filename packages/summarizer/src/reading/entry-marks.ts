/** Ranges of entries, both ends included, as `#3` and `#5–#9`. */
type Marked = [from: number, to: number];

const mark = /#(\d+)(?:–#(\d+))?/g;

/** The entries that marks in a text name, as ordered ranges that neither touch nor overlap. */
export function entriesNamed(text: string): Marked[] {
  const ranges = [...text.matchAll(mark)]
    .map(([, from = '', to = from]): Marked => [Number(from), Number(to)])
    .toSorted(([left], [right]) => left - right);
  const joined: Marked[] = [];
  for (const [from, to] of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/**
 * Names all the entries in a text that `fits` accepts: `#3, #5–#9`. Without enough room it joins
 * the nearest ranges, so that no entry is left out. `undefined` if not even one range fits.
 */
export function nameEntries(
  ranges: readonly Marked[],
  fits: (text: string) => boolean,
): string | undefined {
  let left: Marked[] = ranges.map(([from, to]) => [from, to]);
  while (left.length > 0) {
    const text = left
      .map(([from, to]) => (from === to ? `#${from}` : `#${from}–#${to}`))
      .join(', ');
    if (fits(text)) return text;
    if (left.length === 1) return undefined;
    left = withoutSmallestGaps(left);
  }
  return undefined;
}

/** Closes the smallest quarter of the gaps, at least one. */
function withoutSmallestGaps(ranges: readonly Marked[]): Marked[] {
  const gaps = ranges.slice(1).map(([from], index) => from - (ranges[index]?.[1] ?? 0));
  const limit = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0;
  const joined: Marked[] = [];
  for (const [from, to] of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && from - last[1] <= limit) last[1] = to;
    else joined.push([from, to]);
  }
  return joined;
}
