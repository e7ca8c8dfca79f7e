import { expect, it } from 'vitest';

import { geminiRules } from './gemini-rules.js';
import { type BrokenBody, describeRules, editBody } from '../test/support/describe-rules.js';
import { validateGemini } from './gemini.js';

const call = (id: string, name = 'read_file') => ({
  functionCall: { id, name, args: { path: 'a' } },
});
const response = (id: string, name = 'read_file') => ({
  functionResponse: { id, name, response: { name, content: 'one line' } },
});
const signed = { thoughtSignature: 'c2lnbmF0dXJl' };

const validBody = {
  systemInstruction: { parts: [{ text: 'You repair pages.' }] },
  tools: [{ functionDeclarations: [{ name: 'read_file' }, { name: 'pages.shoot:now' }] }],
  contents: [
    {
      role: 'user',
      parts: [
        { text: 'What is wrong here?' },
        { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
        { fileData: { mimeType: 'image/png', fileUri: 'https://example.com/a.png' } },
      ],
    },
    {
      role: 'model',
      parts: [
        { text: 'Two looks.', thought: true },
        { ...call('call_1'), ...signed },
        call('call_2'),
      ],
    },
    { role: 'user', parts: [response('call_2'), response('call_1')] },
    { role: 'user', parts: [{ text: 'And be quick.' }] },
    { role: 'model', parts: [{ text: 'The title is missing.' }, { text: '', ...signed }] },
    { role: 'user', parts: [{ text: 'Look once more.' }] },
    {
      role: 'model',
      parts: [{ ...call('call_3'), ...signed }, call('call_4', 'pages.shoot:now')],
    },
    {
      role: 'user',
      parts: [
        response('call_3'),
        {
          functionResponse: {
            ...response('call_4', 'pages.shoot:now').functionResponse,
            parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
          },
        },
      ],
    },
  ],
};

/** Each rule with an edit of the valid body that breaks it. */
const broken: BrokenBody[] = [
  ['gemini/request-bytes', 'labels', { note: 'é'.repeat(51 * 1024 * 1024) }],
  ['gemini/system-shape', 'systemInstruction.parts[0].text', ''],
  ['gemini/system-shape', 'systemInstruction', 'You repair pages.'],
  ['gemini/contents-non-empty', 'contents', []],
  ['gemini/role', 'contents[3].role', 'system'],
  ['gemini/role', 'contents[4].role', 'assistant'],
  ['gemini/ends-with-user', 'contents[8]', { role: 'model', parts: [{ text: 'Done.' }] }],
  ['gemini/parts-non-empty', 'contents[3].parts', []],
  ['gemini/part-data', 'contents[3].parts[0]', {}],
  ['gemini/part-data', 'contents[0].parts[1].text', 'a picture'],
  ['gemini/text-non-empty', 'contents[3].parts[0].text', ''],
  ['gemini/text-non-empty', 'contents[4].parts[1].thoughtSignature'],
  ['gemini/inline-data', 'contents[0].parts[1].inlineData.mimeType', 'image'],
  ['gemini/inline-data', 'contents[0].parts[1].inlineData.data', 'iVBORw0KGg'],
  ['gemini/inline-data', 'contents[7].parts[1].functionResponse.parts[0].inlineData.data', ''],
  ['gemini/file-data', 'contents[0].parts[2].fileData.fileUri', ''],
  ['gemini/function-name', 'tools[0].functionDeclarations[0].name', '2nd_file'],
  [
    'gemini/function-name',
    'contents[6].parts[0].functionCall.name',
    'a'.repeat(129),
    'gemini/response-matches-call',
  ],
  ['gemini/call-args', 'contents[6].parts[0].functionCall.args', '{"path":"a"}'],
  ['gemini/response-object', 'contents[7].parts[0].functionResponse.response', 'one line'],
  ['gemini/call-position', 'contents[0]'],
  ['gemini/call-position', 'contents[5].role', 'model'],
  ['gemini/response-position', 'contents[5].parts[1]', response('call_1')],
  ['gemini/response-count', 'contents[7].parts[1]'],
  ['gemini/response-count', 'contents[7].parts[2]', response('c'), 'gemini/response-matches-call'],
  ['gemini/response-matches-call', 'contents[7].parts[0].functionResponse.name', 'write_file'],
  ['gemini/response-matches-call', 'contents[7].parts[0].functionResponse.id', 'call_1'],
  ['gemini/thought-signature', 'contents[6].parts[0].thoughtSignature'],
];

describeRules(validateGemini, {
  rules: geminiRules,
  validBody,
  broken,
  bodyRule: 'gemini/body-object',
});

it('accepts a rich body', () => {
  expect(validateGemini(validBody)).toEqual([]);
});

it('asks for signatures in the current turn only', () => {
  expect(
    validateGemini(editBody(validBody, 'contents[1].parts[1].thoughtSignature', undefined)),
  ).toEqual([]);
});
