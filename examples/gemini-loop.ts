// Google's SDK with functions: thought signatures go back to the model that made them.
import { GoogleGenAI } from '@google/genai';
import { createMemoryStore, openSession } from '@everlong/context';

import { instructions, questions, readPage, readPageTool } from './pages.ts';

const model = 'gemini-3-pro-preview';
const as = 'gemini';
const client = new GoogleGenAI({});
const session = await openSession({ store: createMemoryStore(), model, contextWindow: 8000 });

async function ask(question: string): Promise<string> {
  await session.append({ role: 'user', content: question });
  for (;;) {
    const { body } = await session.prepare({ instructions, tools: [readPageTool], as });
    const response = await client.models.generateContent({ model, ...body });
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

for (const question of questions()) console.log(await ask(question));

const { used, inputBudget, epoch, spend } = session.state();
console.log(`${used.total} of ${inputBudget} tokens, epoch ${epoch}, spent ${spend?.inputTokens}`);
await session.close();
