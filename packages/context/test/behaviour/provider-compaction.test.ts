import {
  type CompactionRecord,
  createMemoryStore,
  type ProviderCompactor,
  type ProviderCompactRequest,
} from '@everlong/core';
import {
  type AnthropicUpstreamOptions,
  createResponsesUpstream,
  quarters as tokenizer,
} from '@everlong/testing';
import { createProviderCompactor } from '@everlong/summarizer';
import { generateText, isStepCount, type LanguageModel } from 'ai';
import { createAnthropic as createAnthropic3 } from 'ai-sdk-anthropic-3';
import { describe, expect, it } from 'vitest';

import { createAgentHooks, handleChat, toUIMessages } from '../../src/ai-sdk/index.js';
import { createBodyCompactor, openSession, type Session } from '../../src/index.js';
import { LONG, READ, thinkingBehindBlocks, working } from '../support/working-session.js';

const noteOf = ({ snapshot }: CompactionRecord) => snapshot?.providerBlock?.note ?? '';

describe("compaction: 'provider'", () => {
  it('lets the provider write the block, and keeps the thinking of the turns behind it', async () => {
    const { count, see } = thinkingBehindBlocks();
    const { upstream, ask, compactions, session } = await working({}, {}, see);
    for (let turn = 0; turn < 12; turn++) await ask(`Read on, ${turn}.`);
    expect(upstream.refusals).toEqual([]);
    expect(upstream.dropped).toBe(0);
    const made = await compactions();
    expect(made.length).toBeGreaterThan(3);
    expect(made.every(({ snapshot }) => snapshot?.providerBlock !== undefined)).toBe(true);
    expect(count.answers).toBeGreaterThan(100);
    expect(count.withThinking).toBe(count.answers);
    expect(session.state().spend?.inputTokens).toBeGreaterThan(1000);
  });

  it('says once, at the end, what the block lost and what it made up', async () => {
    const summarize = () => 'The user reads files. The port is 9999.';
    const { ask, compactions, session } = await working({}, { summarize });
    await ask('Never touch the file heron-77.md.');
    for (let turn = 0; turn < 3; turn++) await ask(`Read on, ${turn}.`);
    const [first] = await compactions();
    expect(noteOf(first as CompactionRecord)).toContain(
      '- #0 user: "Never touch the file heron-77.md."',
    );
    expect(noteOf(first as CompactionRecord)).toContain('no entry of the log holds: 9999');
    const { messages, plan } = await session.prepare({ instructions: 'Be kind.' });
    const notes = messages.filter(({ content }) => JSON.stringify(content).includes('heron-77.md'));
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.every(({ role }) => role === 'user')).toBe(true);
    expect(plan.explain(0)).toMatchObject({ disposition: 'summarized' });
    const [block, unsaid] = plan.additions;
    expect(block).toMatchObject({ kind: 'block', name: 'anthropic (claude-opus-5-5)' });
    expect(block?.reason).toContain('1 values in it looked up, 1 of them in no entry');
    expect(unsaid?.reason).toContain('does not say');
  });

  it('goes on behind the block byte for byte after reopening', async () => {
    const { ask, session, open } = await working();
    for (let turn = 0; turn < 5; turn++) await ask(`Read on, ${turn}.`);
    await session.append({ role: 'user', content: 'And now?' });
    const inputs = { instructions: 'Be kind.' };
    const before = await session.prepare(inputs);
    await session.close();
    const again = await open({ id: session.id });
    expect((await again.prepare(inputs)).messages).toEqual(before.messages);
  });

  it('is the portable snapshot for a model of another provider', async () => {
    const { ask, session, store, compactions } = await working();
    await ask('Never touch the file heron-77.md.');
    for (let turn = 0; turn < 4; turn++) await ask(`Read on, ${turn}.`);
    await session.close();
    const other = await openSession({ store, id: session.id, model: 'gpt-5.5', tokenizer });
    const { messages } = await other.prepare({ instructions: 'Be kind.' });
    expect(JSON.stringify(messages)).not.toContain('compaction');
    expect(JSON.stringify(messages)).toContain('Never touch the file heron-77.md.');
    expect((await compactions()).at(-1)).toMatchObject({ kind: 'trim' });
    const found = await other.search('heron-77.md');
    expect(found.length).toBeGreaterThan(0);
  });

  it.each<[string, AnthropicUpstreamOptions, string]>([
    ['refuses', { summarize: () => ({ stopReason: 'refusal' }) }, 'it ended with refusal'],
    ['is overloaded', { isOverloaded: () => true }, 'the provider wrote no summary: '],
  ])('leaves it to the own tiers where the provider %s', async (_how, options, why) => {
    const { upstream, ask, compactions } = await working({}, options);
    for (let turn = 0; turn < 6; turn++) await ask(`Read on, ${turn}.`);
    const made = await compactions();
    expect(made.length).toBeGreaterThan(0);
    expect(made.some(({ reason }) => reason.includes(why))).toBe(true);
    expect(made.every(({ snapshot }) => snapshot?.providerBlock === undefined)).toBe(true);
    expect(upstream.refusals).toEqual([]);
  });

  it('survives changed instructions, a rewind and a fork without a refusal', async () => {
    const { upstream, ask, session, store, continueWith } = await working();
    for (let turn = 0; turn < 4; turn++) await ask(`Read on, ${turn}.`);
    await ask('Read on.', 'Be brief.');
    await ask('And on.', 'Be brief.');
    const { entryCount } = await store.getSession(session.id);
    await session.rewind(entryCount - 14);
    for (let turn = 0; turn < 3; turn++) await ask(`Read again, ${turn}.`, 'Be brief.');
    const fork = await session.fork();
    const askFork = continueWith(fork);
    for (let turn = 0; turn < 3; turn++) await askFork(`Elsewhere, ${turn}.`, 'Be brief.');
    await ask('Here.', 'Be brief.');
    expect(upstream.refusals).toEqual([]);
  });

  it('summarizes what was said of changed instructions, which is then said again', async () => {
    const { upstream, ask, compactions, session } = await working();
    await ask('Read on.');
    for (let turn = 0; turn < 8; turn++) await ask(`Read on, ${turn}.`, 'Be brief.');
    expect(upstream.refusals).toEqual([]);
    const made = await compactions();
    expect(made.length).toBeGreaterThan(2);
    expect(made.every(({ snapshot }) => snapshot?.providerBlock !== undefined)).toBe(true);
    await session.append({ role: 'user', content: 'And now?' });
    const given = { instructions: 'Be brief.', tools: { read: READ }, systemMessages: true };
    const { messages, instructions } = await session.prepare(given);
    expect(instructions).toBe('Be kind.');
    const said = messages.filter(({ role }) => role === 'system');
    expect(said.at(-1)?.content).toContain('Be brief.');
  });

  it('takes a window that is encrypted, with all that the user said behind it', async () => {
    const upstream = createResponsesUpstream();
    const session = await openSession({
      store: createMemoryStore(),
      model: 'gpt-5.5',
      contextWindow: 8000,
      tokenizer,
      compaction: 'provider',
      compactor: createBodyCompactor({
        as: 'openai-responses',
        model: 'gpt-5.5',
        send: async (body) => upstream.send(body, '/v1/responses/compact').body,
      }),
    });
    const ask = async (text: string) => {
      await session.append({ role: 'user', content: text });
      const prepared = await session.prepare({ as: 'openai-responses', instructions: 'Be kind.' });
      const { status, body } = upstream.send({ model: 'gpt-5.5', ...prepared.body });
      expect(status).toBe(200);
      await session.append({ role: 'assistant', content: `Read: ${LONG}` });
      expect((body.output as unknown[]).length).toBe(1);
      return prepared;
    };
    await ask('Never touch the file heron-77.md.');
    for (let turn = 0; turn < 25; turn++) await ask(`Read on, ${turn}.`);
    const { body, plan } = await ask('And now?');
    expect(upstream.summaries).toBeGreaterThan(0);
    expect(upstream.pruned).toBe(0);
    expect(JSON.stringify(body.input)).toContain('sealed-cmp_');
    expect(JSON.stringify(body.input)).toContain('Never touch the file heron-77.md.');
    expect(plan.additions[0]?.reason).toContain('encrypted');
  });

  it('leaves a call alone that has compaction settings of its own, and says so', async () => {
    const { upstream, session, ask, compactions } = await working({ compaction: 'own' });
    const edits = [{ type: 'compact_20260112' as const }];
    const providerOptions = { anthropic: { contextManagement: { edits } } };
    for (let turn = 0; turn < 3; turn++)
      await ask(`Read on, ${turn}.`, 'Be kind.', { providerOptions });
    expect([await compactions(), upstream.refusals]).toEqual([[], []]);
    const traits = { instructions: 'Be kind.', tools: { read: READ }, systemMessages: true };
    await session.append({ role: 'user', content: 'And now?' });
    const { plan } = await session.prepare({ ...traits, compactsItself: true });
    expect(plan.decision).toMatchObject({
      action: 'keep',
      reason: 'the call has settings of its own by which the provider compacts it',
    });
  });

  it('is made in the background, while the conversation goes on with its thinking', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { count, see } = thinkingBehindBlocks();
    const asked: ProviderCompactRequest[] = [];
    const answer = (body: Record<string, unknown>) => {
      see(body);
      return [{ type: 'text', text: LONG.repeat(3).trim() }];
    };
    const made = await working({}, { answer });
    const inner = createProviderCompactor({ model: made.bare });
    const compactor: ProviderCompactor = {
      ...inner,
      async compact(request) {
        asked.push(request);
        await arrived;
        return inner.compact(request);
      },
    };
    const session = await made.open({ id: made.session.id, compactor, contextWindow: 32_000 });
    const ask = made.continueWith(session);
    for (let turn = 0; asked.length === 0; turn++) await ask(`Go on, ${turn}.`);
    await ask('Meanwhile.');
    expect([asked.length, await made.compactions()]).toEqual([1, []]);
    arrive();
    await session.endTurn({ wait: true });
    await ask('And now?');
    expect((await made.compactions())[0]?.snapshot?.providerBlock).toBeDefined();
    expect([made.upstream.refusals, count.answers > 2]).toEqual([[], true]);
    expect(count.withThinking).toBe(count.answers);
  });

  it.each<[string, (session: Session, model: LanguageModel, text: string) => Promise<unknown>]>([
    [
      'prepareStep',
      (session, model, prompt) =>
        generateText({
          ...createAgentHooks({ session, tools: { read: READ } }),
          model,
          system: 'Be kind.',
          prompt,
          tools: { read: READ },
          stopWhen: isStepCount(10),
          maxRetries: 0,
        }),
    ],
    [
      'handleChat',
      async (session, model, text) => {
        const message = { id: text, role: 'user', parts: [{ type: 'text', text }] };
        const messages = [...(await toUIMessages(session)), message];
        const parts = { session, body: { messages }, instructions: 'Be kind.' };
        const tools = text.endsWith('0.') ? { read: READ } : { read: READ, write: READ };
        const response = await handleChat({ ...parts, tools, model: model as never });
        return response.text();
      },
    ],
  ])('goes through %s, streamed or not', async (_face, answer) => {
    const { count, see } = thinkingBehindBlocks();
    const { upstream, session, bare, compactions } = await working({}, {}, see);
    for (let turn = 0; turn < 8; turn++) await answer(session, bare, `Read on, ${turn}.`);
    expect(upstream.refusals).toEqual([]);
    expect((await compactions()).every(({ snapshot }) => snapshot?.providerBlock)).toBe(true);
    expect(count.answers).toBeGreaterThan(50);
    expect(count.withThinking).toBe(count.answers);
    expect(JSON.stringify(await toUIMessages(session))).not.toContain(
      'Summary of the conversation',
    );
  });

  it("books what the provider's threshold cost, which says nothing about the size of requests", async () => {
    const { session, ask, upstream } = await working({ compaction: 'own', contextWindow: 200_000 });
    const trigger = { type: 'input_tokens', value: 50_000 };
    const edits = [{ type: 'compact_20260112', trigger }];
    await ask('Keep this. '.repeat(20_000), 'Be kind.', {
      providerOptions: { anthropic: { contextManagement: { edits } } },
    });
    expect([upstream.refusals, upstream.summaries]).toEqual([[], 1]);
    const { spend, source } = session.state();
    expect(spend?.inputTokens).toBeGreaterThan(50_000);
    expect(source).not.toBe('provider');
  });

  it('takes an empty block for none, and books what it cost', async () => {
    const compact: ProviderCompactor['compact'] = () => {
      const content = [{ type: 'text' as const, text: '' }];
      const usage = { inputTokens: 10, outputTokens: 5 };
      return Promise.resolve({ messages: [{ role: 'assistant', content }], text: '', usage });
    };
    const { ask, compactions, upstream } = await working({
      compactor: { provider: 'anthropic', compact },
    });
    for (let turn = 0; turn < 3; turn++) await ask(`Read on, ${turn}.`);
    expect(upstream.refusals).toEqual([]);
    const [first] = await compactions();
    expect(first?.reason).toContain('it answered without a block');
    expect(first?.usage).toMatchObject({ inputTokens: 10 });
  });

  it('needs a compactor, and one of these words', async () => {
    const store = createMemoryStore();
    await expect(openSession({ store, compaction: 'provider' })).rejects.toThrow(
      'needs a compactor',
    );
    const odd = { store, compaction: 'theirs' as 'own' };
    await expect(openSession(odd)).rejects.toThrow('It may be "own", "provider" or "auto"');
    const model = createAnthropic3({ apiKey: 'unused' })('claude-opus-5-5');
    expect(() => createProviderCompactor({ model })).toThrow('is that of AI SDK 6');
  });
});
