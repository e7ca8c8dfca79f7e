import { createMemoryStore, type Entry, type ModelMessage } from '@everlong/core';
import { createAnthropicUpstream, quarters as tokenizer } from '@everlong/testing';
import { validateAnthropicMessages } from '@everlong/validators';
import fc from 'fast-check';
import { expect } from 'vitest';

import { syncMessages } from '../../src/client-history/sync-messages.js';
import { policyNames } from '../../src/presets/create-policy.js';
import { createBodyCompactor } from '../../src/session/body-compactor.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session-work/session.js';
import { createWordMemory } from './word-memory.js';

const MODELS = ['claude-opus-5-5', 'claude-fable-5-1', 'claude-sonnet-5-5'];

/** What happens to a session while a model that binds its thinking works in it. */
const MOVES = [
  'ask',
  'ask',
  'ask',
  'work',
  'work',
  'work',
  'loop of the caller',
  'speak while answered',
  'compact while answered',
  'another process answers',
  'late result',
  'foreign exchange',
  'sync',
  'rewind',
  'regenerate',
  'fork',
  'compact',
  'undo',
  'clear',
  'pin',
  'note',
  'instructions',
  'tools',
  'model',
  'reopen',
] as const;

export interface ThinkingHistory {
  policy: string;
  contextWindow: number;
  remembers: boolean;
  compaction: 'own' | 'provider';
  moves: readonly { move: (typeof MOVES)[number]; size: number }[];
}

export const thinkingHistoryArbitrary: fc.Arbitrary<ThinkingHistory> = fc.record({
  policy: fc.constantFrom(...policyNames),
  contextWindow: fc.constantFrom(2000, 4000, 8000, 32_000),
  remembers: fc.boolean(),
  compaction: fc.constantFrom('own', 'provider'),
  moves: fc.array(
    fc.record({ move: fc.constantFrom(...MOVES), size: fc.integer({ min: 1, max: 400 }) }),
    { minLength: 3, maxLength: 30, size: 'max' },
  ),
});

/** A request as it is sent. */
interface Request {
  body: Record<string, unknown>;
  betas: string;
  epoch: number;
}

/** How much thinking was sent, of what was made in the epoch of each request. */
export interface ThinkingShare {
  made: number;
  sent: number;
  refused: number;
}

/** Plays a history against an upstream that refuses misplaced thinking. */
export async function playThinking(history: ThinkingHistory): Promise<ThinkingShare> {
  const { policy, contextWindow, remembers, compaction } = history;
  const store = createMemoryStore();
  const memory = remembers ? createWordMemory() : undefined;
  let calls = 0;
  let wants: 'text' | 'tool' = 'text';
  let size = 1;
  const words = (name: string): string => `${name} ${calls} heron `.repeat(size);
  const upstream = createAnthropicUpstream({
    answer: () =>
      wants === 'text'
        ? [{ type: 'text', text: words('answer') }]
        : [
            {
              type: 'tool_use',
              id: `call_${++calls}`,
              name: 'read',
              input: { path: `${calls}.ts` },
            },
          ],
  });
  let model = MODELS[0];
  let instructions = 'Be kind.';
  let tools = toolsOf(1);
  let versions = 1;
  const share: ThinkingShare = { made: 0, sent: 0, refused: 0 };
  /** The thinking of this session's entries, and where it was made. */
  let made: Made[] = [];

  const open = (id?: string): Promise<Session> =>
    openSession({
      store,
      tokenizer,
      policy,
      contextWindow,
      compaction,
      compactor: {
        provider: 'anthropic',
        compact: (asked) => createCompactor().compact(asked),
      },
      ...(id === undefined ? {} : { id }),
      ...(model === undefined ? {} : { model }),
      ...(memory === undefined ? {} : { memory }),
    });
  const createCompactor = () =>
    createBodyCompactor({
      as: 'anthropic',
      model: model ?? '',
      async send(body, { betas }) {
        const { refused } = upstream;
        const { body: answer } = upstream.send(body, betas.join());
        expect(upstream.refused === refused ? [] : answer).toEqual([]);
        return answer;
      },
    });
  let session = await open('s');
  const say = (text: string): Promise<Entry[]> => session.append({ role: 'user', content: text });

  async function request(): Promise<Request> {
    const given = { as: 'anthropic', instructions, tools } as const;
    const { body, betas, state, plan } = await session.prepare(given);
    if (policy !== 'full') expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    const covered = plan.ranges.reduce((next, { from, to }) => (from === next ? to + 1 : -1), 0);
    expect(covered).toBe((await store.getSession(session.id)).entryCount);
    const whole = { model, max_tokens: 1000, ...body };
    expect(validateAnthropicMessages(whole)).toEqual([]);
    return { body: whole, betas: betas.join(), epoch: state.epoch };
  }

  async function send({ body, betas, epoch }: Request): Promise<Answer> {
    const { refused } = upstream;
    const { body: answer } = upstream.send(body, betas);
    expect(upstream.refused === refused ? [] : answer).toEqual([]);
    const text = JSON.stringify(body);
    for (const { signature, epoch: then, model: maker } of made) {
      if (then !== epoch || maker !== model) continue;
      share.made++;
      if (text.includes(`"${signature}"`)) share.sent++;
    }
    return answer as unknown as Answer;
  }

  /** One call of the model; where nothing disturbs it, its thinking may be sent from now on. */
  async function call(disturb?: () => Promise<unknown>): Promise<Answer> {
    const sent = await request();
    const { epoch } = sent;
    const answer = await send(sent);
    await disturb?.();
    const entries = await session.append(answer, { as: 'anthropic' });
    if (disturb === undefined) keep(entries, [answer], epoch);
    return answer;
  }

  function keep(entries: readonly Entry[], answers: readonly Answer[], epoch: number): void {
    const own = entries.filter(({ message }) => message.role === 'assistant');
    for (const [index, { content }] of answers.entries()) {
      const seq = own[index]?.seq ?? -1;
      made.push({ seq, signature: content[0]?.signature, epoch, model });
    }
  }

  const answerTools = ({ content }: Answer): unknown => ({
    role: 'user',
    content: content
      .filter(({ type }) => type === 'tool_use')
      .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: words('lines') })),
  });

  async function work(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      wants = 'tool';
      await session.append(answerTools(await call()), { as: 'anthropic' });
    }
    wants = 'text';
    await call();
  }

  const plays: Record<(typeof MOVES)[number], () => Promise<unknown>> = {
    async ask() {
      await say(words('question'));
      await call();
    },
    async work() {
      await say(words('task'));
      await work(4);
    },
    async 'loop of the caller'() {
      await say(words('task'));
      const sent = await request();
      const { body, epoch } = sent;
      const added: unknown[] = [];
      const answers: Answer[] = [];
      for (wants = 'tool'; answers.length < 3;) {
        const messages = [...(body['messages'] as unknown[]), ...added];
        const answer = await send({ ...sent, body: { ...body, messages }, epoch: -1 });
        answers.push(answer);
        added.push({ role: 'assistant', content: answer.content }, answerTools(answer));
      }
      wants = 'text';
      keep(await session.append(added, { as: 'anthropic' }), answers, epoch);
      await call();
    },
    async 'speak while answered'() {
      await say(words('question'));
      await call(() => say('One more thing.'));
      await call();
    },
    async 'compact while answered'() {
      await say(words('question'));
      await call(() => session.compact());
    },
    async 'another process answers'() {
      await say(words('question'));
      const sent = await request();
      const { epoch } = sent;
      const answer = await send(sent);
      session = await open(session.id);
      keep(await session.append(answer, { as: 'anthropic' }), [answer], epoch);
    },
    async 'late result'() {
      await say(words('task'));
      wants = 'tool';
      const answer = await call();
      wants = 'text';
      await say('Never mind.');
      await call();
      await session.append(answerTools(answer), { as: 'anthropic' });
      await say('So what was it?');
      await call();
    },
    async 'foreign exchange'() {
      await session.append([
        { role: 'user', content: words('elsewhere') },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: '', providerOptions: SIGNED },
            { type: 'text', text: 'Said.' },
          ],
        },
      ]);
    },
    async sync() {
      const known: ModelMessage[] = [];
      for await (const { message } of session.entries({ withdrawn: false })) known.push(message);
      await syncMessages(session, [...known, { role: 'user', content: words('synced') }]);
      await call();
    },
    rewind: () => rewind(size),
    async regenerate() {
      if (!(await rewind(1))) return;
      await say('Say it in another way.');
      await call();
    },
    async fork() {
      session = await session.fork();
      made = [];
    },
    compact: () => session.compact(),
    undo: () => session.undoCompaction().catch(() => undefined),
    clear: () => session.clear(),
    pin: () => session.pin(0).catch(() => undefined),
    note: () => session.note('rule', 'Never restart heron.'),
    instructions: async () => (instructions = `Be kind, please. ${++versions}`),
    tools: async () => (tools = toolsOf(++versions)),
    async model() {
      model = MODELS[size % MODELS.length];
      session = await open(session.id);
    },
    async reopen() {
      const before = await session.prepare({ instructions, tools });
      session = await open(session.id);
      const after = await session.prepare({ instructions, tools });
      // A preset may restore less of the log when a process starts anew.
      if (after.plan.epoch === before.plan.epoch) expect(after.messages).toEqual(before.messages);
    },
  };

  async function rewind(count: number): Promise<boolean> {
    const left: number[] = [];
    for await (const { seq } of session.entries({ withdrawn: false })) left.push(seq);
    const last = left.at(-1 - (count % 8));
    if (last === undefined) return false;
    const { rewound, fromSeq } = await session.rewind(last);
    if (rewound) made = made.filter(({ seq }) => seq < fromSeq);
    return rewound;
  }

  await say('Hello.');
  for (const step of history.moves) {
    ({ size } = step);
    await plays[step.move]();
  }
  await session.close();
  share.refused = upstream.refused;
  return share;
}

interface Answer {
  content: { type: string; id?: string; signature?: string }[];
}

interface Made {
  seq: number;
  signature: string | undefined;
  epoch: number;
  model: string | undefined;
}

const SIGNED = { anthropic: { signature: 'made-elsewhere' } };

function toolsOf(version: number): unknown[] {
  return [
    { name: 'read', description: `Reads a file. ${version}`, input_schema: { type: 'object' } },
  ];
}
