import fc from 'fast-check';

import { PNG } from './conversations.js';

const text = fc.string({ maxLength: 12 });
const inputPart = fc.oneof(
  text.map((value) => ({ type: 'input_text', text: value })),
  fc.constantFrom<object>(
    { type: 'input_text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit' } },
    { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'auto' },
    { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'high' },
    { type: 'input_image', image_url: 'https://example.com' },
    { type: 'input_image', file_id: 'file-1', detail: 'low', image_url: null },
    { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0x' },
    { type: 'input_file', file_url: 'https://example.com/a.pdf' },
    { type: 'input_file', file_id: 'file-2' },
  ),
);

const user = fc
  .record({
    content: fc.oneof(text, fc.array(inputPart, { minLength: 1, maxLength: 3 })),
    extra: fc.constantFrom<object>(
      {},
      { type: 'message' },
      { type: 'message', status: 'completed' },
    ),
  })
  .map(({ content, extra }) => () => [{ role: 'user', content, ...extra }]);

const system = fc
  .record({
    role: fc.constantFrom('system', 'developer'),
    content: fc.oneof(
      text,
      fc.array(
        text.map((value) => ({ type: 'input_text', text: value })),
        { minLength: 1, maxLength: 2 },
      ),
    ),
  })
  .map((item) => () => [item]);

const outputPart = fc.oneof(
  text.map((value) => ({ type: 'output_text', text: value, annotations: [], logprobs: [] })),
  text.map((refusal) => ({ type: 'refusal', refusal })),
  fc.constant({ type: 'output_audio', data: 'UklGRgAA', transcript: 'a' }),
);

const answer = fc.oneof(
  text.map((content) => () => [{ role: 'assistant', content }]),
  fc
    .record({
      content: fc.array(outputPart, { minLength: 1, maxLength: 3 }),
      thought: fc.constantFrom<object | undefined>(
        undefined,
        { summary: [], encrypted_content: 'ZW5j' },
        { summary: [{ type: 'summary_text', text: 'So.' }], encrypted_content: null },
        {
          summary: [
            { type: 'summary_text', text: 'So.' },
            { type: 'summary_text', text: '' },
          ],
          status: 'completed',
        },
        { summary: [], content: [{ type: 'reasoning_text', text: 'So.' }] },
      ),
      extra: fc.constantFrom<object>({}, { phase: 'commentary' }, { x_new: 1 }),
    })
    .map(({ content, thought, extra }) => (at: number) => [
      ...(thought === undefined ? [] : [{ type: 'reasoning', id: `rs_${at}`, ...thought }]),
      {
        type: 'message',
        id: `msg_${at}`,
        role: 'assistant',
        status: 'completed',
        content,
        ...extra,
      },
    ]),
  fc
    .constantFrom<object>(
      { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } },
      { type: 'mcp_call', name: 'ask', server_label: 'wiki', arguments: '{}', output: 'a' },
      { type: 'compaction', encrypted_content: 'ZW5j' },
      { type: 'image_generation_call', result: PNG, status: 'completed' },
    )
    .map((item) => (at: number) => [{ id: `ws_${at}`, ...item }]),
);

const args = fc.oneof(fc.constantFrom('{}', '{ "a" : 1 }', '[1]', '"t"'), fc.json({ maxDepth: 2 }));

const call = fc.oneof(
  fc
    .record({
      args,
      extra: fc.constantFrom<object>({}, { status: 'completed' }),
      output: fc.oneof(text, fc.array(inputPart, { minLength: 1, maxLength: 2 })),
    })
    .map(({ args: written, extra, output }) => ({
      call: { type: 'function_call', name: 'read', arguments: written, ...extra },
      output: { type: 'function_call_output', output, ...extra },
    })),
  fc.constantFrom(
    {
      call: { type: 'custom_tool_call', name: 'patch', input: '*** Begin' },
      output: { type: 'custom_tool_call_output', output: 'done' },
    },
    {
      call: { type: 'local_shell_call', action: { type: 'exec', command: ['ls'] }, status: 'x' },
      output: { type: 'local_shell_call_output', output: 'a' },
    },
    {
      call: { type: 'shell_call', action: { commands: ['ls'] } },
      output: { type: 'shell_call_output', output: [{ stdout: 'a', stderr: '' }], max: 1 },
    },
  ),
);

const exchange = fc
  .record({ calls: fc.array(call, { minLength: 1, maxLength: 3 }), named: fc.boolean() })
  .map(({ calls, named }) => (at: number) => [
    ...calls.map((item, index) => ({
      ...item.call,
      call_id: `call_${at}_${index}`,
      ...(named ? { id: `fc_${at}_${index}` } : {}),
    })),
    ...calls.map((item, index) => ({ ...item.output, call_id: `call_${at}_${index}` })),
  ]);

/**
 * Request bodies of the Responses API, with server items and fields that everlong does not know.
 */
export const responsesBodies: fc.Arbitrary<object> = fc
  .tuple(
    fc.constantFrom<object>({}, { instructions: 'Be brief.' }),
    fc.array(fc.oneof<fc.Arbitrary<(at: number) => object[]>[]>(user, system, answer, exchange), {
      maxLength: 8,
    }),
  )
  .map(([head, items]) => ({
    ...head,
    input: [...items.flatMap((item, at) => item(at)), { role: 'user', content: 'Go on.' }],
  }));
