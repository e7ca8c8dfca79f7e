import { openSession, type SdkFormat } from '@everlong/context';
import { createMemoryStore, type FilePart, type ModelMessage } from '@everlong/core';
import { thirds as tokenizer } from '@everlong/testing';
import {
  validateAnthropicMessages,
  validateGemini,
  validateOpenAIChat,
  validateOpenAIResponses,
} from '@everlong/validators';
import { describe, expect, it } from 'vitest';

import { createRequestValidator } from '../../src/validity/request-validity.js';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Body = Record<string, unknown>;

const judges = {
  anthropic: (body: Body) =>
    validateAnthropicMessages({ model: 'claude-sonnet-4-6', max_tokens: 4096, ...body }),
  'openai-chat': (body: Body) => validateOpenAIChat({ model: 'gpt-5', ...body }),
  'openai-responses': (body: Body) => validateOpenAIResponses({ model: 'gpt-5', ...body }),
  gemini: ({ config, ...body }: Body) => validateGemini({ ...body, ...(config as Body) }),
} as const satisfies Partial<Record<SdkFormat, unknown>>;

/** Failed uploads, and texts that somebody took for base64, in every form that a file can have. */
const unreadable: [string, FilePart['data']][] = [
  ['no base64', 'not base64!!'],
  ['an empty text', ''],
  ['white space', ' \n '],
  ['padding alone', '===='],
  ['one character too many', 'iVBOR'],
  ['no bytes', new Uint8Array(0)],
  ['an empty buffer', new ArrayBuffer(0)],
  ['tagged, no base64', { type: 'data', data: '!!!' }],
  ['tagged, no bytes', { type: 'data', data: new Uint8Array(0) }],
  ['a data URL without data', 'data:image/png;base64,'],
  ['a data URL with no base64', new URL('data:image/png;base64,!!!')],
  ['a data URL of text', { type: 'url', url: new URL('data:text/plain,hello') }],
];

/** Other spellings of a readable picture. */
const spellings: [string, FilePart['data']][] = [
  ['lines of 76 characters', PNG.replaceAll(/.{76}/g, '$&\r\n')],
  ['the alphabet of URLs', PNG.replaceAll('+', '-').replaceAll('/', '_')],
  ['no padding', PNG.replaceAll('=', '')],
  ['lines in a data URL', `data:image/png;base64,${PNG.replaceAll(/.{40}/g, '$& ')}`],
];

const inUserMessage = (data: FilePart['data'], mediaType: string): ModelMessage[] => [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Look at this' },
      { type: 'file', data, mediaType, filename: 'upload' },
    ],
  },
];

function inResult(file: object): ModelMessage[] {
  const call = { toolCallId: 'call-1', toolName: 'look' };
  return [
    { role: 'user', content: 'Look' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          ...call,
          output: { type: 'content', value: [file as { type: 'text'; text: string }] },
        },
      ],
    },
  ];
}

async function expectValid(messages: ModelMessage[], expectedLosses: object[]) {
  const session = await openSession({ store: createMemoryStore(), tokenizer });
  await session.append(messages);
  const inputs = { instructions: 'Be brief.' };
  const request = await session.prepare(inputs);
  expect(request.plan.losses).toEqual(expectedLosses);
  const { instructions, messages: sent } = request;
  expect(await createRequestValidator()({ instructions, messages: sent })).toEqual([]);
  for (const [as, violationsOf] of Object.entries(judges)) {
    const { body, losses } = await session.prepare({ ...inputs, as: as as keyof typeof judges });
    expect({ [as]: violationsOf(body as unknown as Body) }).toEqual({ [as]: [] });
    expect(losses).toEqual(expect.arrayContaining(expectedLosses));
  }
  return request;
}

const detail = 'upload, unreadable: empty, no base64, or of no media type';

describe('a file that cannot be read is named instead of sent, with a loss', () => {
  it.each(unreadable)('in a message of the user: %s', async (_name, data) => {
    for (const mediaType of ['image/png', 'application/pdf']) {
      const loss = { kind: 'file', seq: 0, part: 1, detail };
      const { messages, plan } = await expectValid(inUserMessage(data, mediaType), [loss]);
      const kind = mediaType === 'image/png' ? 'image' : 'file';
      expect(JSON.stringify(messages)).toContain(`[${kind}: ${mediaType}, unreadable, upload]`);
      expect(plan.explain(0)).toMatchObject({
        disposition: 'truncated',
        reason: 'a file in it cannot be read',
      });
    }
  });

  it.each([
    { type: 'file-data', data: '!!!', mediaType: 'image/png', filename: 'upload' },
    { type: 'file-data', data: '', mediaType: 'application/pdf', filename: 'upload' },
    { type: 'image-data', data: '', mediaType: 'image/png', filename: 'upload' },
    { type: 'media', data: '?', mediaType: 'image/png', filename: 'upload' },
    {
      type: 'file',
      data: { type: 'data', data: '' },
      mediaType: 'image/png',
      filename: 'upload',
    },
  ])('in the result of a tool: $type with "$data"', async (file) => {
    const loss = { kind: 'file', seq: 2, part: 0, detail };
    const { messages } = await expectValid(inResult(file), [loss]);
    expect(JSON.stringify(messages)).toContain(`: ${file.mediaType}, unreadable, upload]`);
  });
});

const noTypes = ['', 'not a type', 'png', 'image/', '../x', 'image/png\n', 'x'.repeat(10_000)];

it.each(noTypes.map((mediaType) => [mediaType.slice(0, 20), mediaType]))(
  'a file whose media type is %j is named instead of sent',
  async (_name, mediaType) => {
    const loss = { kind: 'file', seq: 0, part: 1, detail };
    const asked = await expectValid(inUserMessage(PNG, mediaType), [loss]);
    const text = JSON.stringify(asked.messages);
    expect(text).toMatch(/, unreadable, upload\]/);
    expect(text.length).toBeLessThan(1000);
    const file = { type: 'file', data: { type: 'data', data: PNG }, mediaType, filename: 'upload' };
    const result = await expectValid(inResult(file), [{ ...loss, seq: 2, part: 0 }]);
    expect(JSON.stringify(result.messages)).not.toContain(PNG);
  },
);

it.each(spellings)('a picture in base64 with %s is sent', async (_name, data) => {
  const { messages } = await expectValid(inUserMessage(data, 'image/png'), []);
  expect(JSON.stringify(messages)).toContain(PNG);
});
