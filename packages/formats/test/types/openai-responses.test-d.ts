import type OpenAI from 'openai';

import { read, write } from '../../src/openai-responses/index.js';

declare const client: OpenAI;

/** A written body is the SDK's, and what the SDK answers can be read. */
export async function loop(): Promise<unknown> {
  const body = write({ instructions: 'Be brief.', messages: [{ role: 'user', content: 'Hi' }] });
  const response = await client.responses.create({ model: 'gpt-5', ...body });
  const items: OpenAI.Responses.ResponseInput = write(read(response));
  return items;
}
