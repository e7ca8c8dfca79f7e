/** The smallest value that at least `share` (0 to 1) of the values do not exceed; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  return weightedPercentile(
    values.map((value) => ({ value, weight: 1 })),
    share,
  );
}

/** `percentile` of values that count `weight` times each. */
export function weightedPercentile(
  values: readonly { value: number; weight: number }[],
  share: number,
): number {
  const sorted = values.toSorted((left, right) => left.value - right.value);
  const wanted = share * sorted.reduce((sum, { weight }) => sum + weight, 0);
  let reached = 0;
  for (const { value, weight } of sorted) {
    reached += weight;
    if (weight > 0 && reached >= wanted) return value;
  }
  return sorted.at(-1)?.value ?? 0;
}
