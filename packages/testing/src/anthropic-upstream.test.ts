import { type anthropicCompactionRules, COMPACTION_BETA } from '@everlong/validators';
import { describe, expect, it } from 'vitest';

import { createAnthropicUpstream, THINKING_BETA } from './anthropic-upstream.js';

type Fields = Record<string, unknown>;

const MODEL = 'claude-opus-5-5';
const user = (content: string): Fields => ({ role: 'user', content });
const BASE = { model: MODEL, max_tokens: 4096, system: 'Be brief.' };

/** Three turns with thinking, and a summary of the first. */
function conversation(changes: Fields = {}) {
  const upstream = createAnthropicUpstream();
  const messages: Fields[] = [];
  for (const text of ['one', 'two', 'three']) {
    messages.push(user(text));
    const { content } = upstream.send({ ...BASE, messages }).body;
    messages.push({ role: 'assistant', content });
  }
  const request = { ...BASE, messages: messages.slice(0, 2), compaction: { type: 'summarize' } };
  const { body } = upstream.send({ ...request, ...changes }, COMPACTION_BETA);
  const block = (body.content as Fields[])[0] as Fields;
  const summary = { role: 'assistant', content: [block] };
  const rest = [...messages.slice(2), user('four')];
  const send = (sent: Fields[], more: Fields = {}, betas = COMPACTION_BETA) =>
    upstream.send({ ...BASE, messages: sent, ...more }, betas);
  return { upstream, messages, body, block, summary, rest, send };
}

const refusalOf = ({ body }: { body: Fields }) => body.error as Fields;

describe('a summary on demand', () => {
  it('comes alone, signed, with its usage apart', () => {
    const { body, block } = conversation();
    expect(body).toMatchObject({ stop_reason: 'compaction', usage: { input_tokens: 0 } });
    expect(block).toEqual({
      type: 'compaction',
      content: 'Summary of the conversation so far.',
      signature: 'compaction-4',
    });
  });

  it('keeps the thinking of the turns behind it valid (anthropic/thinking-behind-summary)', () => {
    const { upstream, summary, rest, send } = conversation();
    const taken = upstream.taken;
    expect(send([summary, ...rest]).status).toBe(200);
    expect(upstream.taken - taken).toBe(2);
  });

  it.each([
    ['a changed system', { system: 'Be long.' }],
    ['another set of tools', { tools: [{ name: 'a', input_schema: { type: 'object' } }] }],
  ])('does not with %s in the later request', (_what, more) => {
    const { summary, rest, send } = conversation();
    expect(refusalOf(send([summary, ...rest], more)).message).toContain('bound to a different');
    expect(send([summary, user('four')], more).status).toBe(200);
  });

  it('does not when a message is left out, changed or put between, or a model does not bind', () => {
    const { summary, rest, send } = conversation();
    for (const sent of [rest.slice(1), [user('2'), ...rest.slice(1)], [user('x'), ...rest]]) {
      expect(refusalOf(send([summary, ...sent])).message).toContain('bound to a different');
    }
    const older = conversation({ model: 'claude-opus-4-8' });
    expect(older.send([older.summary, ...older.rest]).status).toBe(400);
  });

  it('merges a first kept message of the same role, and drops what does not hold where asked', () => {
    const { messages, send, upstream } = conversation();
    const { body } = send(messages.slice(0, 3), { compaction: { type: 'summarize' } });
    const summary = { role: 'assistant', content: body.content };
    const rest = [...messages.slice(3), user('four')];
    expect(send([summary, ...rest]).status).toBe(200);
    const odd = send(messages.slice(0, 2), { compaction: { type: 'summarize' } });
    const again = [
      { role: 'assistant', content: odd.body.content },
      ...messages.slice(1),
      user('4'),
    ];
    const thinking = {
      type: 'adaptive',
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    };
    expect(send(again).status).toBe(400);
    const { status } = send(again, { thinking }, `${COMPACTION_BETA},${THINKING_BETA}`);
    expect([status, upstream.dropped]).toEqual([200, 3]);
  });

  it('may be summarized again', () => {
    const { summary, rest, send } = conversation();
    const second = send([summary, ...rest.slice(0, 2)], { compaction: { type: 'summarize' } });
    const sent = [{ role: 'assistant', content: second.body.content }, ...rest.slice(2)];
    expect(send(sent).status).toBe(200);
  });

  it.each<
    [
      keyof typeof anthropicCompactionRules,
      string,
      (of: ReturnType<typeof conversation>) => unknown,
    ]
  >([
    [
      'anthropic/compaction-beta',
      'not an expected type',
      ({ summary, rest, send }) => send([summary, ...rest], {}, ''),
    ],
    [
      'anthropic/compaction-beta',
      'requires anthropic-beta',
      ({ rest, send }) => send(rest, { compaction: { type: 'summarize' } }, ''),
    ],
    [
      'anthropic/compaction-settings',
      'cannot be combined',
      ({ rest, send }) => send(rest, { compaction: { type: 'summarize' }, stop_sequences: ['x'] }),
    ],
    [
      'anthropic/compaction-settings',
      'cannot be combined',
      ({ rest, send }) => send(rest, { compaction: {}, context_management: { edits: [] } }),
    ],
    [
      'anthropic/compaction-budget',
      'is not taken',
      ({ summary, rest, send }) =>
        send([summary, ...rest], { output_config: { task_budget: { remaining: 5 } } }),
    ],
    [
      'anthropic/compaction-first',
      'in front of the block',
      ({ summary, send }) => send([user('one'), summary, user('two')]),
    ],
    [
      'anthropic/compaction-once',
      'not one',
      ({ summary, send }) => send([summary, summary, user('two')]),
    ],
    [
      'anthropic/compaction-unchanged',
      'content was changed',
      ({ block, send }) => send([{ role: 'user', content: [{ ...block, content: 'else' }] }]),
    ],
    [
      'anthropic/compaction-unchanged',
      'signature was changed',
      ({ block, send }) => send([{ role: 'user', content: [{ ...block, signature: 'else' }] }]),
    ],
    [
      'anthropic/compaction-unchanged',
      'Extra inputs are not permitted',
      ({ block, send }) => send([{ role: 'user', content: [{ ...block, citations: null }] }]),
    ],
    [
      'anthropic/compaction-threshold',
      'at least 50,000',
      ({ rest, send }) =>
        send(
          rest.slice(-1),
          {
            context_management: {
              edits: [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 5 } }],
            },
          },
          'compact-2026-01-12',
        ),
    ],
    [
      'anthropic/compaction-one-kind',
      'carries a signed block',
      ({ summary, send }) =>
        send(
          [summary, user('x')],
          { context_management: { edits: [{ type: 'compact_20260112' }] } },
          `${COMPACTION_BETA},compact-2026-01-12`,
        ),
    ],
  ])('is refused by %s: %s', (_rule, words, act) => {
    expect(refusalOf(act(conversation()) as { body: Fields }).message).toContain(words);
  });

  it('is not written behind an open call, for nothing, or by a model that cannot', () => {
    const { send } = conversation();
    const asks = { compaction: { type: 'summarize' } };
    const call = { type: 'tool_use', id: 'a', name: 'a', input: {} };
    expect(send([user('x'), { role: 'assistant', content: [call] }], asks).status).toBe(400);
    expect(send([], asks).status).toBe(400);
    expect(send([user('x')], { ...asks, model: 'claude-haiku-4-5' }).status).toBe(400);
  });

  it('may end without a block, or find the server overloaded', () => {
    const asks = { ...BASE, messages: [user('x')], compaction: { type: 'summarize' } };
    const refuses = createAnthropicUpstream({ summarize: () => ({ stopReason: 'refusal' }) });
    expect(refuses.send(asks, COMPACTION_BETA).body).toMatchObject({
      content: [],
      stop_reason: 'refusal',
    });
    const busy = createAnthropicUpstream({ isOverloaded: () => true });
    expect(busy.send(asks, COMPACTION_BETA)).toMatchObject({
      status: 529,
      body: { error: { details: { error_code: 'compaction_unavailable' } } },
    });
  });
});

describe('a summary by a threshold', () => {
  it('opens the answer; what stood before it is dropped, its thinking too', () => {
    const upstream = createAnthropicUpstream();
    const edits = [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 50_000 } }];
    const long = user('word '.repeat(50_000));
    const send = (messages: Fields[], more: Fields = {}) =>
      upstream.send(
        { ...BASE, messages, context_management: { edits }, ...more },
        'compact-2026-01-12',
      );
    const first = send([long]).body.content as Fields[];
    expect(first.map(({ type }) => type)).toEqual(['compaction', 'thinking', 'text']);
    const next = [long, { role: 'assistant', content: first }, user('next')];
    expect(send(next).status).toBe(200);
    expect(send([{ role: 'assistant', content: first.slice(0, 1) }, ...next.slice(1)]).status).toBe(
      200,
    );
    const pausing = [{ ...edits[0], pause_after_compaction: true }];
    expect(send([long], { context_management: { edits: pausing } }).body.stop_reason).toBe(
      'compaction',
    );
  });
});

describe('tools changed in mid-conversation', () => {
  const tool = (name: string, more: Fields = {}) => ({
    name,
    input_schema: { type: 'object' },
    ...more,
  });
  const change = (type: string, target: Fields) => ({
    role: 'system',
    content: [{ type, tool: target }],
  });
  const send = (messages: Fields[], betas: string) =>
    createAnthropicUpstream().send(
      { ...BASE, tools: [tool('a'), tool('b', { defer_loading: true })], messages },
      betas,
    );
  const reference = (name: string) => ({ type: 'tool_reference', name });

  it('names what is declared, or brings its definition along, with the beta of each', () => {
    const added = [user('x'), change('tool_addition', reference('b'))];
    expect(send(added, 'mid-conversation-tool-changes-2026-07-01').status).toBe(200);
    expect(send(added, '').status).toBe(400);
    const defined = [
      user('x'),
      change('tool_addition', { type: 'tool_definition', definition: tool('c') }),
    ];
    expect(send(defined, 'inline-tools-2026-09-15').status).toBe(200);
    expect(send(defined, 'mid-conversation-tool-changes-2026-07-01').status).toBe(400);
    const unknown = send(
      [user('x'), change('tool_removal', reference('d'))],
      'inline-tools-2026-09-15',
    );
    expect(refusalOf(unknown).details).toEqual({ error_code: 'tool_reference_unresolved' });
  });
});
