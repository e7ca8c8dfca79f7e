import { expect, it } from 'vitest';

import { anthropicMessagesRules } from './anthropic-messages-rules.js';
import { type BrokenBody, describeRules, editBody } from '../test/support/describe-rules.js';
import { validateAnthropicMessages } from './anthropic-messages.js';

const image = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
};
const hourMark = { type: 'ephemeral', ttl: '1h' };

const answers = [
  { type: 'tool_result', tool_use_id: 'toolu_1', content: '' },
  { type: 'tool_result', tool_use_id: 'toolu_2', content: 'ENOENT', is_error: true },
  {
    type: 'tool_result',
    tool_use_id: 'toolu_3',
    content: [{ type: 'text', text: 'The page' }, image],
    cache_control: { type: 'ephemeral' },
  },
];
const say = { type: 'text', text: 'Hm.' };
const note = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } };

const question = { role: 'user', content: 'Why?' };

const validBody = {
  model: 'claude-sonnet-4-5',
  max_tokens: 4096,
  thinking: { type: 'enabled', budget_tokens: 2048 },
  system: [{ type: 'text', text: 'You repair pages.', cache_control: hourMark }],
  tools: [{ name: 'read_file', input_schema: { type: 'object' }, cache_control: hourMark }],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'What is wrong here?' }, image] },
    { role: 'assistant', content: 'Nothing I can see.' },
    { role: 'user', content: [{ type: 'text', text: 'Look again.' }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '', signature: 'c2ln' },
        { type: 'redacted_thinking', data: 'ZGF0YQ==' },
        { type: 'text', text: 'Three looks.' },
        { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'a' } },
        { type: 'tool_use', id: 'toolu_2', name: 'read_file', input: {} },
        { type: 'tool_use', id: 'toolu_3', name: 'read_file', input: {} },
      ],
    },
    {
      role: 'user',
      content: [...answers, say, note],
    },
  ],
};

const search = [
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
];
const call = { type: 'tool_use', id: 'toolu_9', name: 'read_file', input: {} };
const source = 'messages[0].content[1].source';
const results = 'messages[4].content';

/** Each rule with an edit of the valid body that breaks it. */
const broken: BrokenBody[] = [
  ['anthropic/model', 'model', ''],
  ['anthropic/max-tokens', 'max_tokens', -1, 'anthropic/thinking-budget'],
  ['anthropic/thinking-budget', 'thinking.budget_tokens', 4096],
  ['anthropic/request-bytes', 'metadata', { note: 'é'.repeat(17 * 1024 * 1024) }],
  ['anthropic/system-shape', 'system', { type: 'text', text: 'You repair pages.' }],
  ['anthropic/system-shape', 'system[0].type', 'image'],
  ['anthropic/messages-non-empty', 'messages', []],
  ['anthropic/messages-count', 'messages', Array.from({ length: 100_001 }, () => question)],
  [
    'anthropic/system-place',
    'messages[1]',
    { role: 'system', content: 'Hm.' },
    'anthropic/message-role',
  ],
  ['anthropic/message-role', 'messages[0].role', 'tool', 'anthropic/first-message-user'],
  ['anthropic/first-message-user', 'messages[0]'],
  ['anthropic/ends-with-user', 'messages[5]', { role: 'assistant', content: 'Done.' }],
  ['anthropic/content-non-empty', 'messages[1].content', []],
  ['anthropic/content-non-empty', 'messages[1].content', ''],
  ['anthropic/block-type', 'messages[0].content[0].type', 'input_text'],
  ['anthropic/block-type', 'messages[1].content', [image]],
  ['anthropic/block-type', 'messages[1].content', [null]],
  ['anthropic/text-non-empty', 'system[0].text', ''],
  ['anthropic/text-non-empty', 'messages[2].content[0].text', ''],
  ['anthropic/text-not-blank', 'messages[1].content', ' \n'],
  ['anthropic/text-well-formed', 'messages[1].content', 'cut \ud83d'],
  ['anthropic/text-not-blank', `${results}[2].content[0].text`, '\t'],
  [
    'anthropic/tool-use-id',
    'messages[3].content[3].id',
    'call.1|fc',
    'anthropic/tool-result-follows-tool-use',
    'anthropic/tool-use-answered',
  ],
  [
    'anthropic/tool-use-id-unique',
    'messages[3].content[4].id',
    'toolu_1',
    'anthropic/tool-result-follows-tool-use',
  ],
  ['anthropic/tool-name', 'messages[3].content[3].name', 'read.file'],
  ['anthropic/tool-name', 'tools[0].name', 'a'.repeat(129)],
  ['anthropic/tool-use-input', 'messages[3].content[3].input', '{"path":"a"}'],
  ['anthropic/tool-use-answered', `${results}[1]`],
  ['anthropic/tool-use-answered', 'messages[3].content[6]', call],
  ['anthropic/tool-result-first', results, [say, ...answers]],
  ['anthropic/tool-result-follows-tool-use', 'messages[3].content[5]', say],
  ['anthropic/tool-result-once', results, [...answers, answers[0]]],
  ['anthropic/tool-result-content', `${results}[0].content`, { text: 'one line' }],
  ['anthropic/tool-result-content', `${results}[2].content[0].type`, 'thinking'],
  ['anthropic/tool-result-error', `${results}[1].content`, ''],
  ['anthropic/tool-result-error', `${results}[2].is_error`, true],
  ['anthropic/server-tool-paired', 'messages[1].content', [search[0], say]],
  ['anthropic/server-tool-paired', 'messages[1].content', [search[1], say]],
  ['anthropic/server-tool-paired', 'messages[1].content', [search[1], search[0], say]],
  ['anthropic/thinking-signature', 'messages[3].content[0].signature', ''],
  ['anthropic/thinking-signature', 'messages[3].content[1].data'],
  [
    'anthropic/thinking-not-last',
    'messages[1].content',
    [say, { type: 'thinking', thinking: 'So.', signature: 'c2ln' }],
  ],
  ['anthropic/thinking-starts-loop', 'messages[3].content[0]', say],
  ['anthropic/media-source', source, { type: 'image_url', url: 'https://example.com/a.png' }],
  ['anthropic/media-type', `${source}.media_type`, 'image/svg+xml'],
  ['anthropic/media-base64', `${source}.data`, 'data:image/png;base64,iVBORw0KGgo='],
  ['anthropic/image-bytes', `${source}.data`, 'A'.repeat(5 * 1024 * 1024 + 4)],
  ['anthropic/image-count', 'messages[0].content', Array.from({ length: 100 }, () => image)],
  [
    'anthropic/cache-control-count',
    'messages[0].content',
    [1, 2].map(() => ({ ...say, cache_control: hourMark })),
  ],
  ['anthropic/cache-control-ttl', 'tools[0].cache_control.ttl', '5m'],
  ['anthropic/tools-unique', 'tools[1]', { name: 'read_file', input_schema: { type: 'object' } }],
  ['anthropic/tool-schema', 'tools[0].input_schema', { type: 'string' }],
];

describeRules(validateAnthropicMessages, {
  rules: anthropicMessagesRules,
  validBody,
  broken,
  bodyRule: 'anthropic/body-object',
});

it('accepts a rich body', () => {
  expect(validateAnthropicMessages(validBody)).toEqual([]);
  const large = editBody(
    validBody,
    'messages[0].content',
    Array.from({ length: 101 }, () => image),
  );
  expect(validateAnthropicMessages({ ...large, model: 'claude-opus-4-8' })).toEqual([]);
  const searched = editBody(validBody, 'messages[1].content', [...search, say]);
  expect(validateAnthropicMessages(searched)).toEqual([]);
});

it('says where', () => {
  expect(
    validateAnthropicMessages(editBody(validBody, 'messages[3].content[3].input', [])),
  ).toEqual([
    {
      rule: 'anthropic/tool-use-input',
      path: 'messages[3].content[3].input',
      message: 'the input is an array',
    },
  ]);
});
