import { createMemoryStore, messageText, type ModelMessage, type ToolPart } from '@everlong/core';
import { thirds } from '@everlong/testing';
import { expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';

const calls = (...ids: string[]): ModelMessage => ({
  role: 'assistant',
  content: ids.map((id) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: 'bash',
    input: { command: id },
  })),
});

const results = (...ids: string[]): ModelMessage => ({
  role: 'tool',
  content: ids.map((id): ToolPart => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: 'bash',
    output: { type: 'text', value: `output of ${id}` },
  })),
});

const LATE = '[late result of an earlier call of bash]\noutput of slow';

const AFTER: Record<string, ModelMessage[]> = {
  'behind the results of another call': [calls('quick'), results('quick'), results('slow')],
  'between another call and its result': [calls('quick'), results('slow'), results('quick')],
  'in one message with another result': [calls('quick'), results('slow', 'quick')],
  'while another call has no result': [calls('quick'), results('slow')],
};

for (const [place, messages] of Object.entries(AFTER)) {
  it(`sends a result that comes late ${place}`, async () => {
    const store = createMemoryStore();
    const options = { store, id: 's', tokenizer: thirds, contextWindow: 8000 };
    const session = await openSession(options);
    await session.append([{ role: 'user', content: 'Go.' }, calls('slow')]);
    await session.append({ role: 'user', content: 'Are you there?' });
    let before = await session.prepare();
    for (const next of [
      messages,
      [results('quick')],
      [{ role: 'user' as const, content: 'So?' }],
    ]) {
      await session.append(next);
      const request = await session.prepare();
      const kept = request.messages.slice(0, before.messages.length);
      expect(kept).toEqual(before.messages);
      expect(request.messages.map(messageText).filter((text) => text === LATE)).toHaveLength(1);
      before = request;
    }
    expect(before.state.epoch).toBe(0);
    expect(before.plan.ranges.at(-1)?.to).toBe(4 + messages.length);

    const again = await (await openSession(options)).prepare();
    expect(again.messages).toEqual(before.messages);
  });
}

it('sends the results of calls that came one after the other, before any result', async () => {
  const session = await openSession({ store: createMemoryStore(), contextWindow: 8000 });
  await session.append([{ role: 'user', content: 'Go.' }, calls('slow'), calls('quick')]);
  await session.append([results('slow'), results('quick')]);
  const { messages } = await session.prepare();
  expect(messages.map(messageText)).toContain(LATE);
});
