const MASK = '[earlier value]';

/** Masks a former value wherever a text names it. */
export function mask(text: string, value: string): string {
  return text.replace(naming(value, 'giu'), MASK);
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
  const [named] = naming(value, 'iu').exec(text) ?? [];
  return named === undefined ? `${mark} ${text}` : text.replace(named, `${named} ${mark}`);
}

function naming(value: string, flags: string): RegExp {
  const literal = value.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, flags);
}
