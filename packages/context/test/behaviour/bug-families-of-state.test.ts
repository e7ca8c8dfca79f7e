// What broke other systems again and again: races, crashes, forks, hangs, leaks, lock-in.
import { createMemoryStore, messageText, type ModelMessage, type Store } from '@everlong/core';
import { createSummarizer } from '@everlong/summarizer';
import { thirds } from '@everlong/testing';
import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import {
  compactionsOf,
  entriesOf,
  exchange,
  recordsOf,
  scriptedModel,
  work,
} from '../support/coding-session.js';
import { openSession } from '../../src/session/open-session.js';
import type { SessionOptions } from '../../src/config/session-options.js';
import { assistant, user } from '../support/conversation.js';

async function open(options: Partial<SessionOptions> = {}) {
  const store = options.store ?? createMemoryStore();
  const session = await openSession({ tokenizer: thirds, contextWindow: 6000, ...options, store });
  return { store, session };
}

/** Put together here, so that no scanner takes it for a real one. */
const SECRET = ['sk', 'ant', 'api03', 'q7F'.repeat(12)].join('-');

describe('families of bugs', () => {
  it('12. a message that is lost because it came during a compaction', async () => {
    let answer = (): void => {};
    const asked = new Promise<void>((begun) => {
      answer = begun;
    });
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { store, session } = await open({
      policy: 'supyagent-sdk',
      budget: { responseReserve: 0 },
      summarizer: {
        name: 'slow',
        usesModel: true,
        async summarize() {
          answer();
          await released;
          throw new Error('the model is down');
        },
      },
    });
    await session.append(user('Work on.'));
    while (session.state().level === 'normal')
      await session.append(exchange('x', 'line\n'.repeat(40)));
    await session.prepare();
    await asked;
    const other = await open({ store, id: session.id });
    await session.append(user('And one more thing: mind the gap.'));
    await other.session.append(user('From another process: hello.'));
    release();
    await work(session, 3);
    const { messages } = await session.prepare();
    const sent = messages.map(messageText);
    expect(sent).toContain('And one more thing: mind the gap.');
    expect(sent).toContain('From another process: hello.');
    expect((await compactionsOf(session, store)).length).toBeGreaterThan(0);
  });

  it('13. a crash between the summary and the cut', async () => {
    const memory = createMemoryStore();
    let isBroken = false;
    const store: Store = {
      ...memory,
      appendRecord(id, record, expected) {
        if (isBroken && record.type === 'compaction') {
          return Promise.reject(new Error('the disk is full'));
        }
        return memory.appendRecord(id, record, expected);
      },
    };
    const { session } = await open({ store });
    await session.append(user('Work on.'));
    await work(session, 10);
    const before = await session.prepare();
    isBroken = true;
    await expect(session.compact()).rejects.toThrow('the disk is full');
    const { messages, state } = await session.prepare();
    expect(messages).toEqual(before.messages);
    expect(state.epoch).toBe(before.state.epoch);
    isBroken = false;
    const again = await open({ store, id: session.id });
    expect((await again.session.prepare()).messages).toEqual(before.messages);
    expect((await again.session.compact()).compacted).toBe(true);
    expect(await entriesOf(again.session)).toHaveLength(21);
  });

  it('14. a rewind past a compaction that keeps the summary, or loses the past', async () => {
    const { store, session } = await open();
    await session.append(user('Work on.'));
    const views: { messages: readonly ModelMessage[]; seq: number; epoch: number }[] = [];
    for (let number = 0; number < 60; number++) {
      const { messages, state } = await session.prepare();
      views.push({ messages, seq: number * 2, epoch: state.epoch });
      await session.append(exchange(`step-${number}`, `output ${number}\n`.repeat(20)));
    }
    expect(session.state().epoch).toBeGreaterThan(0);
    for (const { messages, seq, epoch } of [views[5], views[30], views[55]].flatMap(
      (view) => view ?? [],
    )) {
      const rewound = await session.fork(seq);
      const view = await rewound.prepare();
      expect(view.messages).toEqual(messages);
      expect(view.state.epoch).toBe(epoch);
      expect(await entriesOf(rewound)).toHaveLength(seq + 1);
    }
    expect((await recordsOf(store, session.id)).length).toBeGreaterThan(0);
  });

  it('15. an input that hangs the process', async () => {
    const tokenizer = await createTokenizer({ model: 'gpt-5' });
    const { session } = await open({ tokenizer, contextWindow: 16_000 });
    for (const text of ['数'.repeat(14_000), 'a'.repeat(1_000_000), '='.repeat(1_000_000)]) {
      await session.append([user('Read this.'), ...exchange(`giant-${text[0]}`, text)]);
      const { state } = await session.prepare();
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    }
  });

  it('16. a secret that is summarized for ever, or that stops the compaction', async () => {
    const { model, prompts } = scriptedModel(
      (prompt) => `## Key Decisions\n- ${prompt.slice(0, 4000)}\n## Current State\n- ${SECRET}`,
    );
    const { session } = await open({ summarizer: createSummarizer({ model }), keep: 'little' });
    await session.append(user(`Use the key ${SECRET} for the deployment of src/app.ts.`));
    await work(session, 20);
    await session.append(user('Go on.'));
    expect((await session.compact({ instructions: `Mind ${SECRET}` })).compacted).toBe(true);
    const { instructions, messages } = await session.prepare();
    const sent = [instructions, ...messages.map(messageText)].join('\n');
    expect(sent).not.toContain(SECRET);
    expect(prompts.join('\n')).not.toContain(SECRET);
    expect(sent).toContain('[REDACTED');
    expect((await session.expand([0])).map(({ message }) => messageText(message))[0]).toContain(
      SECRET,
    );
  });

  it('17. a check of summaries that blocks every compaction, or lets a lie through', async () => {
    const lies = Array.from(
      { length: 80 },
      (_, number) => `- wrote src/lie-${number}.ts in 4${number} ms`,
    );
    const { model } = scriptedModel(() =>
      ['## Files Modified', ...lies, '## Current State', '- all of it is done'].join('\n'),
    );
    const { session } = await open({ summarizer: createSummarizer({ model }) });
    await session.append(user('Never touch src/legacy.ts. Look at src/app.ts.'));
    await work(session, 20);
    expect((await session.compact()).compacted).toBe(true);
    const { messages, state } = await session.prepare();
    const sent = messages.map(messageText).join('\n');
    expect(sent).not.toMatch(/src\/lie-\d/);
    expect(sent).toContain('Never touch src/legacy.ts.');
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
  });

  it('18. a summary that only one provider can read', async () => {
    const store = createMemoryStore();
    const options = { store, tokenizer: thirds, contextWindow: 6000 };
    const first = await openSession({ ...options, model: 'gpt-5' });
    await first.append(user('The port is 8443, remember it.'));
    await first.append({
      role: 'assistant',
      content: [
        {
          type: 'reasoning',
          text: '',
          providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'gAAAAABo' } },
        },
        { type: 'text', text: 'I will use 8443.' },
      ],
    });
    await work(first, 40);
    await first.append([user('And now?'), assistant('Done.'), user('Which port?')]);
    await first.compact();
    const other = await openSession({ ...options, id: first.id, model: 'claude-sonnet-4-5' });
    const { messages, state } = await other.prepare();
    expect(state.used.summary).toBeGreaterThan(0);
    expect(messageText(messages[0] as ModelMessage)).toContain('8443');
    expect(JSON.stringify(messages)).not.toMatch(/rs_1|gAAAAABo/);
  });
});
