import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import * as sdk from 'ai';
import * as sdk6 from 'ai-6';
import { expect, it, vi } from 'vitest';

import { describeExamples } from './describe-examples.ts';

// In all packages: what they import from `ai` is version 6 here, without what only 7 has.
vi.mock('ai', async () => ({ ...(await import('ai-6')), isStepCount: undefined }));
vi.mock('@ai-sdk/openai', () => import('ai-sdk-openai-3'));

it('is version 6 that the examples run with', () => {
  expect(sdk.generateText).toBe(sdk6.generateText);
});

describeExamples('ai 6');

it('the examples type-check with ai 6', async () => {
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const project = fileURLToPath(new URL('tsconfig.ai-6.json', import.meta.url));
  const run = promisify(execFile)(process.execPath, [tsc, '-p', project]);
  await expect(run).resolves.toMatchObject({ stdout: '' });
});
