// OpenAI's SDK with tools, Chat Completions: the session keeps everything, each request fits.
import { createMemoryStore, type Session } from '@everlong/context';
import OpenAI from 'openai';

import { instructions, readPage, readPageTool } from './pages.ts';
import { readBook } from './read-book.ts';

const model = 'gpt-5.6-luna';
const as = 'openai-chat';
const client = new OpenAI();
const store = createMemoryStore(); // createSqliteStore({ path }) keeps what is said

async function answer(session: Session, signal?: AbortSignal): Promise<string> {
  for (;;) {
    const { body } = await session.prepare({ instructions, tools: [readPageTool], as });
    const response = await client.chat.completions.create({ model, ...body }, { signal });
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

export const { session, shown } = await readBook({ store, model, contextWindow: 8000 }, answer);

const { used, inputBudget, epoch, spend } = session.state();
console.log(`${used.total} of ${inputBudget} tokens, epoch ${epoch}, spent ${spend?.inputTokens}`);
await session.close();
