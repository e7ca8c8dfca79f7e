import { createMemoryStore } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { expect, test } from 'vitest';

import { createContextManager } from '../context-manager/context-manager.js';
import { openSession } from '../session/open-session.js';
import {
  createContextMiddleware,
  createHistoryTools,
  createPrepareStep,
  withCacheBreakpoints,
} from './index.js';

const session = await openSession({ store: createMemoryStore(), tokenizer });
const request = await session.prepare();

test.each([
  [() => createContextMiddleware({ session, cacheBreakpoint: true } as never), 'cacheBreakpoints'],
  [() => createPrepareStep({ session, instruction: '' } as never), 'instructions'],
  [() => createHistoryTools({ session, maxToken: 5 } as never), 'maxTokens'],
  [() => withCacheBreakpoints(request, { liftime: '1h' } as never), 'lifetime'],
  [() => createContextManager({ maxTokns: 8000 } as never), 'maxTokens'],
])('%s suggests %s for a misspelt option', (call, nearest) => {
  expect(call).toThrow(`Did you mean "${nearest}"?`);
});

test('createPrepareStep says what `system` is called', () => {
  expect(() => createPrepareStep({ session, system: '' } as never)).toThrow('Use "instructions".');
});
