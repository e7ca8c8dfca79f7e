import { valueKey } from '../facts/fact-keys.js';
import { isStartOfName } from '../text/longer-name.js';

const MASK = '[earlier value]';

/** Masks a former value wherever a text names it, not what only contains it: `5` in `5%`. */
export function mask(text: string, value: string): string {
  return text.replace(naming(value, 'giu'), (found: string, at: number) =>
    isWhole(value, found, text, at) ? MASK : found,
  );
}

/** Whether a text names a value that it is known to have the words of. */
export function namesWhole(text: string, value: string): boolean {
  const found = [...text.matchAll(naming(value, 'giu'))];
  return (
    found.length === 0 || found.some(({ 0: each, index }) => isWhole(value, each, text, index))
  );
}

const symbolBefore = /(?:(?<![\p{L}\p{N}])-|(?<![\p{L}\p{N}/])\.|[#$€£¥])$/u;
const symbolAfter = /^(?: ?%|[+#°]+)/u;

/** Neither a symbol nor more of a name makes another value of it: `-5` of `5`, `Leo H` of `Leo`. */
function isWhole(value: string, found: string, text: string, at: number): boolean {
  const after = text.slice(at + found.length);
  if (isStartOfName(found, after)) return false;
  const [before = ''] = symbolBefore.exec(text.slice(0, at)) ?? [];
  const [behind = ''] = symbolAfter.exec(after) ?? [];
  // A currency is often left out.
  const sign = /[$€£¥]/u.test(before) && !/[$€£¥]/u.test(value) ? '' : before;
  return valueKey(sign + found + behind) === valueKey(found);
}

/** Whether a text says that something in it may be over. */
export function isDoubted(text: string): boolean {
  return text.includes('[perhaps outdated');
}

/** Says that something newer, of that date, may have taken the place of what is marked. */
export function doubtMark(since: string): string {
  return `[perhaps outdated, see ${since.slice(0, 10)}]`;
}

/** Says after a value, or before all of a text without it, that something newer speaks against it. */
export function markDoubtful(text: string, value: string, since: string): string {
  const mark = doubtMark(since);
  const named = naming(value, 'iu').exec(text);
  if (named === null) return `${mark} ${text}`;
  const end = named.index + named[0].length;
  return `${text.slice(0, end)} ${mark}${text.slice(end)}`;
}

function naming(value: string, flags: string): RegExp {
  const literal = value.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, flags);
}
