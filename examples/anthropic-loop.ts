// Anthropic's SDK with tools and prompt caching: `prepare` sets the cache markers.
import Anthropic from '@anthropic-ai/sdk';
import { createMemoryStore, type Session } from '@everlong/context';

import { instructions, readPage, readPageTool } from './pages.ts';
import { readBook } from './read-book.ts';

const model = 'claude-sonnet-4-6';
const as = 'anthropic';
const client = new Anthropic();
const store = createMemoryStore(); // createSqliteStore({ path }) keeps what is said

async function answer(session: Session, signal?: AbortSignal): Promise<string> {
  for (;;) {
    const { body } = await session.prepare({ instructions, tools: [readPageTool], as });
    const response = await client.messages.create({ model, max_tokens: 1000, ...body }, { signal });
    await session.append(response, { as });
    await session.recordUsage(response.usage);
    const calls = response.content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) {
      return response.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    }
    const content = calls.map(({ id, input }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: readPage(input),
    }));
    await session.append({ role: 'user', content }, { as });
  }
}

export const { session, shown } = await readBook({ store, model, contextWindow: 8000 }, answer);

const { used, inputBudget, epoch, spend } = session.state();
console.log(
  `${used.total} of ${inputBudget} tokens, epoch ${epoch}, cached ${spend?.cacheReadTokens}`,
);
await session.close();
