import { type RequestRoom, standInSummary } from '../../packages/replay/dist/index.js';

/** How a message begins in the prompts of LangChain, pi and `promptOf`. */
const MESSAGE = /^(?:Human|AI|Tool|System|\[[A-Z][\w ]*\]): ?/m;
const PREVIOUS = /<previous-summary>\n([\s\S]*?)\n<\/previous-summary>/;

/** Answers a prompt for a summary in place of a model, by `standInSummary`. */
export function summarize(prompt: string, { bill, countText }: RequestRoom): string {
  const messages = prompt.split(MESSAGE).slice(1);
  const summary = standInSummary(messages, PREVIOUS.exec(prompt)?.[1]);
  bill({ inputTokens: countText(prompt), outputTokens: countText(summary) });
  return summary;
}
