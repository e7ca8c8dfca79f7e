// An agent whose every step is rendered from the log, so that a loop of any length fits the window.
import { openai } from '@ai-sdk/openai';
import { openSession } from '@everlong/context';
import { createAgentHooks } from '@everlong/context/ai-sdk';
import { createMemoryStore } from '@everlong/core';
import { stepCountIs, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const session = await openSession({
  store: createMemoryStore(),
  model: 'gpt-5.6-luna',
  contextWindow: 4000,
});

const tools = {
  read_page: tool({
    description: 'Reads a page of the book',
    inputSchema: z.object({ page: z.number() }),
    execute: ({ page }) => `Page ${page}. ${'All work and no play. '.repeat(100)}`,
  }),
};

const instructions = 'Read one page at a time.';
const agent = new ToolLoopAgent({
  model: openai.chat('gpt-5.6-luna'),
  instructions,
  tools,
  stopWhen: stepCountIs(50),
  ...createAgentHooks({ session, instructions, tools }), // keeps what each step says, and its usage
});

const result = await agent.generate({ prompt: 'What is the book about?' });

const { used, inputBudget, epoch } = session.state();
console.log(result.text);
console.log(`${result.steps.length} steps, ${used.total} of ${inputBudget} tokens, epoch ${epoch}`);
await session.close();
