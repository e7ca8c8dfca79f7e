import { createMemoryStore } from '@everlong/core';
import { expect, test } from 'vitest';

import { openSession } from '../session/open-session.js';

test('halves of surrogate pairs, which providers refuse, are in no request, and stay in the log', async () => {
  const session = await openSession({ store: createMemoryStore(), contextWindow: 4_000 });
  const call = { toolCallId: 'a', toolName: 'search' };
  const query = { 'key \udc00': ['cut emoji \ud83d'] };
  const output = { type: 'text', value: 'cut emoji \ud83d' } as const;
  await session.append({ role: 'system', content: 'Be \ud83d brief.' });
  for (let step = 0; step < 8; step++) {
    await session.append({
      role: 'user',
      content: `Never push \ud83d to main${step}. ${'x '.repeat(400)}`,
    });
    await session.append({
      role: 'assistant',
      content: [{ type: 'tool-call', ...call, input: query }],
    });
    await session.append({ role: 'tool', content: [{ type: 'tool-result', ...call, output }] });
    await session.append({
      role: 'assistant',
      content: `I decided to use \udc00 because it fits.`,
    });
  }
  await session.append({ role: 'user', content: 'Go on \ud83d!' });
  for (const compacted of [false, true]) {
    if (compacted) await session.compact();
    const request = await session.prepare({ instructions: 'You are \ud83d here.' });
    // Only halves are written as escapes.
    expect(JSON.stringify([request.instructions, request.messages])).not.toMatch(/\\ud[89a-f]/);
    expect(request.messages.at(-1)?.content).toBe('Go on \ufffd!');
  }
  const [entry] = await session.expand([33]);
  expect(entry?.message.content).toBe('Go on \ud83d!');
});
