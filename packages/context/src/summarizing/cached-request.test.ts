import {
  createMemoryStore,
  type Entry,
  type CachedRequest,
  type ModelMessage,
  type SummarizeInput,
  type Summarizer,
  type Usage,
} from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import { quarters as tokenizer } from '@everlong/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { createCacheMarker } from '../prompt-cache/cache-marker.js';
import { openSession } from '../session/open-session.js';
import type { SessionOptions } from '../config/session-options.js';
import type { PreparedRequest } from '../request/describe-request.js';

const MODEL = 'claude-sonnet-4-6';
const tools = {
  read: { description: 'Reads', inputSchema: { type: 'object' }, execute: () => '' },
};
const words = 'word '.repeat(80);

/** What a summarizer was given, and the request that went out while it worked. */
interface Asked {
  input: SummarizeInput;
  sent: PreparedRequest;
}

/** A session whose summarizer asks that model; it remembers what it was given. */
async function begin(
  options: Partial<SessionOptions> = {},
  summarizerModel = MODEL,
  model: string | null = MODEL,
) {
  const inputs: SummarizeInput[] = [];
  const extractive = createExtractiveSummarizer();
  const summarizer: Summarizer = {
    name: 'watched',
    usesModel: true,
    model: summarizerModel,
    summarize(input) {
      inputs.push(input);
      return extractive.summarize(input);
    },
  };
  const session = await openSession({
    store: createMemoryStore(),
    ...(model === null ? {} : { model }),
    tokenizer,
    summarizer,
    policy: 'supyagent-sdk',
    contextWindow: 6000,
    budget: { responseReserve: 0 },
    ...options,
  });
  const mark = createCacheMarker(true);
  let turns = 0;
  /** One turn with a call, each request marked as the middleware does it. */
  const talk = async (usage?: Usage): Promise<Asked | undefined> => {
    const toolCallId = `call-${turns}`;
    const call: ModelMessage = {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId, toolName: 'read', input: { turns } }],
    };
    const output = { type: 'text' as const, value: words };
    const result: ModelMessage = {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName: 'read', output }],
    };
    const steps = [
      [{ role: 'user' as const, content: `question ${turns++} ${words}` }],
      [call, result],
    ];
    for (const step of steps) {
      await session.append(step);
      const before = inputs.length;
      const sent = await session.prepare({ instructions: 'Be brief.', tools });
      mark(sent);
      await settled();
      if (usage !== undefined) await session.recordUsage(usage);
      const input = inputs[before];
      if (input !== undefined) return { input, sent };
    }
    await session.append({ role: 'assistant', content: `answer ${words}` });
    return undefined;
  };
  const talkUntilAsked = async (usage?: Usage): Promise<Asked> => {
    for (;;) {
      const found = await talk(usage);
      if (found !== undefined) return found;
    }
  };
  return { session, inputs, talk, talkUntilAsked };
}

/** Lets everything happen that is waiting for nothing else. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => void vi.useRealTimers());

describe('the live request that a summarizer is given', () => {
  it('is the one that goes out, with its markers, tools and room', async () => {
    const { talkUntilAsked } = await begin();
    const { input, sent } = await talkUntilAsked();
    const live = liveOf(input);
    const marker = createCacheMarker(true);
    const answer = sent.messages.findLastIndex(({ role }) => role === 'assistant');
    marker({ ...sent, messages: sent.messages.slice(0, answer) });
    expect({ instructions: live.instructions, messages: live.messages }).toEqual(marker(sent));
    expect(live.tools).toBe(tools);
    const { inputBudget, used } = sent.state;
    expect(live.room).toBe(inputBudget - used.total - 32);
  });

  it('says which messages stay, and gives their entries', async () => {
    const { session, talkUntilAsked } = await begin();
    const { input, sent } = await talkUntilAsked();
    const live = liveOf(input);
    const toSeq = input.entries.at(-1)?.seq ?? -1;
    const after: Entry[] = [];
    for await (const entry of session.entries({ from: toSeq + 1 })) after.push(entry);
    expect(live.entriesAfter.map(({ seq }) => seq)).toEqual(after.map(({ seq }) => seq));
    expect(sent.messages.slice(-live.messagesAfter)).toEqual(after.map(({ message }) => message));
  });

  it('has the snapshots that are sent, and goes on behind them', async () => {
    const { talkUntilAsked } = await begin({
      budget: { responseReserve: 0, summaryPlacement: 'message' },
    });
    await talkUntilAsked();
    const { input, sent } = await talkUntilAsked();
    const live = liveOf(input);
    expect(sent.state.epoch).toBeGreaterThan(0);
    expect(live.messages[0]).toMatchObject({ role: 'user', content: input.previous?.text });
    const toSeq = input.entries.at(-1)?.seq ?? -1;
    expect(live.entriesAfter[0]?.seq).toBe(toSeq + 1);
    expect(live.messages).toHaveLength(sent.messages.length);
  });

  it('is not given for another model, or where the session names none', async () => {
    const other = await (await begin({}, 'gpt-5.5')).talkUntilAsked();
    expect(other.input.live).toBeUndefined();
    const nameless = await (await begin({}, MODEL, null)).talkUntilAsked();
    expect(nameless.input.live).toBeUndefined();
  });

  it('is not given when the request no longer fits', async () => {
    const { session, inputs } = await begin();
    await session.append({ role: 'user', content: 'Begin.' });
    await session.prepare({ instructions: 'Be brief.', tools });
    const answer: ModelMessage[] = [];
    for (let index = 0; index < 80; index++) {
      answer.push({ role: 'assistant', content: words }, { role: 'user', content: words });
    }
    await session.append(answer);
    await session.prepare({ instructions: 'Be brief.', tools });
    expect(inputs.length).toBeGreaterThan(0);
    expect(inputs.map(({ live }) => live)).not.toContainEqual(expect.anything());
  });

  it('is not given when the cache has expired or the prefix is another one', async () => {
    const expired = await begin();
    for (let index = 0; index < 5; index++) await expired.talk();
    vi.useFakeTimers({ now: Date.now() + 6 * 60_000, toFake: ['Date'] });
    await expired.session.compact();
    vi.useRealTimers();
    expect(expired.inputs.at(-1)?.live).toBeUndefined();

    const warm = await begin();
    for (let index = 0; index < 5; index++) await warm.talk();
    await warm.session.compact();
    expect(warm.inputs.at(-1)?.live).toBeDefined();

    const unread = await begin();
    await unread.session.append([
      { role: 'user', content: words },
      { role: 'assistant', content: words },
      { role: 'user', content: words },
      { role: 'assistant', content: words },
      { role: 'user', content: words },
      { role: 'assistant', content: words },
    ]);
    await unread.session.compact();
    expect(unread.inputs).toHaveLength(1);
    expect(unread.inputs[0]?.live).toBeUndefined();
  });

  it('is not given when the provider reports that it caches nothing', async () => {
    const none = { inputTokens: 1000, outputTokens: 10, cacheReadTokens: 0 };
    const { talkUntilAsked } = await begin();
    expect((await talkUntilAsked(none)).input.live).toBeUndefined();
    const caching = await begin();
    const some = { ...none, cacheReadTokens: 800 };
    expect((await caching.talkUntilAsked(some)).input.live).toBeDefined();
  });
});

function liveOf({ live }: SummarizeInput): CachedRequest {
  if (live === undefined) throw new Error('no live request was given');
  return live;
}
