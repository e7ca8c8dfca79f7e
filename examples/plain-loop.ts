// A conversation as a loop: append what is said, prepare a request that fits, append the answer.
import { openai } from '@ai-sdk/openai';
import { openSession } from '@everlong/context';
import { toAiSdk6Message } from '@everlong/context/ai-sdk';
import { createMemoryStore } from '@everlong/core';
import { generateText } from 'ai';

const model = 'gpt-5.6-luna';
const session = await openSession({ store: createMemoryStore(), model, contextWindow: 2000 });

async function say(text: string): Promise<string> {
  await session.append({ role: 'user', content: text });
  const request = await session.prepare({ instructions: 'Be brief.' });
  const result = await generateText({
    model: openai.chat(model),
    system: request.instructions, // `instructions` in `ai` 7, which takes `system` too
    messages: request.messages.map(toAiSdk6Message), // `ai` 7 takes them as they are, too
  });
  await session.append(result.response.messages);
  await session.recordUsage(result.usage);
  return result.text;
}

for (let page = 1; page <= 12; page++) {
  const answer = await say(
    `Page ${1000 + page} says: ${'all work and no play '.repeat(40)}. Noted?`,
  );
  const { used, inputBudget, epoch } = session.state();
  console.log(`${answer} ${used.total} of ${inputBudget} tokens, epoch ${epoch}`);
}

const { plan } = await session.explain({ atSeq: 23 });
console.log(plan.explain(2)); // what became of the second page
console.log(await session.search('1001', { limit: 1 })); // nothing is lost
await session.close();
