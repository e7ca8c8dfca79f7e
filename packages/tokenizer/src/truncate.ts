/** Which part of a text is kept. */
export interface TruncateOptions {
  /** Default `start`. `both` keeps two thirds of the room for the beginning. */
  keep?: 'start' | 'end' | 'both';
  /** Replaces the text left out, e.g. `\n[… 1,200 tokens left out …]\n`; default none. */
  notice?: string;
}

/**
 * The text cut to at most `maxTokens` tokens, the notice included: never over the limit, never
 * inside a code point. A text that fits is returned as it is; when not even the notice fits, the
 * result is the longest piece of the text that does, without a notice.
 */
export function truncate(
  count: (text: string, maxTokens: number) => number,
  text: string,
  maxTokens: number,
  { keep = 'start', notice = '' }: TruncateOptions = {},
): string {
  if (!(maxTokens > 0)) return '';
  const fits = (candidate: string): boolean => count(candidate, maxTokens) <= maxTokens;
  if (fits(text)) return text;
  const mark = notice !== '' && fits(notice) ? notice : '';
  const build = builders[keep];
  let low = 0;
  let high = text.length;
  let kept = Math.min(text.length, Math.ceil(maxTokens * 4));
  while (low < high) {
    if (fits(build(text, kept, mark))) low = kept;
    else high = kept - 1;
    kept = low + Math.ceil((high - low) / 2);
  }
  return low === 0 ? mark : build(text, low, mark);
}

type Build = (text: string, kept: number, mark: string) => string;

const builders: Record<'start' | 'end' | 'both', Build> = {
  start: (text, kept, mark) => text.slice(0, boundary(text, kept, -1)) + mark,
  end: (text, kept, mark) => mark + text.slice(boundary(text, text.length - kept, 1)),
  both: (text, kept, mark) => {
    const head = Math.ceil((kept * 2) / 3);
    return (
      text.slice(0, boundary(text, head, -1)) +
      mark +
      text.slice(boundary(text, text.length - (kept - head), 1))
    );
  },
};

/** The nearest index, going in `direction`, that is not between the halves of a surrogate pair. */
function boundary(text: string, index: number, direction: -1 | 1): number {
  const inside =
    index > 0 &&
    index < text.length &&
    isBetween(text.charCodeAt(index), 0xdc00, 0xdfff) &&
    isBetween(text.charCodeAt(index - 1), 0xd800, 0xdbff);
  return inside ? index + direction : index;
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
