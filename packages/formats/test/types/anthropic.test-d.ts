import type Anthropic from '@anthropic-ai/sdk';

import { read, write } from '../../src/anthropic/index.js';

declare const client: Anthropic;

/** A written body is the SDK's, and what the SDK answers can be read. */
export async function loop(): Promise<unknown> {
  const body = write({ instructions: 'Be brief.', messages: [{ role: 'user', content: 'Hi' }] });
  const settings = { model: 'claude-sonnet-4-6', max_tokens: 100 };
  const response = await client.messages.create({ ...settings, ...body });
  const messages: Anthropic.MessageParam[] = write(read(response));
  return messages;
}
