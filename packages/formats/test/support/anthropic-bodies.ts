import fc from 'fast-check';

import { PNG } from './conversations.js';

const text = fc.string({ minLength: 1, maxLength: 12 }).map((value) => `say ${value}`);
const extra = fc.constantFrom<object>({}, {}, {}, { x_new: [1] }, { cache_control: null });
const textBlock = fc
  .tuple(
    text,
    fc.constantFrom<object>(
      {},
      {},
      { citations: null },
      { citations: [{ type: 'char_location' }] },
    ),
  )
  .map(([value, rest]) => ({ type: 'text', text: value, ...rest }));

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
const media = fc.constantFrom<object>(
  image,
  { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
  { type: 'image', source: { type: 'file', file_id: 'file_1' } },
  {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' },
    title: 'a.pdf',
    context: 'old',
    citations: { enabled: true },
  },
  { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' }, title: null },
  { type: 'document', source: { type: 'url', url: 'https://example.com' } },
  { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'a' }] } },
  { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'a' }] },
  { type: 'container_upload', file_id: 'file_3' },
);

const hosted = (id: string) =>
  fc.constantFrom<object[]>(
    [
      { type: 'server_tool_use', id, name: 'web_search', input: { query: 'x' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: id,
        content: [{ type: 'web_search_result', url: 'u', page_age: null, encrypted_content: 'e' }],
      },
    ],
    [
      { type: 'server_tool_use', id, name: 'bash_code_execution', input: { command: 'ls' } },
      {
        type: 'bash_code_execution_tool_result',
        tool_use_id: id,
        content: { type: 'bash_code_execution_result', stdout: 'a', return_code: 0 },
      },
    ],
    [
      { type: 'server_tool_use', id, name: 'web_fetch', input: { url: 'u' } },
      {
        type: 'web_fetch_tool_result',
        tool_use_id: id,
        content: { type: 'web_fetch_tool_result_error', error_code: 'unavailable' },
      },
    ],
    [
      { type: 'mcp_tool_use', id, name: 'ask', server_name: 'wiki', input: {} },
      {
        type: 'mcp_tool_result',
        tool_use_id: id,
        is_error: false,
        content: [{ type: 'text', text: 'a' }],
      },
    ],
  );

const thought = fc.constantFrom<object[]>(
  [],
  [],
  [{ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }],
  [{ type: 'redacted_thinking', data: 'ZGF0YQ==' }],
);

const user = fc
  .oneof(text, fc.array(fc.oneof(textBlock, media), { minLength: 1, maxLength: 3 }))
  .map((content) => [{ role: 'user', content }]);

const answer = fc
  .record({
    thought,
    hosted: fc.option(fc.constant(true)),
    said: textBlock,
    more: textBlock,
    plain: text,
  })
  .chain((value) =>
    fc.tuple(
      fc.constant(value),
      fc.nat().chain((id) => hosted(`srvtoolu_${id}`)),
    ),
  )
  .map(([value, blocks]) => [
    value.hosted === null
      ? { role: 'assistant', content: value.plain }
      : { role: 'assistant', content: [...value.thought, value.said, ...blocks, value.more] },
  ]);

const result = fc.constantFrom<object>(
  {},
  { content: '' },
  { content: 'done' },
  { content: 'ENOENT', is_error: true },
  { content: 'fine', is_error: false },
  { content: [{ type: 'text', text: 'done' }, image] },
  { content: [{ type: 'text', text: 'ENOENT' }], is_error: true },
  { content: [{ type: 'tool_reference', tool_name: 'later' }] },
);

const exchange = fc
  .record({
    thought,
    said: fc.option(textBlock),
    calls: fc.array(
      fc.record({
        name: fc.constantFrom('read', 'a-b_C9'),
        input: fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 1 }), {
          maxKeys: 3,
        }),
        extra,
        result,
      }),
      { minLength: 1, maxLength: 4 },
    ),
    behind: fc.array(fc.oneof(textBlock, media), { maxLength: 2 }),
  })
  .map(({ thought: blocks, said, calls, behind }) => (at: number) => [
    {
      role: 'assistant',
      content: [
        ...blocks,
        ...(said === null ? [] : [said]),
        ...calls.map((call, index) => ({
          type: 'tool_use',
          id: `toolu_${at}_${index}`,
          name: call.name,
          input: call.input,
          ...call.extra,
        })),
      ],
    },
    {
      role: 'user',
      content: [
        ...calls.map((call, index) => ({
          type: 'tool_result',
          tool_use_id: `toolu_${at}_${index}`,
          ...call.result,
          ...call.extra,
        })),
        ...behind,
      ],
    },
  ]);

const system = fc.constantFrom<object>(
  {},
  { system: 'Be brief.' },
  { system: [{ type: 'text', text: 'Be brief.' }] },
  {
    system: [
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral', ttl: '1h' } },
    ],
  },
);

/** Request bodies of the Messages API, with server tools and fields that everlong does not know. */
export const anthropicBodies: fc.Arbitrary<{ messages: object[] }> = fc
  .tuple(
    system,
    fc.array(
      fc.oneof<fc.Arbitrary<object[] | ((at: number) => object[])>[]>(user, answer, exchange),
      { maxLength: 8 },
    ),
  )
  .map(([head, items]) => ({
    ...head,
    messages: [
      { role: 'user', content: 'Begin.' },
      ...items.flatMap((item, at) => (typeof item === 'function' ? item(at) : item)),
      { role: 'user', content: 'Go on.' },
    ],
  }));
