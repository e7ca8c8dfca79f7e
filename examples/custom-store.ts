// A store of your own is an object with the methods of `Store`: here a memory store that counts.
// `describeStoreContract` of @everlong/store-contract holds yours to all that a store must do.
import { openai } from '@ai-sdk/openai';
import { openSession } from '@everlong/context';
import { createContextMiddleware } from '@everlong/context/ai-sdk';
import { createMemoryStore, type Store } from '@everlong/core';
import { generateText, wrapLanguageModel } from 'ai';

function createCountingStore(counts: Map<string, number>): Store {
  const inner = createMemoryStore();
  const count = (what: string, by = 1): void => {
    counts.set(what, (counts.get(what) ?? 0) + by);
  };
  return {
    ...inner,
    async append(sessionId, entries, options) {
      const stored = await inner.append(sessionId, entries, options);
      count('entries', stored.length); // durable now
      return stored;
    },
    async appendRecord(sessionId, record, options) {
      const stored = await inner.appendRecord(sessionId, record, options);
      count(record.type);
      return stored;
    },
  };
}

const counts = new Map<string, number>();
const store = createCountingStore(counts);
const session = await openSession({ store, model: 'gpt-5.6-luna', contextWindow: 2000 });
const model = wrapLanguageModel({
  model: openai.chat('gpt-5.6-luna'),
  middleware: createContextMiddleware({ session }),
});
for (let turn = 0; turn < 10; turn++) {
  await generateText({ model, prompt: `Turn ${turn}: ${'why? '.repeat(150)}` });
}
console.log(Object.fromEntries(counts)); // { entries: 20, inputs: 1, compaction: ... }
await session.close();
