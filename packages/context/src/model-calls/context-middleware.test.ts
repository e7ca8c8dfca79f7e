import { messageText } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import {
  call,
  logOf,
  open,
  rolesOf,
  say,
  scripted,
  sdk6,
  textOf,
  toolsOf,
  versions,
} from '../../test/support/scripted-sdk.js';
import { createContextMiddleware } from './context-middleware.js';

describe.each(versions)('createContextMiddleware, $name', ({ sdk, Model }) => {
  it('keeps what is said and sends it again, though only new messages are handed in', async () => {
    const session = await open();
    const { model: bare, prompts } = scripted(Model, [call(1), say('It is lorem.'), say('Yes.')]);
    const model = sdk.wrapLanguageModel({
      model: bare,
      middleware: createContextMiddleware({ session }),
    });
    const options = { model, tools: toolsOf(sdk, 60), [sdk.systemKey]: 'Be brief.' };
    await sdk.generateText({ ...options, prompt: 'Read page 1.', stopWhen: sdk.stopAfter(5) });
    expect(await rolesOf(session)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    await sdk.generateText({ ...options, prompt: 'Sure?' });
    expect(await rolesOf(session)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
    ]);
    expect(prompts[2]?.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(prompts[2]?.[0]?.content).toBe('Be brief.');
    expect(session.state().spend).toMatchObject({ inputTokens: 270, cacheReadTokens: 120 });
  });

  it('takes a whole history without appending any of it twice', async () => {
    const session = await open();
    const { model: bare } = scripted(Model, [say('one'), say('two'), say('three')]);
    const model = sdk.wrapLanguageModel({
      model: bare,
      middleware: createContextMiddleware({ session }),
    });
    const messages: object[] = [];
    for (const content of ['yes', 'yes', 'yes']) {
      messages.push({ role: 'user', content });
      const result = await sdk.generateText({ model, messages });
      messages.push(...(result.response.messages as object[]));
    }
    const texts = (await logOf(session)).map(({ message }) => messageText(message));
    expect(texts).toEqual(['yes', 'one', 'yes', 'two', 'yes', 'three']);
  });

  it('appends a streamed answer when it has ended', async () => {
    const session = await open();
    const { model: bare, prompts } = scripted(Model, [call(1), say('It is lorem.')]);
    const model = sdk.wrapLanguageModel({
      model: bare,
      middleware: createContextMiddleware({ session }),
    });
    const result = sdk.streamText({
      model,
      prompt: 'Read page 1.',
      tools: toolsOf(sdk, 60),
      stopWhen: sdk.stopAfter(5),
    });
    expect(await result.text).toBe('It is lorem.');
    expect(await rolesOf(session)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(prompts).toHaveLength(2);
  });

  it('makes a prompt that is too long smaller and sends it again', async () => {
    const session = await open();
    for (let turn = 0; turn < 20; turn++) {
      await session.append({ role: 'user', content: `Question ${turn}` });
      await session.append({ role: 'assistant', content: 'lorem '.repeat(200) });
    }
    const tooLong = new Error('prompt is too long: 6500 tokens > 3000 maximum');
    const { model: bare, prompts } = scripted(Model, [tooLong, say('Fine.')]);
    const model = sdk.wrapLanguageModel({
      model: bare,
      middleware: createContextMiddleware({ session }),
    });
    await sdk.generateText({ model, prompt: 'And now?', maxRetries: 0 });
    expect(prompts).toHaveLength(2);
    expect(textOf(prompts[1]).length).toBeLessThan(textOf(prompts[0]).length / 2);
    expect(await logOf(session)).toHaveLength(42);
  });

  it('sends files in the shapes of the model', async () => {
    const session = await open();
    const { model: bare, prompts } = scripted(Model, [say('A dot.')]);
    const model = sdk.wrapLanguageModel({
      model: bare,
      middleware: createContextMiddleware({ session }),
    });
    const pixel = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
    const image = { type: 'file', data: pixel, mediaType: 'image/png' };
    const page = new URL('https://example.com/a.pdf');
    await sdk.generateText({
      model,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, image] }],
    });
    const data = sdk === sdk6 ? pixel : { type: 'data', data: pixel };
    expect(prompts[0]?.[1]?.content[1]).toMatchObject({ type: 'file', data });
    await session.append({
      role: 'user',
      content: [{ type: 'file', data: { type: 'url', url: page }, mediaType: 'application/pdf' }],
    });
    await sdk.generateText({ model, prompt: 'And this?' });
    expect(textOf(prompts[1])).toContain('[file: https://example.com/a.pdf (application/pdf)');
  });

  it('has the triggers checked when the turn is complete', async () => {
    const budget = { maxMessagesBeforeSummary: 6, minRecentMessages: 2 };
    const session = await open(100_000, { policy: 'supyagent', budget });
    const { model: bare } = scripted(Model, [say('one'), call(1), say('two'), say('three')]);
    const model = sdk.wrapLanguageModel({
      model: bare,
      middleware: createContextMiddleware({ session }),
    });
    const options = { model, tools: toolsOf(sdk, 60), stopWhen: sdk.stopAfter(5) };
    await sdk.generateText({ ...options, prompt: 'Begin.' });
    expect(session.state().epoch).toBe(0);
    await sdk.generateText({ ...options, prompt: 'Read page 1.' });
    expect(session.state()).toMatchObject({ epoch: 1, lastCompaction: { throughSeq: 5 } });
  });
});
