import { redactSecrets } from '@everlong/core';

/** The share of what is kept that comes from the head; the rest is the tail. */
const HEAD_SHARE = 2 / 3;

/**
 * The text itself when it has at most `maxTokens` tokens, else its head and tail with a notice
 * between them that says how much is missing; never over the limit and never inside a code point.
 * What is left of a text that was cut holds no recognised secret.
 * Below about 20 tokens only a short mark is left.
 */
export function truncateText(
  source: string,
  maxTokens: number,
  count: (text: string) => number,
): string {
  const total = count(source);
  if (total <= maxTokens) return source;
  const text = redactSecrets(source);
  let keep = Math.floor((maxTokens / total) * text.length);
  for (let attempt = 0; attempt < 24 && keep > 0; attempt++) {
    const candidate = cut(text, keep, total);
    const tokens = count(candidate);
    if (tokens <= maxTokens) return candidate;
    keep = Math.min(keep - 1, Math.floor(keep * Math.min(0.95, maxTokens / tokens)));
  }
  return CUT_MARK;
}

/** What is left of a text for which there is no room at all. */
export const CUT_MARK = '[cut]';

function cut(text: string, keep: number, total: number): string {
  const headEnd = characterBoundary(text, Math.floor(keep * HEAD_SHARE));
  const tailStart = characterBoundary(text, text.length - (keep - headEnd));
  const left = tailStart - headEnd;
  const notice = `\n[... ${left} of ${text.length} characters (${total} tokens in all) left out here ...]\n`;
  return text.slice(0, headEnd) + notice + text.slice(tailStart);
}

/** Moves an index that would split a surrogate pair to the front of the pair. */
export function characterBoundary(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const inside = code >= 0xdc00 && code <= 0xdfff && index > 0;
  return inside ? index - 1 : index;
}
