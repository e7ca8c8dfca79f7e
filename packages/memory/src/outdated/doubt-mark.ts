import { valuePattern } from './named-value.js';

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
  const named = valuePattern(value, 'iu').exec(text);
  if (named === null) return `${mark} ${text}`;
  const end = named.index + named[0].length;
  return `${text.slice(0, end)} ${mark}${text.slice(end)}`;
}
