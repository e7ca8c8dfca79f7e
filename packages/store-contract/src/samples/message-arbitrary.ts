import type { AssistantPart, ModelMessage, SessionRecord, ToolResultOutput } from '@everlong/core';
import fc from 'fast-check';

import { anyCharacter } from './any-character.js';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constantFrom('', '\ud800', 'a\0b', '{"$type":"media"}', '\u2028\r\n', '東京タワー 🙂', '"'),
  fc.constantFrom(
    '\0',
    '\ufeff{',
    '\ufffe\uffff',
    '\u001b[2J\u0007',
    '\u202e',
    '}\n{"seq":0',
    '\x85\x7f',
  ),
);
const json = fc.jsonValue({ maxDepth: 2, stringUnit: anyCharacter });
const key = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('$type', '__proto__', 'constructor', 'mediaType', 'type', 'text'),
);
const jsonObject = fc.dictionary(key, json, { maxKeys: 3, noNullPrototype: true });
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 30 }),
  fc.integer({ min: 1024, max: 3000 }).map((length) => new Uint8Array(length).fill(length % 256)),
);
const content = fc.oneof(
  bytes,
  bytes.map((each) => each.slice().buffer),
  bytes.map((each) => Buffer.from(each).toString('base64')),
  text,
);
const providerOptions = fc.dictionary(key, jsonObject, { maxKeys: 2, noNullPrototype: true });
/** `webUrl` of fast-check makes a table of a million characters first. */
const url = fc
  .tuple(fc.constantFrom('https://example.com', 'http://user:word@127.0.0.1:8080'), text)
  .map(([origin, rest]) => new URL(`${origin}/${rest}`));
const mediaType = fc.constantFrom('image/png', 'application/pdf', 'text/plain', 'image/*');

function record<Shape extends object>(shape: {
  [Key in keyof Shape]: fc.Arbitrary<Shape[Key]>;
}): fc.Arbitrary<Shape> {
  return fc.record(shape, { noNullPrototype: true }) as fc.Arbitrary<Shape>;
}

const fileData = fc.oneof(
  record({ type: fc.constant('data' as const), data: content }),
  record({ type: fc.constant('url' as const), url }),
  record({ type: fc.constant('text' as const), text }),
);

/** Adds provider options to some of the parts. */
function part<Shape extends object>(shape: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  const withOptions = fc
    .tuple(shape, providerOptions)
    .map(([plain, options]) => ({ ...plain, providerOptions: options }));
  return fc.oneof({ weight: 3, arbitrary: shape }, { weight: 1, arbitrary: withOptions });
}

const textPart = part(record({ type: fc.constant('text' as const), text }));
const reasoning = part(record({ type: fc.constant('reasoning' as const), text }));
const file = part(
  record({ type: fc.constant('file' as const), mediaType, data: fc.oneof(fileData, content) }),
);
const toolCall = part(
  record({
    type: fc.constant('tool-call' as const),
    toolCallId: text,
    toolName: text,
    input: fc.oneof(json, jsonObject),
  }),
);
const output: fc.Arbitrary<ToolResultOutput> = fc.oneof(
  record({ type: fc.constantFrom('text' as const, 'error-text' as const), value: text }),
  record({ type: fc.constantFrom('json' as const, 'error-json' as const), value: json }),
  record({ type: fc.constant('execution-denied' as const) }),
  record({
    type: fc.constant('content' as const),
    value: fc.array(
      fc.oneof(
        textPart,
        record({
          type: fc.constant('file-data' as const),
          mediaType,
          data: bytes.map((each) => Buffer.from(each).toString('base64')),
        }),
      ),
      { maxLength: 3 },
    ),
  }),
);
const toolResult = part(
  record({
    type: fc.constant('tool-result' as const),
    toolCallId: text,
    toolName: text,
    output,
  }),
);

const hosted = fc
  .tuple(fc.oneof(toolCall, toolResult), fc.boolean())
  .map(([call, providerExecuted]) => ({ ...call, providerExecuted }));
const approvalRequest = record({
  type: fc.constant('tool-approval-request' as const),
  approvalId: text,
  toolCallId: text,
});
const approvalResponse = record({
  type: fc.constant('tool-approval-response' as const),
  approvalId: text,
  approved: fc.boolean(),
});

/** Parts that no version of the AI SDK has yet. */
const future = fc
  .tuple(fc.constantFrom('hologram', 'custom'), jsonObject)
  .map(([type, rest]) => ({ ...rest, type }) as unknown as AssistantPart);

const shapes = fc.oneof(
  record({ role: fc.constantFrom('system' as const, 'user', 'assistant'), content: text }),
  record({
    role: fc.constant('user' as const),
    content: fc.array(fc.oneof(textPart, file, future), { maxLength: 4 }),
  }),
  record({
    role: fc.constant('assistant' as const),
    content: fc.array(
      fc.oneof(textPart, reasoning, toolCall, toolResult, hosted, approvalRequest, file, future),
      {
        maxLength: 5,
      },
    ),
  }),
  record({
    role: fc.constant('tool' as const),
    content: fc.array(fc.oneof({ weight: 4, arbitrary: toolResult }, approvalResponse, future), {
      maxLength: 3,
    }),
  }),
);

/** Messages of every role and part, with content that careless stores lose. */
export const messageArbitrary: fc.Arbitrary<ModelMessage> = part(shapes).map(
  (message) => message as ModelMessage,
);

/** A decision of a program of the caller's, with any value. */
export const noteArbitrary: fc.Arbitrary<SessionRecord> = record({
  type: fc.constant('note' as const),
  name: fc.constant('any'),
  value: jsonObject,
}) as fc.Arbitrary<SessionRecord>;
