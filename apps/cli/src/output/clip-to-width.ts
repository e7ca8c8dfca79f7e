/** What terminals draw two columns wide: East Asian wide characters and emoji. */
const wide =
  /\p{Emoji_Presentation}|\p{Regional_Indicator}|\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u;

/** The text, cut between characters to what fits so many columns of a terminal, with `…` at the cut. */
export function clipToWidth(text: string, columns: number): string {
  // Most texts are short, and no character takes more than two columns.
  if (text.length * 2 <= columns) return text;
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let width = 0;
  /** Where a text that turns out too wide is cut: the last place with a column left for `…`. */
  let cut = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    const next = width + (wide.test(segment) ? 2 : 1);
    if (next > columns) return `${text.slice(0, cut)}…`;
    if (next <= columns - 1) cut = index + segment.length;
    width = next;
  }
  return text;
}
