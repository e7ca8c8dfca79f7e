import assert from 'node:assert/strict';

import type { ModelMessage } from '@everlong/core';
import fc from 'fast-check';

import type { ContractGroup, ContractRule } from './contract-rules.js';
import { expectSame } from '../expectations/expect-same.js';
import { messageArbitrary, noteArbitrary } from '../samples/message-arbitrary.js';
import { collect, newSession, readMessages, say } from '../samples/samples.js';

const bytes = new Uint8Array(5000).map((_, index) => (index * 7) % 256);
const base64 = Buffer.from(bytes).toString('base64');

function result(output: unknown, more: object = {}): object {
  return { type: 'tool-result', toolCallId: 'c1', toolName: 'read', output, ...more };
}

/** Messages that a store may find awkward, by what is awkward about them. */
const awkward: Record<string, unknown[]> = {
  'unicode, lone surrogates and control characters': [
    { role: 'user', content: 'äöü 東京 🙂 \u2028\u2029 \0 \u0001 \r\n\t "\\" \ud800 x \udc00' },
    { role: 'assistant', content: [{ type: 'text', text: '\ud83d' }] },
  ],
  'empty content': [
    { role: 'user', content: '' },
    { role: 'user', content: [] },
    { role: 'assistant', content: [] },
    { role: 'assistant', content: [{ type: 'text', text: '' }] },
    { role: 'tool', content: [] },
    { role: 'system', content: '' },
  ],
  'texts of a megabyte': [
    { role: 'user', content: 'x'.repeat(1_000_000) },
    { role: 'assistant', content: [{ type: 'text', text: '東\n"'.repeat(330_000) }] },
  ],
  'keys that objects have already': [
    JSON.parse('{"role":"user","content":"x","providerOptions":{"__proto__":{"a":{"b":1}}}}'),
    {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          toolCallId: '__proto__',
          toolName: 'constructor',
          input: JSON.parse(
            '{"__proto__":[1],"constructor":{"prototype":null},"hasOwnProperty":1}',
          ),
        },
      ],
    },
  ],
  'keys that look like encodings': [
    {
      role: 'tool',
      content: [
        result({
          type: 'json',
          value: { $type: 'media', sha256: 'f'.repeat(64), as: 'bytes', inner: { $type: 'url' } },
        }),
      ],
    },
    { role: 'user', content: '{"$type":"bytes","base64":"AAAA"}' },
  ],
  'bytes, buffers, URLs and base64': [
    {
      role: 'user',
      content: [
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: bytes } },
        {
          type: 'file',
          mediaType: 'image/png',
          data: { type: 'data', data: bytes.slice().buffer },
        },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: base64 } },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: bytes.slice(0, 3) } },
        {
          type: 'file',
          mediaType: 'x/y',
          data: { type: 'url', url: new URL('https://a.b/c?d#e') },
        },
        { type: 'file', mediaType: 'text/plain', data: { type: 'text', text: base64 } },
        { type: 'image', image: bytes, mediaType: 'image/jpeg' },
        { type: 'file', mediaType: 'image/png', data: new Uint8Array(0) },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: bytes } },
      ],
    },
    {
      role: 'tool',
      content: [
        result({
          type: 'content',
          value: [{ type: 'file-data', mediaType: 'image/png', data: base64 }],
        }),
      ],
    },
  ],
  'provider options at every place': [
    {
      role: 'assistant',
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      content: [
        { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: base64 } } },
        { type: 'text', text: 'I see', providerOptions: { openai: { itemId: 'msg_1' } } },
        {
          type: 'tool-call',
          toolCallId: 'c1',
          toolName: 'read',
          input: { path: 'a' },
          providerOptions: { google: { thoughtSignature: 'x' } },
        },
        { type: 'text', text: 'and more' },
        { type: 'tool-call', toolCallId: 'c2', toolName: 'web', input: {}, providerExecuted: true },
        result({ type: 'json', value: { ok: true } }, { toolCallId: 'c2' }),
        { type: 'custom', kind: 'openai.compaction', providerOptions: { openai: { a: [1] } } },
      ],
    },
    {
      role: 'tool',
      content: [
        result({ type: 'text', value: 'done', providerOptions: { a: { b: 1 } } }),
        result({ type: 'error-json', value: [1, { a: null }] }, { toolCallId: 'c2' }),
        { type: 'tool-approval-response', approvalId: 'a1', approved: false, reason: 'no' },
      ],
    },
  ],
  'inputs and outputs that are not objects': [
    {
      role: 'assistant',
      content: [null, 'text', '{"a":1}', 7, -0, [1, [2]], false, 1e300].map((input, index) => ({
        type: 'tool-call',
        toolCallId: `c${index}`,
        toolName: 'any',
        input,
      })),
    },
    {
      role: 'tool',
      content: [null, 'text', '{"a":1}', 7, [], {}].map((value) => result({ type: 'json', value })),
    },
    { role: 'tool', content: [result({ type: 'json', value: 'text' })] },
    { role: 'tool', content: [result({ type: 'execution-denied', reason: 'no' })] },
  ],
  'inputs with what JSON lacks': [
    {
      role: 'assistant',
      content: [
        Number.NaN,
        { limit: Infinity, below: -0, list: [Number.NaN] },
        { from: new Date(0), list: [{ to: new Date(1e12) }], text: new Date(0).toJSON() },
        new Date(5),
      ].map((input, index) => ({
        type: 'tool-call',
        toolCallId: `c${index}`,
        toolName: 'any',
        input,
      })),
    },
  ],
  'parts of the future': [
    { role: 'assistant', content: [{ type: 'hologram', beam: { focus: [1.5] }, text: 7 }] },
    { role: 'tool', content: [result({ type: 'hologram', value: { a: 1 } })] },
    { role: 'user', content: 'x', type: 'assistant', seq: 99, id: 'mine', chapter: { n: 1 } },
  ],
};

function keeps(messages: unknown[]): ContractRule {
  return async ({ store }) => {
    const sessionId = await newSession(store);
    for (const message of messages as ModelMessage[]) {
      await store.append(sessionId, [{ message }]);
    }
    expectSame(await readMessages(store, sessionId), messages);
  };
}

const contents = fc.record({
  messages: fc.array(messageArbitrary, { maxLength: 8 }),
  note: noteArbitrary,
});

/** A message comes back deep-equal, whatever it holds. */
export const losslessContract: ContractGroup = {
  name: 'lossless messages',
  cases: {
    ...Object.fromEntries(
      Object.entries(awkward).map(([name, messages]) => [name, keeps(messages)]),
    ),
    async 'the order of keys'({ store }) {
      const sessionId = await newSession(store);
      const text =
        '{"content":[{"input":{"b":1,"a":{"z":1,"y":[]}},"type":"tool-call","toolName":"t",' +
        '"toolCallId":"c"},{"text":"x","providerOptions":{"p":{}},"type":"text"}],"role":"assistant"}';
      await store.append(sessionId, [{ message: JSON.parse(text) as ModelMessage }]);
      const [message] = await readMessages(store, sessionId);
      assert.equal(JSON.stringify(message), text);
    },
    async 'anything at all'({ store }) {
      await fc.assert(
        fc.asyncProperty(contents, async ({ messages, note }) => {
          const sessionId = await newSession(store);
          const last = say('needlework');
          await store.append(sessionId, [...messages.map((message) => ({ message })), last]);
          await store.appendRecord(sessionId, note);
          expectSame(await readMessages(store, sessionId), [...messages, last.message]);
          const [record] = await collect(store.readRecords(sessionId));
          expectSame({ ...record, ...note }, record);
          const hits = await store.search('needlework', { sessionId });
          assert.deepEqual([hits.map(({ seq }) => seq)], [[messages.length]]);
        }),
        { numRuns: 40 },
      );
    },
  },
};
