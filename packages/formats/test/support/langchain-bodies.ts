import fc from 'fast-check';

import { PNG } from './conversations.js';

const text = fc.string({ maxLength: 12 });
const textBlock = fc
  .tuple(text, fc.constantFrom<object>({}, {}, { cache_control: { type: 'ephemeral' } }))
  .map(([value, rest]) => ({ type: 'text', text: value, ...rest }));
const media = fc.constantFrom<object>(
  { type: 'image_url', image_url: `data:image/png;base64,${PNG}` },
  { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
  { type: 'image', source_type: 'base64', mime_type: 'image/png', data: PNG },
  { type: 'image', source_type: 'url', url: 'https://example.com/a.png' },
  { type: 'image', mimeType: 'image/png', data: PNG },
  { type: 'audio', source_type: 'base64', mime_type: 'audio/wav', data: 'UklGRgAA' },
  {
    type: 'file',
    source_type: 'base64',
    mime_type: 'application/pdf',
    data: 'JVBERi0x',
    metadata: { filename: 'a.pdf' },
  },
  { type: 'file', source_type: 'id', id: 'file-1' },
  { type: 'file', fileId: 'file-1', x_new: 1 },
  { type: 'document', source: { type: 'text', data: 'a' } },
);
const blocks = fc.array(fc.oneof(textBlock, media), { minLength: 1, maxLength: 3 });
const extra = fc.constantFrom<object>(
  {},
  { additional_kwargs: {}, response_metadata: {} },
  { id: 'run-1', name: 'ann', response_metadata: { model: 'm' } },
);

const user = fc.tuple(fc.oneof(text, blocks), extra).map(([content, rest]) => () => [
  { role: 'user', content, ...rest },
]);
const system = fc
  .tuple(fc.oneof(text, fc.array(textBlock, { minLength: 1, maxLength: 2 })), extra)
  .map(([content, rest]) => () => [{ role: 'system', content, ...rest }]);

const thought = fc.constantFrom<object[]>(
  [],
  [],
  [{ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }],
  [{ type: 'redacted_thinking', data: 'ZGF0YQ==' }],
  [{ type: 'reasoning', reasoning: 'Hm.' }],
  [{ type: 'server_tool_use', id: 'a', name: 'web_search', input: {} }],
);
const said = fc.oneof(
  text,
  fc
    .tuple(thought, fc.array(textBlock, { maxLength: 2 }))
    .map(([head, rest]) => [...head, ...rest]),
);
const answer = fc.tuple(said, extra).map(([content, rest]) => () => [
  { role: 'assistant', content, ...rest },
]);

const exchange = fc
  .record({
    content: said,
    calls: fc.array(
      fc.record({
        args: fc.constantFrom<object>({}, { path: 'a', n: [1] }),
        result: fc.constantFrom<object>(
          { content: 'done' },
          { content: 'done', status: 'success', artifact: { a: 1 } },
          { content: 'ENOENT', status: 'error' },
          { content: [{ type: 'text', text: 'seen' }], status: 'error' },
          { content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }] },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    placed: fc.boolean(),
    extra,
  })
  .map(({ content, calls, placed, extra: rest }) => (at: number) => {
    const idOf = (index: number): string => `call_${at}_${index}`;
    const uses = calls.map(({ args }, index) => ({
      type: 'tool_use',
      id: idOf(index),
      name: 'read',
      input: args,
    }));
    return [
      {
        role: 'assistant',
        content: placed && Array.isArray(content) ? content.concat(uses) : content,
        tool_calls: calls.map(({ args }, index) => ({
          type: 'tool_call',
          id: idOf(index),
          name: 'read',
          args,
        })),
        ...rest,
      },
      ...calls.map(({ result }, index) => ({
        role: 'tool',
        tool_call_id: idOf(index),
        name: 'read',
        ...result,
      })),
    ];
  });

/** Messages of LangChain, with blocks and fields that everlong does not know. */
export const langchainBodies: fc.Arbitrary<object> = fc
  .array(fc.oneof<fc.Arbitrary<(at: number) => object[]>[]>(user, system, answer, exchange), {
    maxLength: 8,
  })
  .map((items) => ({ messages: items.flatMap((item, at) => item(at)) }));
