import { propertyRuns } from '@everlong/testing';
import { vi } from 'vitest';

import { describeChat } from './describe-chat.ts';

// On the server; the page is built with version 6.
vi.mock('ai', async () => ({ ...(await import('ai-6')), isStepCount: undefined }));

describeChat('ai 6', {
  alias: { ai: 'ai-6', '@ai-sdk/react': 'ai-sdk-react-3' },
  // One in the gate, all three in `npm run test:full`.
  compactions: Math.min(3, propertyRuns(3)),
});
