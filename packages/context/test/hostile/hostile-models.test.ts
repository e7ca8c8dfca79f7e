import { createMemoryStore, messageText, type ModelMessage } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { createSummarizer } from '@everlong/summarizer';
import { thirds } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { compactionsOf, exchange } from '../support/coding-session.js';
import { createHostileModel, hostileModels, INVENTED, SECRET } from '../support/hostile-models.js';
import { openSession } from '../../src/session/open-session.js';
import { assistant, user } from '../support/conversation.js';

const TASK = 'Write the scanner of src/scan.ts';
const DEMAND = 'Never touch src/legacy.ts.';

/** What is compacted: a request with a demand and a secret, a list of tasks, much output. */
const beginning: readonly ModelMessage[] = [
  user(`Port the parser in src/parse.ts. ${DEMAND} The token is ${SECRET}.`),
  {
    role: 'assistant',
    content: [
      {
        type: 'tool-call',
        toolCallId: 'todo',
        toolName: 'TodoWrite',
        input: { todos: [{ content: TASK, status: 'pending' }] },
      },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'todo',
        toolName: 'TodoWrite',
        output: { type: 'text', value: 'ok' },
      },
    ],
  },
  assistant(
    'The parser of src/parse.ts will be split into steps. Next comes the scanner of src/scan.ts.',
  ),
];

const rounds = [1, 2, 3];

describe('a model that', () => {
  it.each(hostileModels)('$name', async (hostile) => {
    const { model, prompts } = createHostileModel(hostile);
    const store = createMemoryStore();
    const session = await openSession({
      store,
      tokenizer: thirds,
      contextWindow: 12_000,
      summarizer: createSummarizer({ model }),
    });
    await session.append([...beginning]);
    for (const round of rounds) {
      for (let step = 0; step < 6; step++) {
        await session.append(
          exchange(`step-${round}-${step}`, `output of src/step-${step}.ts\n`.repeat(40)),
        );
      }
      await session.append([
        assistant(`Round ${round} is over.`),
        user(`Go on with round ${round}.`),
      ]);
      await session.compact();
      const { state, messages } = await session.prepare();
      const sent = messages.map(messageText).join('\n');
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
      expect(messageText(messages.at(-1) ?? assistant(''))).toBe(`Go on with round ${round}.`);
      // A model's text is the snapshot; the account that each prompt holds has the user's words.
      expect(hostile.usable ? prompts.at(-1) : sent).toContain(DEMAND);
      for (const invented of INVENTED) expect(sent).not.toContain(invented);
    }
    const compactions = await compactionsOf(session, store);
    expect(compactions.length).toBe(rounds.length);
    for (const { snapshot, usage } of compactions) {
      expect(snapshot?.source).toBe(hostile.usable ? 'model' : 'extractive');
      expect(jsonText(snapshot)).not.toContain(SECRET);
      expect(usage === undefined).toBe(hostile.name.includes('too long'));
    }
    expect(prompts.length).toBeLessThanOrEqual(rounds.length * 4);
    for (const prompt of prompts) expect(prompt).not.toContain(SECRET);
  });
});
