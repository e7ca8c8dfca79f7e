// What broke other systems again and again, each family with the name of what went wrong.
import {
  createMemoryStore,
  messageText,
  type ModelMessage,
  toolCallsOf,
  toolResultsOf,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { createSummarizer } from '@everlong/summarizer';
import { thirds } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import {
  compactionsOf,
  entriesOf,
  exchange,
  scriptedModel,
  work,
} from '../support/coding-session.js';
import { openSession } from '../../src/session/open-session.js';
import type { SessionOptions } from '../../src/config/session-options.js';
import { assistant, user } from '../support/conversation.js';

async function open(options: Partial<SessionOptions> = {}) {
  const store = createMemoryStore();
  const session = await openSession({ store, tokenizer: thirds, contextWindow: 8000, ...options });
  return { store, session };
}

const PIXELS = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';

/** A user's message with an image of so many bytes. */
const screenshot = (number: number, bytes: number): ModelMessage => ({
  role: 'user',
  content: [
    { type: 'text', text: `screenshot ${number}` },
    {
      type: 'file',
      mediaType: 'image/png',
      data: { type: 'data', data: PIXELS.padEnd(bytes, 'A') },
    },
  ],
});

describe('families of bugs', () => {
  it('1. a loop of compactions that free nothing', async () => {
    const { store, session } = await open({ contextWindow: 4000 });
    await session.append(user(`Keep this in mind: ${'a very long demand '.repeat(450)}`));
    await work(session, 60, (number) => exchange(`tiny-${number}`, 'ok'));
    const compactions = await compactionsOf(session, store);
    for (const [index, { throughSeq }] of compactions.entries()) {
      expect(throughSeq).toBeGreaterThan(compactions[index - 1]?.throughSeq ?? -1);
    }
    // The demand fills most of the window: what little is free must not be fought over at every
    // step.
    expect(compactions.length).toBeLessThan(30);
    const before = compactions.length;
    for (let again = 0; again < 5; again++) await session.prepare();
    expect((await compactionsOf(session, store)).length).toBeLessThanOrEqual(before + 1);
  });

  it('2. a summarizer that overflows its own model', async () => {
    const contextWindow = 4000;
    const { model, prompts } = scriptedModel(() => 'I am sorry, I cannot do that.');
    const summarizer = createSummarizer({ model, contextWindow });
    const { session } = await open({ summarizer, policy: 'supyagent-sdk', contextWindow: 40_000 });
    await session.append(user('Read all of it.'));
    for (let number = 0; number < 60; number++) {
      await session.append(exchange(`step-${number}`, `line of output ${number}\n`.repeat(200)));
    }
    const { state } = await session.prepare();
    expect(prompts.length).toBeGreaterThan(0);
    for (const prompt of prompts) expect(thirds.count(prompt)).toBeLessThan(contextWindow);
    expect(prompts.length).toBeLessThanOrEqual(4);
    expect(state.lastCompaction?.kind).toBe('snapshot');
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
  });

  it('3. results without their calls, after compactions one upon another', async () => {
    const { store, session } = await open({ contextWindow: 4000 });
    await session.append(user('Run everything.'));
    const orphans: unknown[] = [];
    for (let number = 0; number < 80; number++) {
      const missing = number % 7 === 3 ? undefined : 'done';
      await session.append(exchange(`par-${number}`, 'line\n'.repeat(30), missing, 'ok'));
      const { messages } = await session.prepare();
      const calls = messages.flatMap((message) =>
        toolCallsOf(message).map((call) => call.toolCallId),
      );
      const results = messages.flatMap((message) =>
        toolResultsOf(message).map((result) => result.toolCallId),
      );
      if (jsonText(calls.toSorted()) !== jsonText(results.toSorted())) orphans.push(number);
    }
    expect(orphans).toEqual([]);
    expect((await compactionsOf(session, store)).length).toBeGreaterThan(2);
  });

  it('4. reasoning without its signature, or with another model’s', async () => {
    const store = createMemoryStore();
    const options = { store, tokenizer: thirds, contextWindow: 50_000 };
    const claude = await openSession({ ...options, model: 'claude-sonnet-4-5' });
    const thought: ModelMessage = {
      role: 'assistant',
      content: [
        {
          type: 'reasoning',
          text: 'The user wants a list.',
          providerOptions: { anthropic: { signature: 'c2lnbmF0dXJl' } },
        },
        { type: 'text', text: 'Here is the list.' },
      ],
    };
    await claude.append([user('List the files.'), thought, user('And now?')]);
    expect((await claude.prepare()).messages[1]).toEqual(thought);
    const other = await openSession({ ...options, id: claude.id, model: 'gpt-5' });
    expect((await other.prepare()).messages[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Here is the list.' }],
    });
    expect((await entriesOf(claude))[1]?.message).toEqual(thought);
  });

  it('5. the latest demand lost, and an old one done again', async () => {
    const { session } = await open({ contextWindow: 4000 });
    await session.append(user('Rename parseConfig to readConfig.'));
    await work(session, 12);
    await session.append(
      assistant('Renamed parseConfig to readConfig everywhere; the tests pass.'),
    );
    await session.append(user('Thanks. Now delete the folder src/legacy.'));
    await work(session, 30);
    const { messages } = await session.prepare();
    expect(messages).toContainEqual(user('Thanks. Now delete the folder src/legacy.'));
    const record = messages.map(messageText).join('\n');
    expect(record).toMatch(/#0 user: "Rename parseConfig to readConfig\."/);
    expect(record).toContain('Renamed parseConfig to readConfig everywhere; the tests pass.');
    expect(record).not.toContain('no answer');
  });

  it('6. words put into the user’s mouth, and work that nobody did', async () => {
    const { model } = scriptedModel(() =>
      [
        '## Key Decisions',
        '- The user said: "delete the database and force-push to main"',
        '## Current State',
        '- Deployed release 9.9.9 to https://prod.example.com/never-there',
        '## Files Modified',
        '- src/never/written.ts: rewritten',
      ].join('\n'),
    );
    const { session } = await open({
      summarizer: createSummarizer({ model }),
      contextWindow: 4000,
      policy: 'supyagent-sdk',
    });
    await session.append(user('Look at the tests in src/parser.test.ts.'));
    await work(session, 30);
    expect((await session.compact()).compacted).toBe(true);
    const { instructions, messages } = await session.prepare();
    const sent = [instructions, ...messages.map(messageText)].join('\n');
    expect(sent).not.toMatch(/"delete the database|9\.9\.9|never-there|never\/written/);
  });

  it('7. summaries that grow with every pass', async () => {
    const { model } = scriptedModel((prompt) =>
      ['## Current State', `- ${prompt.slice(0, 20_000)}`, '## Key Decisions', '- more of it'].join(
        '\n',
      ),
    );
    const { store, session } = await open({ summarizer: createSummarizer({ model }) });
    await session.append(user('Work on.'));
    for (let pass = 0; pass < 12; pass++) {
      await work(session, 12);
      await session.compact();
    }
    const sizes = (await compactionsOf(session, store)).flatMap(({ snapshot }) =>
      snapshot === undefined ? [] : [thirds.count(snapshot.text)],
    );
    expect(sizes.length).toBeGreaterThanOrEqual(12);
    expect(Math.max(...sizes)).toBeLessThan(4000);
  });

  it('8. a cached prefix rewritten at every call', async () => {
    const { store, session } = await open({ contextWindow: 16_000, model: 'claude-sonnet-4-5' });
    await session.append(user('Go through the files.'));
    let previous: readonly ModelMessage[] = [];
    let rewrites = 0;
    for (let number = 0; number < 120; number++) {
      await session.append(exchange(`step-${number}`, `output ${number}\n`.repeat(40)));
      const { messages } = await session.prepare();
      const extended = previous.every(
        (message, index) => jsonText(message) === jsonText(messages[index] ?? null),
      );
      if (!extended) rewrites++;
      previous = messages;
    }
    expect(rewrites).toBe((await compactionsOf(session, store)).length);
    expect(rewrites).toBeLessThan(12);
  });

  it('9. thresholds of another window, tools that nobody counts, floors that hide small windows', async () => {
    const known = await open({ model: 'gpt-4', contextWindow: 1_000_000 });
    expect(known.session.state().window).toBe(8192);
    const tools = Array.from({ length: 40 }, (_, index) => ({
      name: `tool_${index}`,
      description: 'Does a thing that takes many words to describe. '.repeat(3),
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    }));
    const { session } = await open({ contextWindow: 12_000 });
    await session.append(user('Hello.'));
    const { state } = await session.prepare({ tools });
    expect(state.used.tools).toBeGreaterThan(2000);
    expect(state.used.total).toBeGreaterThan(state.used.tools);
    const hard = state.triggers.find(({ name }) => name === 'hard threshold');
    expect((hard?.limit ?? 0) / state.inputBudget).toBeGreaterThan(0.85);
    const small = await open({ contextWindow: 600 });
    await small.session.append(user('Hello.'));
    await work(small.session, 20, (number) => exchange(`s-${number}`, 'word '.repeat(40)));
    const request = await small.session.prepare();
    expect(request.state.epoch).toBeGreaterThan(0);
    expect(request.state.used.total).toBeLessThanOrEqual(request.state.inputBudget);
  });

  it('10. a report of the request before that compacts a second time', async () => {
    const { store, session } = await open({ contextWindow: 6000 });
    await session.append(user('Work on.'));
    await work(session, 25);
    const { state } = await session.prepare();
    expect((await session.compact()).compacted).toBe(true);
    const { length } = await compactionsOf(session, store);
    // The report of the long request comes late.
    await session.recordUsage({ inputTokens: state.used.total, outputTokens: 10 });
    const next = await session.prepare();
    expect((await compactionsOf(session, store)).length).toBe(length);
    expect(next.state.used.total).toBeLessThan(state.used.total);
  });

  it('11. a request of few tokens and too many bytes', async () => {
    const { session } = await open({ model: 'claude-sonnet-4-5', contextWindow: 200_000 });
    for (let number = 0; number < 42; number++) {
      await session.append([screenshot(number, 1_000_000), assistant('I see.')]);
    }
    await session.append(user('What changed?'));
    const { messages } = await session.prepare();
    expect(jsonText(messages).length).toBeLessThan(32 * 1024 * 1024);
    expect(messages.at(-1)).toEqual(user('What changed?'));
    expect(jsonText(messages)).toContain('screenshot 41');
    expect(await entriesOf(session)).toHaveLength(85);
  });
});
