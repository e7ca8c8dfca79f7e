/** About 500 tokens. */
const MAX_CHARACTERS = 2000;

const FIRST_SENTENCE = /^[^\n]*?[.!?](?=\s|$)|^[^\n]*/;

/**
 * A summary in place of a model's, always made in the same way: the lines of the summary before, then
 * the first sentence of each message, the newest of them within 500 tokens.
 */
export function standInSummary(messages: readonly string[], before = ''): string {
  const said = messages.map((text) => FIRST_SENTENCE.exec(text.trim())?.[0] ?? '');
  let summary = '';
  for (const sentence of [...before.split('\n'), ...said].toReversed()) {
    if (sentence === '') continue;
    if (summary.length + sentence.length > MAX_CHARACTERS) break;
    summary = `${sentence}\n${summary}`;
  }
  return summary;
}
