import fc from 'fast-check';

import { PNG } from './conversations.js';

const text = fc.string({ maxLength: 12 });
const extra = fc.constantFrom({}, {}, { cache_control: { type: 'ephemeral' } }, { x_new: [1] });
const args = fc.oneof(
  fc.constantFrom('{}', '{ "a" : 1 }', '{"b":[1.0,2],"a":null}', '"text"', '[1]', '1e2'),
  fc.json({ maxDepth: 2 }),
);

const textPart = fc
  .tuple(text, extra)
  .map(([value, rest]) => ({ type: 'text', text: value, ...rest }));

const userPart = fc.oneof(
  textPart,
  fc.constantFrom<object>(
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
    { type: 'image_url', image_url: { url: `data:image/png;x=1;base64,${PNG}`, detail: 'low' } },
    { type: 'image_url', image_url: { url: 'https://example.com' }, x_new: 1 },
    { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'high', z: 1 } },
    { type: 'input_audio', input_audio: { data: 'UklGRgAA', format: 'wav' } },
    { type: 'input_audio', input_audio: { data: 'UklGRgAA', format: 'mp3' } },
    {
      type: 'file',
      file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0x' },
    },
    { type: 'file', file: { filename: 'a.pdf', file_data: 'JVBERi0x' } },
    { type: 'file', file: { file_id: 'file-1' } },
  ),
);

/** OpenAI takes texts alone, other servers images too. */
const resultPart = fc.oneof(
  textPart,
  fc.constant<object>({ type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }),
);

const user = fc
  .record({
    role: fc.constant('user'),
    content: fc.oneof(text, fc.array(userPart, { minLength: 1, maxLength: 3 })),
  })
  .chain((message) => fc.constantFrom<object>(message, { ...message, name: 'ann' }));

const system = fc.record({
  role: fc.constantFrom('system', 'developer'),
  content: fc.oneof(text, fc.array(textPart, { minLength: 1, maxLength: 3 })),
});

const assistantContent = fc.oneof(
  text,
  fc.array(
    fc.oneof(
      textPart,
      text.map((refusal) => ({ type: 'refusal', refusal })),
    ),
    { minLength: 1, maxLength: 3 },
  ),
);

const answer = fc
  .record({
    content: assistantContent,
    rest: fc.constantFrom<object>(
      {},
      { refusal: null, annotations: [] },
      { refusal: 'I will not.' },
      { reasoning_content: 'Hm.' },
      { reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] },
      { audio: { id: 'audio_1' } },
      { tool_calls: null },
    ),
  })
  .map(({ content, rest }) => [{ role: 'assistant', content, ...rest }]);

const exchange = fc
  .record({
    content: fc.oneof(assistantContent, fc.constantFrom(null, undefined, '')),
    prefix: fc.constantFrom('call_', 'functions.read:', '|'),
    calls: fc.array(
      fc.record({
        name: fc.constantFrom('read', 'a-b_C9'),
        args,
        extra,
        result: fc.oneof(text, fc.array(resultPart, { minLength: 1, maxLength: 2 })),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ content, prefix, calls }) => (at: number) => [
    {
      role: 'assistant',
      ...(content === undefined ? {} : { content }),
      tool_calls: calls.map((call, index) => ({
        id: `${prefix}${at}_${index}`,
        type: 'function',
        function: { name: call.name, arguments: call.args },
        ...call.extra,
      })),
    },
    ...calls.map((call, index) => ({
      role: 'tool',
      tool_call_id: `${prefix}${at}_${index}`,
      content: call.result,
      ...call.extra,
    })),
  ]);

/** Request bodies of the Chat Completions API, with fields that everlong does not know. */
export const openaiChatBodies: fc.Arbitrary<{ messages: object[] }> = fc
  .array(
    fc.oneof<fc.Arbitrary<object[] | ((at: number) => object[])>[]>(
      user.map((message) => [message]),
      system.map((message) => [message]),
      answer,
      exchange,
    ),
    { maxLength: 8 },
  )
  .map((items) => ({
    messages: [
      ...items.flatMap((item, at) => (typeof item === 'function' ? item(at) : item)),
      { role: 'user', content: 'Go on.' },
    ],
  }));
