/**
 * Tells whether two byte ranges are equal. Reads words of 4 bytes, so both views must have 3 more
 * readable bytes after them.
 */
export function equalBytes(
  left: DataView,
  leftStart: number,
  right: DataView,
  rightStart: number,
  length: number,
): boolean {
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    if (left.getInt32(leftStart + at, true) !== right.getInt32(rightStart + at, true)) return false;
  }
  if (at === length) return true;
  const difference = left.getInt32(leftStart + at, true) ^ right.getInt32(rightStart + at, true);
  return (difference & ((1 << ((length & 3) << 3)) - 1)) === 0;
}
