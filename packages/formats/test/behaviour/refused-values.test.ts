import { ConfigError, UnsupportedFormatError } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import * as aiSdk from '../../src/ai-sdk/index.js';
import * as anthropic from '../../src/anthropic/index.js';
import * as gemini from '../../src/gemini/index.js';
import { detectFormat, parseTranscript, readTranscript } from '../../src/index.js';
import * as langchain from '../../src/langchain/index.js';
import * as mcp from '../../src/mcp/index.js';
import * as openaiChat from '../../src/openai-chat/index.js';
import * as openaiResponses from '../../src/openai-responses/index.js';

type Write = (value: never) => unknown;

const writers: Record<string, Write> = {
  'openai-chat': openaiChat.write,
  'openai-responses': openaiResponses.write,
  anthropic: anthropic.write,
  gemini: gemini.write,
  langchain: langchain.write,
  'ai-sdk': aiSdk.write,
  'ai-sdk 6': aiSdk.write6,
  'ai-sdk-ui': aiSdk.writeUi,
};

const toolWriters: Record<string, Write> = {
  'openai-chat': openaiChat.tools,
  'openai-responses': openaiResponses.tools,
  anthropic: anthropic.tools,
  gemini: gemini.tools,
  langchain: langchain.tools,
  'ai-sdk': aiSdk.tools,
  mcp: mcp.tools,
};

const noMessages: unknown[] = [
  undefined,
  null,
  5,
  'Hello',
  {},
  [null],
  [[]],
  { role: 'user' },
  { role: 'robot', content: 'Hello' },
  { role: 'user', content: [{ text: 'Hello' }] },
  { role: 'tool', content: 'done' },
  { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
];

const noTools: unknown[] = [
  5,
  'bash',
  true,
  new Map(),
  Promise.resolve({}),
  [null],
  [5],
  { bash: 5 },
];

describe.each(Object.entries(writers))('write of %s', (_name, write) => {
  it.each(noMessages)('refuses %j', (value) => {
    expect(() => write(value as never)).toThrow(
      expect.toSatisfy(UnsupportedFormatError.isInstance),
    );
    expect(() => write(value as never)).toThrow(/^write takes messages such as/);
  });
});

it.each(Object.entries(writers).filter(([name]) => name !== 'ai-sdk-ui'))(
  'write of %s refuses a request in which one message is none',
  (_name, write) => {
    const messages = [{ role: 'user', content: 'Hello' }, { role: 'user' }];
    expect(() => write({ messages } as never)).toThrow(/not \{"role":"user"\}/);
  },
);

describe.each(Object.entries(toolWriters))('tools of %s', (_name, tools) => {
  it.each(noTools)('refuses %j', (value) => {
    expect(() => tools(value as never)).toThrow(
      expect.toSatisfy(UnsupportedFormatError.isInstance),
    );
  });

  it.each([undefined, null, [], {}])('takes %j for none', (value) => {
    expect(Object.keys(tools(value as never) as object)).toEqual([]);
  });
});

it.each([undefined, null, 5, {}, ['text'], new ArrayBuffer(4)])('%j is no transcript', (value) => {
  for (const read of [parseTranscript, detectFormat]) {
    expect(() => read(value as never)).toThrow(expect.toSatisfy(UnsupportedFormatError.isInstance));
    expect(() => read(value as never)).toThrow(/^A transcript is a string or the bytes of one/);
  }
});

it('options that are misspelt, and paths that are none, are refused', async () => {
  expect(() => parseTranscript('[]', { fromat: 'pi' } as never)).toThrow(
    /parseTranscript has no option "fromat".*"format"/,
  );
  await expect(readTranscript('x.jsonl', { fromat: 'pi' } as never)).rejects.toThrow(
    /readTranscript has no option "fromat"/,
  );
  await expect(readTranscript(5 as never)).rejects.toSatisfy(ConfigError.isInstance);
  expect(() => langchain.write([], { shape: 'live' as never })).toThrow(/shape is "live"/);
});
