import type { RequestRoom } from '../../packages/replay/dist/index.js';

/** About 500 tokens. */
const MAX_CHARACTERS = 2000;

/** How a message begins in the prompts of LangChain, pi and `promptOf`. */
const MESSAGE = /^(?:Human|AI|Tool|System|\[[A-Z][\w ]*\]): ?/m;
const FIRST_SENTENCE = /^[^\n]*?[.!?](?=\s|$)|^[^\n]*/;
const PREVIOUS = /<previous-summary>\n([\s\S]*?)\n<\/previous-summary>/;

/**
 * Answers a prompt for a summary in place of a model, always in the same way: the lines of the
 * summary before, then the first sentence of each message, the newest of them within 500 tokens.
 */
export function summarize(prompt: string, { bill, countText }: RequestRoom): string {
  const before = PREVIOUS.exec(prompt)?.[1]?.split('\n') ?? [];
  const messages = prompt.split(MESSAGE).slice(1);
  const said = messages.map((text) => FIRST_SENTENCE.exec(text.trim())?.[0] ?? '');
  let summary = '';
  for (const sentence of [...before, ...said].toReversed()) {
    if (sentence === '') continue;
    if (summary.length + sentence.length > MAX_CHARACTERS) break;
    summary = `${sentence}\n${summary}`;
  }
  bill({ inputTokens: countText(prompt), outputTokens: countText(summary) });
  return summary;
}
