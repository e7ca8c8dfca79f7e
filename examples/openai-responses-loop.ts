// OpenAI's SDK with tools, Responses API: reasoning and item ids are sent back as they came, and
// `prepare` marks what to cache.
import { createMemoryStore, type Session } from '@everlong/context';
import OpenAI from 'openai';

import { instructions, readPage, readPageTool } from './pages.ts';
import { readBook } from './read-book.ts';

const model = 'gpt-5.6-luna';
const as = 'openai-responses';
const client = new OpenAI();
const store = createMemoryStore(); // createSqliteStore({ path }) keeps what is said

async function answer(session: Session, signal?: AbortSignal): Promise<string> {
  for (;;) {
    const { body } = await session.prepare({ instructions, tools: [readPageTool], as });
    const response = await client.responses.create(
      { model, store: false, include: ['reasoning.encrypted_content'], ...body },
      { signal },
    );
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

export const { session, shown } = await readBook({ store, model, contextWindow: 8000 }, answer);

const { used, inputBudget, epoch, spend } = session.state();
console.log(`${used.total} of ${inputBudget} tokens, epoch ${epoch}, spent ${spend?.inputTokens}`);
await session.close();
