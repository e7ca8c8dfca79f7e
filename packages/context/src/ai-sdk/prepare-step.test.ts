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
  tokensOf,
  toolsOf,
  versions,
} from '../../test/support/scripted-sdk.js';
import { appendNewMessages } from '../client-history/append-new-messages.js';
import { createPrepareStep } from './prepare-step.js';

const PIXEL = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);

describe.each(versions)('createPrepareStep, $name', ({ sdk, Model }) => {
  it('keeps a long tool loop within the window and loses nothing', async () => {
    const session = await open(3000);
    const steps = 30;
    const turns = [...Array.from({ length: steps }, (_, index) => call(index)), say('Done.')];
    const { model, prompts } = scripted(Model, turns);
    const tools = toolsOf(sdk, 900);
    const result = await sdk.generateText({
      model,
      prompt: 'Read every page.',
      [sdk.systemKey]: 'Be brief.',
      tools,
      stopWhen: sdk.stopAfter(50),
      prepareStep: createPrepareStep({ session, instructions: 'Be brief.', tools }),
    });
    expect(prompts).toHaveLength(steps + 1);
    const { epoch, inputBudget } = session.state();
    expect(epoch).toBeGreaterThan(0);
    expect(epoch).toBeLessThan(steps / 2);
    expect(Math.max(...prompts.map(tokensOf))).toBeLessThan(inputBudget);
    for (const prompt of prompts) expect(textOf(prompt)).toContain('Read every page.');

    await appendNewMessages(
      session,
      ((await result.responseMessages) ?? result.response.messages) as never[],
    );
    const log = await logOf(session);
    expect(log).toHaveLength(2 * steps + 2);
    expect(messageText(log.at(-1)?.message ?? { role: 'user', content: '' })).toBe('Done.');
  });

  it('sends files in the shapes of the version', async () => {
    const session = await open();
    const { model, prompts } = scripted(Model, [say('A dot.')]);
    const image = { type: 'file', data: PIXEL, mediaType: 'image/png' };
    await sdk.generateText({
      model,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, image] }],
      prepareStep: createPrepareStep({ session, instructions: '' }),
    });
    const data = sdk === sdk6 ? PIXEL : { type: 'data', data: PIXEL };
    expect(prompts[0]?.[1]?.content[1]).toMatchObject({ type: 'file', data });
  });

  it('appends nothing twice when a step is prepared again', async () => {
    const session = await open();
    const prepareStep = createPrepareStep({ session, instructions: '' });
    const user = { role: 'user', content: 'Hello' };
    const step = { messages: [user, { role: 'assistant', content: 'Hi' }, user] };
    await prepareStep(step);
    await prepareStep(step);
    expect(await rolesOf(session)).toEqual(['user', 'assistant', 'user']);
  });
});

describe('createPrepareStep', () => {
  it('refuses a step without instructions, since ai 6 does not pass the system prompt', async () => {
    const prepareStep = createPrepareStep({ session: await open() });
    await expect(prepareStep({ messages: [] })).rejects.toThrow('instructions');
  });
});
