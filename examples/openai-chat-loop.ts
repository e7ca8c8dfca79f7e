// OpenAI's SDK with tools, Chat Completions: the session keeps everything, each request fits.
import { createMemoryStore, openSession } from '@everlong/context';
import OpenAI from 'openai';

import { instructions, questions, readPage, readPageTool } from './pages.ts';

const model = 'gpt-4.1-mini';
const as = 'openai-chat';
const client = new OpenAI();
const session = await openSession({ store: createMemoryStore(), model, contextWindow: 8000 });

async function ask(question: string): Promise<string> {
  await session.append({ role: 'user', content: question });
  for (;;) {
    const { body } = await session.prepare({ instructions, tools: [readPageTool], as });
    const response = await client.chat.completions.create({ model, ...body });
    await session.append(response, { as });
    if (response.usage !== undefined) await session.recordUsage(response.usage);
    const message = response.choices[0]?.message;
    const calls = message?.tool_calls ?? [];
    if (calls.length === 0) return message?.content ?? '';
    for (const call of calls) {
      if (call.type !== 'function') continue;
      const result = readPage(JSON.parse(call.function.arguments));
      await session.append({ role: 'tool', tool_call_id: call.id, content: result }, { as });
    }
  }
}

for (const question of questions()) console.log(await ask(question));

const { used, inputBudget, epoch, spend } = session.state();
console.log(`${used.total} of ${inputBudget} tokens, epoch ${epoch}, spent ${spend?.inputTokens}`);
await session.close();
