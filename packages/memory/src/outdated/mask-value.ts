import { isWholeValue, valuePattern } from './named-value.js';

const MASK = '[earlier value]';

/** Masks a former value wherever a text names it, not what only contains it: `5` in `5%`. */
export function maskValue(text: string, value: string): string {
  return text.replace(valuePattern(value, 'giu'), (found: string, at: number) =>
    isWholeValue(value, found, text, at) ? MASK : found,
  );
}
