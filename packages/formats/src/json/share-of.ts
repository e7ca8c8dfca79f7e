/** The share of the values, from 0 to 1, that are of a format; 0 where there are none. */
export function shareOf(values: readonly unknown[], isOwn: (value: unknown) => boolean): number {
  return values.length === 0 ? 0 : values.filter(isOwn).length / values.length;
}
