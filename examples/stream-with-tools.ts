// A model that speaks from a session: hand in what is new, stream the answer, tools included.
import { openai } from '@ai-sdk/openai';
import { openSession } from '@everlong/context';
import { createContextMiddleware, createHistoryTools } from '@everlong/context/ai-sdk';
import { createMemoryStore } from '@everlong/core';
import { stepCountIs, streamText, tool, wrapLanguageModel } from 'ai';
import { z } from 'zod';

const session = await openSession({ store: createMemoryStore(), model: 'gpt-5.6-luna' });
const model = wrapLanguageModel({
  model: openai.chat('gpt-5.6-luna'),
  middleware: createContextMiddleware({ session }),
});

const tools = {
  ...createHistoryTools({ session }), // the model looks up what a request no longer holds
  weather: tool({
    description: 'The weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => `It rains in ${city}.`,
  }),
};

for (const prompt of ['How is the weather in Bern?', 'Do I need an umbrella?']) {
  const stopWhen = stepCountIs(5);
  const { textStream } = streamText({ model, system: 'Be brief.', prompt, tools, stopWhen });
  for await (const text of textStream) process.stdout.write(text);
  process.stdout.write('\n');
}

for await (const { seq, message } of session.entries()) console.log(seq, message.role);
await session.close();
