import { expect, it } from 'vitest';

import { openaiResponsesRules } from './openai-responses-rules.js';
import { type BrokenBody, describeRules } from '../test/support/describe-rules.js';
import { validateOpenAIResponses } from './openai-responses.js';

const call = (id: string) => ({
  type: 'function_call',
  call_id: id,
  name: 'read_file',
  arguments: '{"path":"a"}',
});
const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'one line' });
const reasoning = { type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAAAA', summary: [] };

const validBody = {
  model: 'gpt-5.5',
  store: false,
  tools: [{ type: 'function', name: 'read_file', parameters: { type: 'object' } }],
  input: [
    { role: 'developer', content: 'You repair pages.' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'What is wrong here?' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
        {
          type: 'input_file',
          filename: 'a.pdf',
          file_data: 'data:application/pdf;base64,JVBERg==',
        },
      ],
    },
    reasoning,
    { role: 'assistant', content: 'Two looks.' },
    call('call_1'),
    { ...call('call_2'), id: 'fc_2' },
    output('call_2'),
    {
      type: 'function_call_output',
      call_id: 'call_1',
      output: [{ type: 'input_image', image_url: 'https://example.com/a.png' }],
    },
    { type: 'reasoning', encrypted_content: 'gAAAAB', summary: [] },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'The title is missing.', annotations: [] }],
    },
    { role: 'user', content: [{ type: 'input_text', text: 'Then add it.' }] },
  ],
};
const question = validBody.input[10];

/** Each rule with an edit of the valid body that breaks it. */
const broken: BrokenBody[] = [
  ['openai-responses/model', 'model', ''],
  ['openai-responses/input-non-empty', 'input', []],
  ['openai-responses/input-non-empty', 'input', ''],
  ['openai-responses/item-type', 'input[0].type', 'system_message'],
  ['openai-responses/item-type', 'input[0]', 'You repair pages.'],
  ['openai-responses/role', 'input[0].role', 'tool'],
  ['openai-responses/content-non-empty', 'input[1].content', []],
  ['openai-responses/content-non-empty', 'input[3].content', null],
  ['openai-responses/part-type', 'input[9].content[0].type', 'input_text'],
  ['openai-responses/part-type', 'input[1].content[0].type', 'text'],
  ['openai-responses/text', 'input[1].content[0].text', null],
  ['openai-responses/image', 'input[1].content[1].image_url', 'data:image/png;base64,?'],
  ['openai-responses/image', 'input[7].output[0].image_url', 'a.png'],
  ['openai-responses/file', 'input[1].content[2].filename'],
  [
    'openai-responses/call-id',
    'input[4].call_id',
    'c'.repeat(65),
    'openai-responses/call-answered',
    'openai-responses/output-follows-call',
  ],
  ['openai-responses/call-id-unique', 'input[9]', call('call_1')],
  ['openai-responses/function-name', 'input[4].name', ''],
  ['openai-responses/function-name', 'tools[0].name', 'a'.repeat(129)],
  ['openai-responses/arguments', 'input[4].arguments', {}],
  ['openai-responses/arguments', 'input[4].arguments', 'path=a'],
  ['openai-responses/call-answered', 'input[6]'],
  ['openai-responses/output-follows-call', 'input[5]'],
  ['openai-responses/output-once', 'input[11]', output('call_1')],
  ['openai-responses/output-content', 'input[6].output', { lines: 1 }],
  ['openai-responses/item-id', 'input[5].id', 'call_2'],
  ['openai-responses/item-id', 'input[9].id', 'msg_1.2'],
  ['openai-responses/item-id-unique', 'input[8]', reasoning],
  ['openai-responses/reasoning-content', 'input[2].summary'],
  ['openai-responses/reasoning-followed', 'input[9]', question],
  ['openai-responses/reasoning-followed', 'input[3]', { ...reasoning, id: 'rs_2' }],
  ['openai-responses/stored-items', 'input[2].encrypted_content'],
  ['openai-responses/stored-items', 'input[9]', { type: 'item_reference', id: 'msg_1' }],
  ['openai-responses/ends-with-user-or-output', 'input[10]'],
  [
    'openai-responses/tools-count',
    'tools',
    Array.from({ length: 129 }, () => ({ type: 'web_search' })),
  ],
];

describeRules(validateOpenAIResponses, {
  rules: openaiResponsesRules,
  validBody,
  broken,
  bodyRule: 'openai-responses/body-object',
});

it('accepts a rich body', () => {
  expect(validateOpenAIResponses(validBody)).toEqual([]);
  expect(validateOpenAIResponses({ model: 'gpt-5.5', input: 'Hello' })).toEqual([]);
});

it('accepts references where the provider keeps its items', () => {
  const input = [question, ...['rs_1', 'msg_1'].map((id) => ({ type: 'item_reference', id }))];
  const body = { model: 'gpt-5.5', input: [...input, question] };
  expect(validateOpenAIResponses(body)).toEqual([]);
  const orphan = { model: 'gpt-5.5', input: [...input.slice(0, 2), question] };
  expect(validateOpenAIResponses(orphan).map(({ rule }) => rule)).toEqual([
    'openai-responses/reasoning-followed',
  ]);
});

it('accepts the output of a call that a stored response holds', () => {
  const body = { model: 'gpt-5.5', previous_response_id: 'resp_1', input: [output('call_1')] };
  expect(validateOpenAIResponses(body)).toEqual([]);
});
