import { expect, it } from 'vitest';

import { openaiChatRules } from './openai-chat-rules.js';
import { type BrokenBody, describeRules, editBody } from '../test/support/describe-rules.js';
import { validateOpenAIChat } from './openai-chat.js';

const call = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'read_file', arguments: '{"path":"a"}' },
});

const validBody = {
  model: 'gpt-5.5',
  tools: [{ type: 'function', function: { name: 'read_file', parameters: { type: 'object' } } }],
  messages: [
    { role: 'developer', content: 'You repair pages.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is wrong here?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
        {
          type: 'file',
          file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERg==' },
        },
        { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [call('call_1'), call('call_2')] },
    { role: 'tool', tool_call_id: 'call_2', content: '{"error":"ENOENT"}' },
    { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: 'one line' }] },
    { role: 'assistant', content: 'Once more.', tool_calls: [call('call_1')] },
    { role: 'tool', tool_call_id: 'call_1', content: '' },
    { role: 'assistant', content: 'The title is missing.' },
    { role: 'user', content: 'Then add it.' },
  ],
};

/** Each rule with an edit of the valid body that breaks it. */
const broken: BrokenBody[] = [
  ['openai-chat/model', 'model'],
  ['openai-chat/messages-non-empty', 'messages', []],
  [
    'openai-chat/messages-count',
    'messages',
    Array.from({ length: 2049 }, () => ({ role: 'user', content: 'Hi' })),
  ],
  ['openai-chat/role', 'messages[0].role', 'function'],
  ['openai-chat/ends-with-user-or-tool', 'messages[8]'],
  ['openai-chat/content', 'messages[8].content', null],
  ['openai-chat/content', 'messages[6].content'],
  ['openai-chat/content-non-empty', 'messages[1].content', []],
  ['openai-chat/assistant-content', 'messages[7].content', null],
  ['openai-chat/part-type', 'messages[1].content[0].type', 'input_text'],
  [
    'openai-chat/part-type',
    'messages[4].content[0]',
    { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
  ],
  ['openai-chat/text', 'messages[1].content[0].text', 7],
  ['openai-chat/image-url', 'messages[1].content[1].image_url.url', 'data:image/tiff;base64,SUkq'],
  ['openai-chat/image-url', 'messages[1].content[1].image_url.url', 'data:image/png;base64,a b'],
  ['openai-chat/image-url', 'messages[1].content[2].image_url.url', 'a.png'],
  ['openai-chat/file', 'messages[1].content[3].file.filename'],
  ['openai-chat/file', 'messages[1].content[4].input_audio.format', 'ogg'],
  ['openai-chat/tool-calls-count', 'messages[7].tool_calls', []],
  ['openai-chat/tool-call-type', 'messages[5].tool_calls[0].type', 'builtin'],
  [
    'openai-chat/tool-call-id',
    'messages[5].tool_calls[0].id',
    'c'.repeat(41),
    'openai-chat/tool-follows-call',
    'openai-chat/tool-calls-answered',
  ],
  ['openai-chat/tool-call-id-unique', 'messages[5].tool_calls[1]', call('call_1')],
  ['openai-chat/function-name', 'messages[5].tool_calls[0].function.name', 'read.file'],
  ['openai-chat/function-name', 'tools[0].function.name', 'a'.repeat(65)],
  ['openai-chat/arguments', 'messages[5].tool_calls[0].function.arguments', '{"path":'],
  ['openai-chat/arguments', 'messages[5].tool_calls[0].function.arguments', { path: 'a' }],
  ['openai-chat/tool-follows-call', 'messages[7]', validBody.messages[3]],
  ['openai-chat/tool-calls-answered', 'messages[3]'],
  ['openai-chat/tool-calls-answered', 'messages[4].role', 'user'],
  ['openai-chat/tool-answer-once', 'messages[7]', validBody.messages[6]],
  ['openai-chat/tools-count', 'tools', []],
];

describeRules(validateOpenAIChat, {
  rules: openaiChatRules,
  validBody,
  broken,
  bodyRule: 'openai-chat/body-object',
});

it('accepts a rich body', () => {
  expect(validateOpenAIChat(validBody)).toEqual([]);
});

it('says where', () => {
  expect(validateOpenAIChat(editBody(validBody, 'messages[3]', undefined))).toEqual([
    {
      rule: 'openai-chat/tool-calls-answered',
      path: 'messages[2].tool_calls[1]',
      message: '"call_2" has no answer before the next message',
    },
  ]);
});

it('accepts calls of custom tools, refusals and audio of before', () => {
  const custom = { id: 'call_1', type: 'custom', custom: { name: 'apply_patch', input: '***' } };
  const messages = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: null, tool_calls: [custom] },
    { role: 'tool', tool_call_id: 'call_1', content: 'done' },
    { role: 'assistant', content: null, refusal: 'I cannot help with that.' },
    { role: 'user', content: 'Hm.' },
    { role: 'assistant', audio: { id: 'audio_1' } },
    { role: 'user', content: 'Go on.' },
  ];
  expect(validateOpenAIChat({ model: 'gpt-5.5', messages })).toEqual([]);
  const wrong = { ...custom, custom: { name: 'apply_patch', input: {} } };
  const answered = [...messages.slice(0, 1), { ...messages[1], tool_calls: [wrong] }, messages[2]];
  expect(validateOpenAIChat({ model: 'gpt-5.5', messages: answered })).toMatchObject([
    { rule: 'openai-chat/arguments', path: 'messages[1].tool_calls[0].custom.input' },
  ]);
});
