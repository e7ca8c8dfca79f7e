/** How much of a UUID is shown at least, and where it may end else. */
const LENGTHS = [8, 13, 18];

/** Enough of each id to name its session among these: the beginning of a UUID, others whole. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const counts = new Map<string, number>();
  for (const id of ids) {
    for (const length of LENGTHS) {
      const start = id.slice(0, length);
      counts.set(start, (counts.get(start) ?? 0) + 1);
    }
  }
  return (id) => {
    if (!/^[\da-f]{8}-[\da-f]{4}-/.test(id)) return id;
    return id.slice(
      0,
      LENGTHS.find((length) => counts.get(id.slice(0, length)) === 1),
    );
  };
}
