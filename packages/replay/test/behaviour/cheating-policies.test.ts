import type { PreparedRequest, Session } from '@everlong/context';
import { createMemoryStore, type ModelMessage } from '@everlong/core';
import { extractValues } from '@everlong/summarizer';
import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { findPromptPrices } from '../../src/cache/prompt-prices.js';
import { createMessageBook } from '../../src/messages/message-book.js';
import { createReplayLog } from '../../src/needs/replay-log.js';
import { createPolicyRun } from '../../src/replay/policy-run.js';
import type { RequestMaker } from '../../src/replay/manager-session.js';
import { replaySession } from '../../src/replay/replay-session.js';
import { createGrowingLog } from '../../src/replay/request-laws.js';
import { toPolicyResult } from '../../src/report/policy-tally.js';

const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });

const line = (name: string, round: number): string =>
  `export const ${name} = connectServer('${name}_4711', ${round});`;
const names = ['alpha', 'beta', 'gamma', 'delta'];
const fileAt = (round: number): string => names.map((name) => line(name, round)).join('\n');

function read(round: number): ModelMessage[] {
  const toolCallId = `read-${round}`;
  const toolName = 'Read';
  return [
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId, toolName, input: { file_path: '/p/hosts.ts' } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId,
          toolName,
          output: { type: 'text', value: fileAt(round) },
        },
      ],
    },
  ];
}

/**
 * A file is read, changes by itself, is read again; then two neighbouring lines of it are edited.
 */
const recorded: ModelMessage[] = [
  { role: 'user', content: 'Take the servers down one after the other.' },
  ...read(1),
  ...read(2),
  ...read(3),
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Reading hosts: alpha_4711 and beta_4711 connectServer first.' },
      {
        type: 'tool-call',
        toolCallId: 'edit',
        toolName: 'Edit',
        input: {
          file_path: '/p/hosts.ts',
          old_string: `${line('beta', 3)}\n${line('gamma', 3)}`,
          new_string: '',
        },
      },
    ],
  },
];

type Cheat = (messages: readonly ModelMessage[]) => ModelMessage[];

const asNote = (lines: Iterable<string>): ModelMessage => ({
  role: 'user',
  content: [...lines].join('\n'),
});

/** Every line that anybody ever wrote, sorted, without a word about where it stood. */
const heapOfLines: Cheat = (messages) => [
  asNote(new Set(messages.flatMap((message) => textOf(message).split('\n')).toSorted())),
  messages[0]!,
];

/** The first copy of the file, for ever. */
const staleCopy: Cheat = (messages) => messages.slice(0, 3);

/** Every exact value, without a word about what it is. */
const valuesOnly: Cheat = (messages) => [
  asNote(
    new Set(
      messages.flatMap((message) => extractValues(textOf(message)).map(({ value }) => value)),
    ),
  ),
  messages[0]!,
];

/** Every exact value with every word of the log beside it. */
const wordSalad: Cheat = (messages) => {
  const text = messages.map(textOf).join('\n');
  const words = [...new Set(text.match(/[A-Za-z]{4,}/g))].slice(0, 12).join(' ');
  return [asNote(extractValues(text).map(({ value }) => `${value} ${words}`)), messages[0]!];
};

/** Everything, whether it fits or not. */
const everything: Cheat = (messages) => [...messages];

/** What was read last, as a policy should send it. */
const honest: Cheat = (messages) => [messages[0]!, ...messages.slice(5)];

function textOf(message: ModelMessage): string {
  return createMessageBook(tokenizer).message(message).text.text;
}

/** Scores what a cheat sends before the last message; nothing at all is the yardstick. */
async function score(cheat: Cheat) {
  const store = createMemoryStore();
  await store.createSession({ id: 'fake', agent: 'replay' });
  const book = createMessageBook(tokenizer);
  const log = createReplayLog(
    recorded.map((message) => ({ message })),
    book,
  );
  const before = recorded.slice(0, -1);
  const sent = cheat(before);
  const session = {
    id: 'fake',
    append: async () => [],
    prepare: async () =>
      ({
        instructions: '',
        messages: sent,
        state: { epoch: 0 },
        plan: { ranges: [{ from: 0, to: before.length - 1, disposition: 'verbatim' }] },
      }) as unknown as PreparedRequest,
    search: async () => [],
    expand: async () => [],
    close: async () => {},
  } as unknown as Session;
  const run = createPolicyRun({
    session,
    store,
    log,
    logged: new Set(log.texts),
    tokenizer,
    prices: findPromptPrices('claude-sonnet-4-5'),
    // Room for the newest copy and the calls around it.
    inputBudget: 400,
    inputs: {},
    idleExpiry: true,
  });
  const growing = createGrowingLog(book);
  for (const entry of log.entries.slice(0, -1)) growing.add(entry);
  const seq = before.length;
  const needs = log.needs.needsOf(seq);
  await run.request({
    seq,
    needs,
    atRisk: new Set(needs),
    lines: log.lines.needsOf(seq),
    linesOfNewest: new Set(),
    edits: log.lines.editsOf(seq),
    log: growing,
    whyRefused: async () => [],
    found: new Set(),
  });
  const heading = { policy: 'cheat', window: 0, reserve: 0, model: '' };
  return toPolicyResult(heading, await run.finish(), false);
}

describe('cheating policies', () => {
  it('fall behind a policy that sends what is needed', async () => {
    const result = await score(honest);
    expect(result).toMatchObject({
      neededValues: { derivable: { recall: 1, atRisk: { contextRecall: 1 } } },
      neededLines: { needed: 2, present: 2 },
      editsApply: { edits: 1, present: 1 },
      overBudget: 0,
    });
  });

  it('a heap of lines without files: no edit finds its text', async () => {
    const result = await score(heapOfLines);
    expect(result.neededLines).toMatchObject({ needed: 2, present: 2 });
    expect(result.neededValues.derivable.recall).toBe(1);
    // The break between two lines that were neighbours.
    expect(result.codeLength.extra).toBe(1);
    expect(result.editsApply).toMatchObject({ edits: 1, present: 0, absent: 1 });
  });

  it('stale copies: the values are there, the lines are not', async () => {
    const result = await score(staleCopy);
    expect(result.neededValues.derivable.recall).toBe(1);
    expect(result.neededLines).toMatchObject({ needed: 2, present: 0 });
    expect(result.editsApply.present).toBe(0);
  });

  it('all values without meaning: no word stands beside them, and the code gets longer', async () => {
    const [result, fair] = [await score(valuesOnly), await score(honest)];
    expect(result.neededValues.derivable.recall).toBe(1);
    expect(result.neededValues.derivable.atRisk.contextRecall).toBe(0);
    expect(result.neededLines.present).toBe(0);
    expect(result.codeLength.extra).toBeGreaterThan(fair.codeLength.extra);
  });

  it('values amid all words there are: each has its cue, no line is there', async () => {
    const result = await score(wordSalad);
    expect(result.neededValues.derivable.atRisk.contextRecall).toBe(1);
    expect(result.neededLines.present).toBe(0);
    expect(result.editsApply.present).toBe(0);
  });

  it('everything verbatim until it bursts: over budget, and dearer', async () => {
    const [result, fair] = [await score(everything), await score(honest)];
    expect(result.neededLines).toMatchObject({ needed: 2, present: 2 });
    expect(result.editsApply.present).toBe(1);
    expect(result.overBudget).toBe(1);
    expect(result.costUsd).toBeGreaterThan(2 * fair.costUsd);
  });
});

describe('cheating over a whole session', () => {
  const rule = 'Never push to the main branch.';
  const entries = [
    { role: 'user' as const, content: `${rule} Take the servers down one after the other.` },
    ...recorded.slice(1),
  ].map((message) => ({ message }));

  /** Scores of a request maker beside those of one that sends all. */
  async function replay(makeRequest: RequestMaker) {
    const { results } = await replaySession({
      policies: ['cheat', 'fair'],
      window: 4000,
      entries,
      constraintLabels: [{ seq: 0, text: rule }],
      closedLoop: true,
      checkValidity: false,
      managers: { cheat: () => makeRequest, fair: () => async (log) => [...log] },
    });
    const [cheat, fair] = results;
    if (cheat?.closedLoop === undefined || fair?.closedLoop === undefined) throw new Error('None.');
    return { cheat, loop: cheat.closedLoop, fairLoop: fair.closedLoop };
  }

  it('constraints and nothing else: in force, but no line, and a longer code', async () => {
    const { cheat } = await replay(async (log) => [
      { role: 'user', content: `${rule} (${log.length})` },
    ]);
    expect(cheat.constraintsInForce[0]).toMatchObject({ labelled: 1, present: 1 });
    expect(cheat.neededLines).toMatchObject({ needed: 2, present: 0 });
    expect(cheat.codeLength.extra).toBeGreaterThan(0);
  });

  it('the newest file and nothing else: the edit applies, the constraint is gone', async () => {
    const { cheat } = await replay(async (log) => log.slice(-2));
    expect(cheat.editsApply).toMatchObject({ edits: 1, present: 1 });
    expect(cheat.constraintsInForce[0]).toMatchObject({ labelled: 1, present: 0 });
  });

  it('nothing until it is read again: cheap to finish, and all of it is read again', async () => {
    const { loop, fairLoop } = await replay(async (log) => {
      const isReadAgain = JSON.stringify(log.at(-1)).includes('read_again');
      return isReadAgain ? log.slice(-2) : [{ role: 'user', content: 'Carry on.' }];
    });
    expect(loop.readAgain).toBeGreaterThan(0);
    expect(loop.unmet).toBe(0);
    expect(fairLoop).toMatchObject({ readAgain: 0, unmet: 0 });
    const promptUsd = loop.costToFinish - (loop.readAgain * 150 * 15) / 1e6;
    expect(promptUsd).toBeLessThan(fairLoop.costToFinish);
  });
});
