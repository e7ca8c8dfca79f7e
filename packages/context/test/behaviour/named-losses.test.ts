import { createMemoryStore } from '@everlong/core';
import { thirds as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';

describe('what a body for another SDK cannot carry is named', () => {
  const search = [
    { role: 'user', content: 'Find it' },
    {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'it' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [
            {
              type: 'web_search_result',
              url: 'https://example.com',
              title: 'It',
              page_age: null,
              encrypted_content: 'c2VjcmV0',
            },
          ],
        },
        { type: 'text', text: 'Found.' },
      ],
    },
  ];
  const openWith = (model?: string) =>
    openSession({
      store: createMemoryStore(),
      contextWindow: 50_000,
      tokenizer,
      ...(model === undefined ? {} : { model }),
    });

  // promise: any-2
  it.each([undefined, 'gpt-5'])(
    'a search that Anthropic ran, to OpenAI (model %s)',
    async (model) => {
      const store = createMemoryStore();
      const made = await openSession({
        store,
        id: 's',
        model: 'claude-sonnet-4-5',
        tokenizer,
      });
      await made.append(search, { as: 'anthropic' });
      await made.append({ role: 'user', content: 'Where?' });
      const { losses: own } = await made.prepare({ as: 'anthropic' });
      expect(own).toEqual([]);
      await made.close();
      const session =
        model === undefined
          ? await openWith()
          : await openSession({ store, id: 's', model, tokenizer });
      if (model === undefined) await session.append(search, { as: 'anthropic' });
      const { body, losses, plan } = await session.prepare({ as: 'openai-chat' });
      expect(JSON.stringify(body.messages)).toContain('[result of web_search]');
      expect(losses.filter(({ kind }) => kind === 'provider-executed')).toEqual([
        { kind: 'provider-executed', seq: 1, part: 0, detail: 'web_search' },
        { kind: 'provider-executed', seq: 1, part: 1, detail: 'web_search' },
      ]);
      expect(plan.explain(1)).toMatchObject({
        disposition: 'truncated',
        reason: 'its call of web_search, run by a provider, is not sent as it was',
      });
      expect(plan.losses).toEqual(losses.filter((loss) => 'seq' in loss));
    },
  );

  it('reasoning of another model', async () => {
    const session = await openWith('gpt-5');
    await session.append([
      { role: 'user', content: 'Think' },
      {
        message: {
          role: 'assistant',
          content: [
            {
              type: 'reasoning',
              text: 'Hm.',
              providerOptions: { anthropic: { signature: 'c2ln' } },
            },
            { type: 'text', text: 'So.', providerOptions: { anthropic: { citations: [] } } },
          ],
        },
        model: 'claude-sonnet-4-5',
      },
    ]);
    const { plan } = await session.prepare();
    expect(plan.explain(1)?.reason).toBe('sent without reasoning that only its own model takes');
    expect(plan.losses).toEqual([
      expect.objectContaining({ kind: 'reasoning', seq: 1, part: 0 }),
      { kind: 'provider-options', seq: 1, part: 1, detail: 'anthropic.citations' },
    ]);
  });

  // promise: any-2
  it('fields that only LangChain has, also of an answer that is nothing but them', async () => {
    const session = await openWith();
    const invalid = [{ name: 'read', args: '{"pa', id: 'c1', error: 'no JSON' }];
    const answer = (content: string) => ({
      type: 'ai',
      data: { content, invalid_tool_calls: invalid, additional_kwargs: { refusal: 'no' } },
    });
    const human = { type: 'human', data: { content: 'Read it' } };
    await session.append([human, answer('I try.'), human, answer('')], { as: 'langchain' });
    await session.append({ role: 'user', content: 'Go on' });
    for (const as of ['openai-chat', 'anthropic', 'gemini', 'openai-responses'] as const) {
      const { losses } = await session.prepare({ as });

      const detail = 'langchain.invalid_tool_calls, langchain.additional_kwargs';
      expect(losses).toContainEqual({ kind: 'fields', seq: 3, detail });
      expect(losses).toContainEqual({ kind: 'fields', message: 2, detail });
    }
    const { body, plan } = await session.prepare({ as: 'langchain' });
    expect(body.messages[2]).toMatchObject({ invalid_tool_calls: invalid });
    expect(plan.explain(3)?.disposition).toBe('omitted');
  });
});

describe('a text document with citations', () => {
  const document = (title: string, data: string) => ({
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data },
    title,
    citations: { enabled: true },
  });
  const cited = (document_index: number, document_title: string, cited_text: string) => ({
    type: 'char_location',
    cited_text,
    document_index,
    document_title,
    start_char_index: 0,
    end_char_index: cited_text.length,
  });
  const talk = [
    {
      role: 'user',
      content: [
        document('port.txt', 'The port is 8443.'),
        document('host.txt', 'The host is local.'),
        { type: 'text', text: 'Which port?' },
      ],
    },
    {
      role: 'assistant',
      content: [
        {
          type: 'text',
          text: 'It is 8443.',
          citations: [cited(0, 'port.txt', 'The port is 8443.')],
        },
        {
          type: 'text',
          text: 'On local.',
          citations: [cited(1, 'host.txt', 'The host is local.')],
        },
      ],
    },
  ];
  const openTalk = async (model: string | undefined, contextWindow = 50_000) => {
    const session = await openSession({
      store: createMemoryStore(),
      contextWindow,
      tokenizer,
      ...(model === undefined ? {} : { model }),
    });
    await session.append(talk, { as: 'anthropic' });
    await session.append({ role: 'user', content: 'Sure?' });
    return session;
  };

  it.each([undefined, 'claude-sonnet-4-5', 'anthropic/claude-next-9'])(
    'stays a document for Anthropic, and its answer keeps what it cites (model %s)',
    async (model) => {
      const session = await openTalk(model);
      const { body, losses, plan } = await session.prepare({ as: 'anthropic' });
      expect(body.messages.slice(0, 2)).toMatchObject(talk);
      expect(losses).toEqual([]);
      expect(plan.explain(0)?.disposition).toBe('verbatim');
    },
  );

  // promise: any-2
  it('is a text for everybody else, and the loss is named', async () => {
    const session = await openTalk('gpt-5');
    const { body, losses } = await session.prepare({ as: 'openai-chat' });
    const text = JSON.stringify(body);
    expect(text).toContain('[file: port.txt]\\nThe port is 8443.');
    expect(text).not.toContain('char_location');
    expect(losses).toContainEqual({ kind: 'file', seq: 0, part: 0, detail: 'port.txt' });
    expect(losses.map(({ detail }) => detail)).toContain('anthropic.citations');
  });

  it('that a request no longer holds is cited no more', async () => {
    const session = await openTalk('claude-sonnet-4-5', 2000);
    const { seq } = await session
      .append({
        role: 'user',
        content: [{ type: 'text', text: 'A third: ' }],
      })
      .then(([entry]) => entry ?? { seq: -1 });
    expect(seq).toBe(3);
    await session.append(
      {
        role: 'user',
        content: [document('long.txt', 'why '.repeat(3000)), { type: 'text', text: 'Read.' }],
      },
      { as: 'anthropic' },
    );
    const answer = { type: 'text', text: 'Why.', citations: [cited(2, 'long.txt', 'why why')] };
    await session.append({ role: 'assistant', content: [answer] }, { as: 'anthropic' });
    await session.append({ role: 'user', content: 'And?' });
    const { body, losses } = await session.prepare({ as: 'anthropic' });
    expect(JSON.stringify(body)).not.toContain('"document_index":2');
    expect(losses).toContainEqual(
      expect.objectContaining({ kind: 'citation', detail: 'long.txt' }),
    );
  });
});
