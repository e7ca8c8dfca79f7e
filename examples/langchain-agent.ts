// LangChain's models and tools: the session is the agent's memory.
import { ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { createMemoryStore, type Session } from '@everlong/context';
import { z } from 'zod';

import { instructions, readPage, readPageTool } from './pages.ts';
import { readBook } from './read-book.ts';

const model = 'gpt-5.6-luna';
const as = 'langchain';
const { name, description } = readPageTool;
const read = tool(readPage, { name, description, schema: z.object({ page: z.number() }) });
const agent = new ChatOpenAI({ model }).bindTools([read]);
const store = createMemoryStore(); // createSqliteStore({ path }) keeps what is said

async function answer(session: Session, signal?: AbortSignal): Promise<string> {
  for (;;) {
    const { body } = await session.prepare({ instructions, tools: [readPageTool], as });
    const message = await agent.invoke(body.messages, signal === undefined ? {} : { signal });
    await session.append(message, { as });
    if (message.usage_metadata !== undefined) await session.recordUsage(message.usage_metadata);
    const calls = message.tool_calls ?? [];
    if (calls.length === 0) return message.text;
    for (const call of calls) {
      const content = await read.invoke(call.args as { page: number });
      const result = new ToolMessage({ content, name: call.name, tool_call_id: call.id ?? '' });
      await session.append(result, { as });
    }
  }
}

export const { session, shown } = await readBook({ store, model, contextWindow: 8000 }, answer);

const { used, inputBudget, epoch, spend } = session.state();
console.log(`${used.total} of ${inputBudget} tokens, epoch ${epoch}, spent ${spend?.inputTokens}`);
await session.close();
