import { vi } from 'vitest';

import { describeChat } from './describe-chat.ts';

// On the server; the page is built with version 6.
vi.mock('ai', async () => ({ ...(await import('ai-6')), isStepCount: undefined }));

describeChat('ai 6', { ai: 'ai-6', '@ai-sdk/react': 'ai-sdk-react-3' });
