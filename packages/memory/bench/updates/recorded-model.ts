/**
 * A model that answers from a file, and keeps the prompts that have no answer there. Prompts and
 * answers are JSONL: `{"id": hash of the prompt, "prompt": text}` and `{"id", "answer": text}`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

import type { LanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

export interface RecordedModel {
  model: LanguageModel;
  /** The prompts without an answer, by their hash. */
  unanswered: ReadonlyMap<string, string>;
  answered(): number;
  /** Characters of all prompts and of all answers. */
  size(): { prompts: number; answers: number };
}

/** Without an answer, a call fails as if the model were down. */
export function recordedModel(file: string): RecordedModel {
  const answers = readAnswers(file);
  const unanswered = new Map<string, string>();
  let answered = 0;
  const size = { prompts: 0, answers: 0 };
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const text = prompt.map(({ content }) => textOf(content)).join('\n\n');
      const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
      const answer = answers.get(id);
      if (answer === undefined) {
        unanswered.set(id, text);
        throw new Error(`no answer is recorded for the prompt ${id}`);
      }
      answered++;
      size.prompts += text.length;
      size.answers += answer.length;
      return {
        content: [{ type: 'text', text: answer }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 0, text: 0, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
  return { model, unanswered, answered: () => answered, size: () => size };
}

function textOf(content: string | readonly { type: string; text?: string }[]): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}

/** An answer may be written as text, or as the JSON that the text would be. */
function readAnswers(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((each) => each.trim() !== '');
  return new Map(
    lines.map((each) => {
      const { id, answer } = JSON.parse(each) as { id: string; answer: unknown };
      return [id, typeof answer === 'string' ? answer : JSON.stringify(answer)];
    }),
  );
}
