// LangChain's models and tools: the session is the agent's memory.
import { ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { createMemoryStore, openSession } from '@everlong/context';
import { z } from 'zod';

import { instructions, questions, readPage, readPageTool } from './pages.ts';

const model = 'gpt-4.1-mini';
const as = 'langchain';
const { name, description } = readPageTool;
const read = tool(readPage, { name, description, schema: z.object({ page: z.number() }) });
const agent = new ChatOpenAI({ model }).bindTools([read]);
const session = await openSession({ store: createMemoryStore(), model, contextWindow: 8000 });

async function ask(question: string): Promise<string> {
  await session.append({ role: 'user', content: question });
  for (;;) {
    const { body } = await session.prepare({ instructions, tools: [readPageTool], as });
    const answer = await agent.invoke(body.messages);
    await session.append(answer, { as });
    if (answer.usage_metadata !== undefined) await session.recordUsage(answer.usage_metadata);
    const calls = answer.tool_calls ?? [];
    if (calls.length === 0) return answer.text;
    for (const call of calls) {
      const content = await read.invoke(call.args as { page: number });
      const result = new ToolMessage({ content, name: call.name, tool_call_id: call.id ?? '' });
      await session.append(result, { as });
    }
  }
}

for (const question of questions()) console.log(await ask(question));

const { used, inputBudget, epoch, spend } = session.state();
console.log(`${used.total} of ${inputBudget} tokens, epoch ${epoch}, spent ${spend?.inputTokens}`);
await session.close();
