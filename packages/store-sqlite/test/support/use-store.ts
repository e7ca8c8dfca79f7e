import { createSqliteStore } from '../../src/sqlite-store.js';

/** Uses the store at the path in its first argument and prints what every call gave, as JSON. */
const store = createSqliteStore({ path: process.argv[2] ?? '' });

async function readAll(): Promise<unknown[]> {
  const texts: unknown[] = [];
  for await (const { message } of store.read('s')) texts.push(message.content);
  return texts;
}

const given: Record<string, unknown> = {
  sessions: (await store.listSessions()).map(({ id }) => id),
  entries: await readAll(),
  found: (await store.search('second')).map(({ seq }) => seq),
};
const changes = {
  append: () => store.append('s', [{ message: { role: 'user', content: 'third' } }]),
  appendRecord: () => store.appendRecord('s', { type: 'pin', seq: 0, pinned: true }),
  createSession: () => store.createSession({ agent: 'agent' }),
};
for (const [name, call] of Object.entries(changes)) {
  const [result] = await Promise.allSettled([call()]);
  given[name] = result.status === 'rejected' ? String(result.reason) : 'done';
}
given['after'] = await readAll();
await store.close();
process.stdout.write(JSON.stringify(given));
