/** A whole number as people type it: `8000`, `8_000`, `8,000`, `8k`; else `undefined`. */
export function parseWholeNumber(text: string): number | undefined {
  const [, digits, thousands] = /^(\d[\d_,]*)(k?)$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  return Number(digits.replaceAll(/[_,]/g, '')) * (thousands ? 1000 : 1);
}
