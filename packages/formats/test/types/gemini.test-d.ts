import type { Content, GoogleGenAI } from '@google/genai';

import { read, write } from '../../src/gemini/index.js';

declare const client: GoogleGenAI;

/** A written request is the SDK's, and what the SDK answers can be read. */
export async function loop(): Promise<unknown> {
  const body = write({ instructions: 'Be brief.', messages: [{ role: 'user', content: 'Hi' }] });
  const response = await client.models.generateContent({ model: 'gemini-3-pro', ...body });
  const contents: Content[] = write(read(response));
  return contents;
}
