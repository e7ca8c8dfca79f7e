// OpenAI's SDK with tools, Responses API: reasoning and item ids go back as they came.
import { createMemoryStore, openSession } from '@everlong/context';
import OpenAI from 'openai';

import { instructions, questions, readPage, readPageTool } from './pages.ts';

const model = 'gpt-5-mini';
const as = 'openai-responses';
const client = new OpenAI();
const session = await openSession({ store: createMemoryStore(), model, contextWindow: 8000 });

async function ask(question: string): Promise<string> {
  await session.append({ role: 'user', content: question });
  for (;;) {
    const { body } = await session.prepare({ instructions, tools: [readPageTool], as });
    const response = await client.responses.create({
      model,
      store: false,
      include: ['reasoning.encrypted_content'],
      ...body,
    });
    await session.append(response, { as });
    if (response.usage !== undefined) await session.recordUsage(response.usage);
    const calls = response.output.filter((item) => item.type === 'function_call');
    if (calls.length === 0) return response.output_text;
    for (const { call_id, arguments: input } of calls) {
      const output = readPage(JSON.parse(input));
      await session.append({ type: 'function_call_output', call_id, output }, { as });
    }
  }
}

for (const question of questions()) console.log(await ask(question));

const { used, inputBudget, epoch, spend } = session.state();
console.log(`${used.total} of ${inputBudget} tokens, epoch ${epoch}, spent ${spend?.inputTokens}`);
await session.close();
