import { expect, it } from 'vitest';

import { keepStep } from './keep-step.js';

it('lets requests that come together go through each stage together', async () => {
  const stages: string[] = [];
  const fetch = keepStep((request) => {
    stages.push(`work on ${request.url}`);
    return new Response();
  });
  async function serve(url: string): Promise<void> {
    stages.push(`read ${url}`);
    await fetch(new Request(url));
    stages.push(`answer ${url}`);
  }
  await Promise.all([serve('test:a'), serve('test:b')]);
  expect(stages).toEqual([
    'read test:a',
    'read test:b',
    'work on test:a',
    'work on test:b',
    'answer test:a',
    'answer test:b',
  ]);
});

it('rejects as the work does', async () => {
  const fetch = keepStep(() => Promise.reject(new Error('broken')));
  await expect(fetch(new Request('test:a'))).rejects.toThrow('broken');
});
