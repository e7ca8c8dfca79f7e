import { createMemoryStore, type SummarizeInput } from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import { quarters as tokenizer } from '@everlong/testing';
import { expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';

it.each([
  ['gpt-4o', 4000],
  ['claude-haiku-4-5', undefined],
])(
  'a limit that the session has learned holds for a summarizer that asks its model: %s, %s',
  async (model, expected) => {
    const inputs: SummarizeInput[] = [];
    const session = await openSession({
      store: createMemoryStore(),
      tokenizer,
      model: 'gpt-4o',
      summarizer: {
        name: 'watched',
        model,
        summarize(input) {
          inputs.push(input);
          return createExtractiveSummarizer().summarize(input);
        },
      },
    });
    for (let turn = 0; turn < 20; turn++) {
      await session.append({ role: 'user', content: `question ${turn} ${'word '.repeat(400)}` });
      await session.append({ role: 'assistant', content: `answer ${turn}` });
    }
    await session.append({ role: 'user', content: 'and now?' });
    await session.prepare();
    await session.recover(new Error("This model's maximum context length is 4000 tokens."));
    await session.compact();
    const limit = inputs.at(-1)?.maxPromptTokens;
    expect(limit === undefined ? undefined : Math.ceil(limit / 4000) * 4000).toBe(expected);
  },
);
