// Google's SDK with functions: thought signatures go back to the model that made them.
import { GoogleGenAI } from '@google/genai';
import { createMemoryStore, type Session } from '@everlong/context';

import { instructions, readPage, readPageTool } from './pages.ts';
import { readBook } from './read-book.ts';

const model = 'gemini-3-pro-preview';
const as = 'gemini';
const client = new GoogleGenAI({});
const store = createMemoryStore(); // createSqliteStore({ path }) keeps what is said

async function answer(session: Session, signal?: AbortSignal): Promise<string> {
  for (;;) {
    const { body } = await session.prepare({ instructions, tools: [readPageTool], as });
    const config = { ...body.config, ...(signal === undefined ? {} : { abortSignal: signal }) };
    const response = await client.models.generateContent({ model, ...body, config });
    await session.append(response, { as });
    if (response.usageMetadata !== undefined) await session.recordUsage(response.usageMetadata);
    const calls = response.functionCalls ?? [];
    if (calls.length === 0) return response.text ?? '';
    const parts = calls.map(({ id, name, args }) => ({
      functionResponse: { id, name, response: { output: readPage(args) } },
    }));
    await session.append({ role: 'user', parts }, { as });
  }
}

export const { session, shown } = await readBook({ store, model, contextWindow: 8000 }, answer);

const { used, inputBudget, epoch, spend } = session.state();
console.log(`${used.total} of ${inputBudget} tokens, epoch ${epoch}, spent ${spend?.inputTokens}`);
await session.close();
