import { extractValues } from '../values/extract-values.js';
import type { ExtractedValue } from '../values/extracted-value.js';
import { type LocalNumber, localNumbers } from './number-forms.js';

/** A value that a line claims, or a number with marks of a language, which counts as one. */
export type Claim = (ExtractedValue & { isLocal: false }) | (LocalNumber & { isLocal: true });

/** The values of a text that are looked up, in its order. Linear. */
export function claimsIn(text: string): Claim[] {
  const numbers = localNumbers(text);
  let at = 0;
  const values = extractValues(text).filter(({ start, end }) => {
    while ((numbers[at]?.end ?? Infinity) <= start) at++;
    return (numbers[at]?.start ?? Infinity) >= end;
  });
  return [
    ...values.map((value) => ({ ...value, isLocal: false as const })),
    ...numbers.map((number) => ({ ...number, isLocal: true as const })),
  ].toSorted((left, right) => left.start - right.start);
}
