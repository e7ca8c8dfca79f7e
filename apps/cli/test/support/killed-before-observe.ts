import { join } from 'node:path';
import { openSession } from '@everlong/context';
import { createMemory } from '@everlong/memory';
import { createJsonlStore } from '@everlong/store-jsonl';

/** Appends a message to a session of `helper` and is killed before its memory observes it. */
const directory = join(process.argv[2] ?? '.', '.everlong', 'sessions');
const memory = await createMemory({ path: ':memory:' });
const session = await openSession({
  store: createJsonlStore({ directory }),
  id: 'killed',
  agent: 'helper',
  memory: {
    ...memory,
    observe() {
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => {});
    },
  },
});
await session.append({ role: 'user', content: 'The port of heron is 4711.' });
