// Two sessions of one agent: what was said in the first comes with the second, with date and
// source.
import { openai } from '@ai-sdk/openai';
import { openSession } from '@everlong/context';
import { createMemoryTools, toAiSdk6Message } from '@everlong/context/ai-sdk';
import { createMemoryStore } from '@everlong/core';
import { createMemory } from '@everlong/memory';
import { generateText, stepCountIs } from 'ai';

const model = 'gpt-5.6-luna';
const agent = 'helper';
const store = createMemoryStore();
const memory = await createMemory({ path: ':memory:' }); // a file keeps it

async function talk(id: string, text: string): Promise<string> {
  const session = await openSession({ store, id, agent, model, memory });
  // A rewind of the session takes back what the model writes with them.
  const tools = createMemoryTools({ memory, scope: agent, session });
  await session.append({ role: 'user', content: text });
  const { instructions, messages, plan } = await session.prepare({
    instructions: 'Be brief.',
    tools,
  });
  for (const { kind, name, tokens } of plan.additions)
    console.log(`${kind}: ${name}, ${tokens} tokens`);
  const result = await generateText({
    model: openai.chat(model),
    system: instructions,
    messages: messages.map(toAiSdk6Message), // for `ai` 6; 7 takes both shapes
    tools,
    stopWhen: stepCountIs(3),
  });
  await session.append(result.response.messages);
  await session.close(); // waits until memory has seen all of it
  return result.text;
}

// The model writes what it shall know by `memory_write`; messages are found without.
await talk('monday', 'The port of heron is 4711. I prefer short answers.');
console.log(await talk('tuesday', 'Which port has heron?'));
console.log((await memory.entity(agent, 'heron'))?.facts.map(({ text }) => text));
await memory.close();
