import { valueKey } from '../facts/fact-keys.js';
import { isStartOfName } from '../text/longer-name.js';

/** Finds the words of a value; what is next to them may make it another value (`isWholeValue`). */
export function valuePattern(value: string, flags: string): RegExp {
  const literal = value.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, flags);
}

/** Whether a text names a value that it is known to have the words of. */
export function namesWhole(text: string, value: string): boolean {
  const found = [...text.matchAll(valuePattern(value, 'giu'))];
  return (
    found.length === 0 || found.some(({ 0: each, index }) => isWholeValue(value, each, text, index))
  );
}

const symbolBefore = /(?:(?<![\p{L}\p{N}])-|(?<![\p{L}\p{N}/])\.|[#$€£¥])$/u;
const symbolAfter = /^(?: ?%|[+#°]+)/u;

/**
 * Whether what was found at a place is the value itself: no symbol and no more of a name makes it
 * another one, as `-5` is another value than `5`, and `Leo H` another one than `Leo`.
 */
export function isWholeValue(value: string, found: string, text: string, at: number): boolean {
  const after = text.slice(at + found.length);
  if (isStartOfName(found, after)) return false;
  const [before = ''] = symbolBefore.exec(text.slice(0, at)) ?? [];
  const [behind = ''] = symbolAfter.exec(after) ?? [];
  // A currency is often left out.
  const sign = /[$€£¥]/u.test(before) && !/[$€£¥]/u.test(value) ? '' : before;
  return valueKey(sign + found + behind) === valueKey(found);
}
