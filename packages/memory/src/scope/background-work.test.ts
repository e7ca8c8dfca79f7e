import { setTimeout } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { createBackgroundWork } from './background-work.js';

it('gives up work that does not end, and starts the next', async () => {
  const background = createBackgroundWork(20);
  let ended = 0;
  const hang = async (signal: AbortSignal): Promise<void> => {
    await setTimeout(60_000, undefined, { signal }).finally(() => ended++);
  };
  background.start('agent', hang);
  background.start('agent', hang);
  await background.settled('agent');
  expect(ended).toBe(1);
  background.start('agent', hang);
  await background.close();
  expect(ended).toBe(2);
});
