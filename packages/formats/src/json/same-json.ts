/**
 * Whether two values are the same JSON; the order of an object's keys and undefined fields aside.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Number.isNaN(one) && Number.isNaN(other);
  }
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSameJson(item, other[index]))
    );
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) =>
    isSameJson((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  );
}
