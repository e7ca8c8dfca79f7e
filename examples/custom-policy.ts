// A policy of your own: every new question starts afresh, with a snapshot of all that came before.
import { openai } from '@ai-sdk/openai';
import { openSession, type Policy, type PolicyContext } from '@everlong/context';
import { toAiSdk6Message } from '@everlong/context/ai-sdk';
import { createMemoryStore } from '@everlong/core';
import { generateText } from 'ai';

const FULL = 0.5; // the share of the input budget above which the next question starts afresh

function startAfresh({ latestUser, inputBudget }: PolicyContext, reason: string) {
  if (latestUser <= 0) return { action: 'keep' as const, reason: 'nothing came before' };
  return { action: 'snapshot' as const, firstKept: latestUser, maxTokens: inputBudget, reason };
}

const afresh: Policy = {
  name: 'afresh',
  settings: {
    responseReserve: 500,
    minRecentMessages: 1,
    snapshotShare: 0.3,
    summaryPlacement: 'message',
  },
  decide(context) {
    const { usedTokens, inputBudget } = context;
    if (usedTokens <= FULL * inputBudget) return { action: 'keep', reason: 'there is room' };
    return startAfresh(context, 'more than half is full');
  },
  triggers: ({ usedTokens, inputBudget }) => [
    { name: 'half of the input budget', value: usedTokens, limit: FULL * inputBudget },
  ],
  compactNow: (context) => startAfresh(context, 'asked for'),
};

const store = createMemoryStore();
const options = { store, policy: afresh, model: 'gpt-5.6-luna', contextWindow: 3000 };
const session = await openSession(options);
for (let turn = 1; turn <= 6; turn++) {
  await session.append({ role: 'user', content: `Question ${turn}: ${'why? '.repeat(200)}` });
  const { instructions: system, plan, state, ...request } = await session.prepare();
  const messages = request.messages.map(toAiSdk6Message); // for `ai` 6; 7 takes both shapes
  const model = openai.chat('gpt-5.6-luna');
  const result = await generateText({ model, system, messages });
  await session.append(result.response.messages);
  console.log(`epoch ${state.epoch}: ${messages.length} messages, ${plan.decision.reason}`);
}
await session.close();
