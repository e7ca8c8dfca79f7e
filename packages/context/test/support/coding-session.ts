import type { Entry, ModelMessage, StoredRecord, ToolResultPart } from '@everlong/core';
import { MockLanguageModelV4 } from 'ai/test';

import type { Session } from '../../src/session-work/session.js';
import { recordsOf } from './play-history.js';

export { recordsOf };

/** Calls made at once, and their results; an output of `undefined` leaves a call without one. */
export function exchange(id: string, ...outputs: (string | undefined)[]): ModelMessage[] {
  const calls = outputs.map((output, index) => ({
    toolCallId: `${id}-${index}`,
    toolName: 'run',
    output,
  }));
  const results = calls.flatMap(({ output, ...call }): ToolResultPart[] =>
    output === undefined
      ? []
      : [{ type: 'tool-result', ...call, output: { type: 'text', value: output } }],
  );
  return [
    {
      role: 'assistant',
      content: calls.map(({ output: _output, ...call }) => ({
        type: 'tool-call',
        ...call,
        input: { command: `step ${id}` },
      })),
    },
    ...(results.length === 0 ? [] : [{ role: 'tool' as const, content: results }]),
  ];
}

/** Lets a session work, with a request before each answer, as an agent's loop makes them. */
export async function work(
  session: Session,
  steps: number,
  step: (number: number) => ModelMessage[] = (number) =>
    exchange(`step-${number}`, `line of output ${number}\n`.repeat(20)),
): Promise<void> {
  for (let number = 0; number < steps; number++) {
    await session.prepare();
    await session.append(step(number));
  }
}

/** A model whose answers a function writes, and the prompts it was given. */
export function scriptedModel(answer: (prompt: string) => string) {
  const prompts: string[] = [];
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const text = JSON.stringify(prompt);
      prompts.push(text);
      return {
        content: [{ type: 'text', text: answer(text) }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 10, text: 10, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
  return { model, prompts };
}

export async function compactionsOf(
  session: Session,
  store: Parameters<typeof recordsOf>[0],
): Promise<Extract<StoredRecord, { type: 'compaction' }>[]> {
  const records = await recordsOf(store, session.id);
  return records.filter((record) => record.type === 'compaction');
}

export async function entriesOf(session: Session): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of session.entries()) entries.push(entry);
  return entries;
}
