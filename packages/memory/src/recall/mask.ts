const MASK = '[earlier value]';

/** Masks a former value wherever a text names it. */
export function mask(text: string, value: string): string {
  return text.replace(naming(value, 'giu'), MASK);
}

/** Says after a value, or before all of a text without it, that something newer speaks against it. */
export function markDoubtful(text: string, value: string, since: string): string {
  const mark = `[perhaps outdated, see ${since.slice(0, 10)}]`;
  const [named] = naming(value, 'iu').exec(text) ?? [];
  return named === undefined ? `${mark} ${text}` : text.replace(named, `${named} ${mark}`);
}

function naming(value: string, flags: string): RegExp {
  const literal = value.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, flags);
}
