import type { UIMessage } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

let ids = 0;

/** A UI message whose parts end in a text. */
export function ui(role: UIMessage['role'], text: string, ...parts: object[]): UIMessage {
  return { id: `m${ids++}`, role, parts: [...parts, { type: 'text', text }] as UIMessage['parts'] };
}

/** Turns of a chat with `tokens` tokens each, half of them the user's. */
export function chat(turns: number, tokens = 100): UIMessage[] {
  const text = 'lorem ipsum '.repeat(tokens / 6);
  return Array.from({ length: turns }, (_, turn) => [
    ui('user', `Question ${turn}: ${text}`),
    ui('assistant', `Answer ${turn}: ${text}`),
  ]).flat();
}

export function textOf(message: UIMessage | undefined): string {
  return message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '';
}

/** What the scripted model answers. */
const SUMMARY = `## Key Decisions
- PostgreSQL was chosen.

## Current State
- The schema in db/schema.sql is written.`;

/** A model that writes summaries, and the prompts that it was given. */
export function summarizing(answer: () => string = () => SUMMARY) {
  const prompts: string[] = [];
  const summaryModel = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      prompts.push(JSON.stringify(prompt));
      return {
        content: [{ type: 'text', text: answer() }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
  return { summaryModel, prompts };
}
