import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createMemory } from '@everlong/memory';
import { createSqliteStore } from '@everlong/store-sqlite';
import { expect, it, onTestFinished } from 'vitest';

import { createSqliteState } from '../../src/node.js';
import { createTestServer, jobEnd } from '../support/test-server.js';

const SECRET = 'zyxwvutsecret';
const idempotent = (key: string) => ({ headers: { 'idempotency-key': key } });

/** A server on files, and a search for the secret in the bytes of all of them. */
async function createServerOnFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'everlong-deleted-'));
  const store = createSqliteStore({ path: join(folder, 's.db') });
  const state = createSqliteState({ path: join(folder, 's.server.db') });
  const memory = await createMemory({ path: join(folder, 's.memory.db') });
  onTestFinished(async () => {
    for (const each of [store, state, memory]) await each.close();
    rmSync(folder, { recursive: true });
  });
  const server = await createTestServer({ store, state, memory });
  const filesWithSecret = () =>
    readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(SECRET));
  return { ...server, filesWithSecret };
}

const append = (text: string) => ({ messages: [{ role: 'user', content: text }] });

it('a deleted session leaves nothing in any file, and no stored answer gives it out', async () => {
  const server = await createServerOnFiles();
  const { call, filesWithSecret } = server;
  const made = { body: { title: SECRET }, ...idempotent('made') };
  const { id } = (await call('POST /v1/sessions', made)).body;
  const said = { body: append(`about ${SECRET}`), ...idempotent('said') };
  const prepared = { body: { instructions: SECRET }, ...idempotent('prepared') };
  const path = `POST /v1/sessions/${id}`;
  await call(`${path}/messages`, said);
  await call(`${path}/prepare`, prepared);
  const fork = await call(`${path}/fork`, { body: { title: SECRET }, ...idempotent('fork') });
  const body = { instructions: `keep ${SECRET}` };
  const job = await call(`${path}/compactions`, { body, ...idempotent('job') });
  expect((await jobEnd(server, job.body.id)).status).toBe('succeeded');
  expect(filesWithSecret()).not.toEqual([]);
  await call(`DELETE /v1/sessions/${fork.body.id}`);
  await call(`DELETE /v1/sessions/${id}`);
  expect(filesWithSecret()).toEqual([]);
  expect((await call(`GET /v1/jobs/${job.body.id}`)).status).toBe(404);
  for (const [route, options] of [
    ['POST /v1/sessions', made],
    [`${path}/messages`, said],
    [`${path}/prepare`, prepared],
  ] as const) {
    const { status, body: repeated, text } = await call(route, options);
    expect([status, repeated.error.code]).toEqual([409, 'answer_deleted']);
    expect(text).not.toContain(SECRET);
  }
});

it('the instructions of a compaction are kept no longer than its job runs', async () => {
  const server = await createServerOnFiles();
  const { call, filesWithSecret } = server;
  await call('POST /v1/sessions', { body: { id: 's' } });
  await call('POST /v1/sessions/s/messages', { body: append('hello') });
  const job = await call('POST /v1/sessions/s/compactions', { body: { instructions: SECRET } });
  await jobEnd(server, job.body.id);
  await call('POST /v1/sessions', { body: { id: 'other' } });
  await call('DELETE /v1/sessions/other');
  expect(filesWithSecret()).toEqual([]);
});

it('what a rewind withdraws is in no stored answer any more, and in the log alone', async () => {
  const { call, filesWithSecret } = await createServerOnFiles();
  await call('POST /v1/sessions', { body: { id: 's' } });
  await call('POST /v1/sessions/s/messages', { body: append('kept'), ...idempotent('kept') });
  const said = { body: append(SECRET), ...idempotent('said') };
  await call('POST /v1/sessions/s/messages', said);
  await call('POST /v1/sessions/s/prepare', { body: {}, ...idempotent('prepared') });
  const rewind = { body: { to: 0 }, ...idempotent('rewind') };
  const rewound = await call('POST /v1/sessions/s/rewind', rewind);
  const again = await call('POST /v1/sessions/s/messages', said);
  expect([again.status, again.body.error.code]).toEqual([409, 'answer_deleted']);
  // A rewind's own answer shows no message: it is repeated.
  expect((await call('POST /v1/sessions/s/rewind', rewind)).body).toEqual(rewound.body);
  expect(filesWithSecret().filter((name) => name.includes('server'))).toEqual([]);
  expect((await call('GET /v1/sessions/s/messages')).text).toContain(SECRET);
});

it('a deleted tenant and a forgotten memory leave nothing in any file', async () => {
  const { call, keyFor, filesWithSecret } = await createServerOnFiles();
  const key = await keyFor('gone');
  await call('POST /v1/sessions', { body: { id: 's', title: SECRET }, key, ...idempotent('s') });
  const fact = { subject: SECRET, predicate: 'port', value: '1' };
  await call('POST /v1/memories', { body: fact, key, ...idempotent('m') });
  await call('DELETE /v1/tenants/gone');
  expect(filesWithSecret()).toEqual([]);
  const written = { body: fact, ...idempotent('m') };
  await call('POST /v1/memories', written);
  const found = await call('POST /v1/memories/search', {
    body: { query: SECRET },
    ...idempotent('search'),
  });
  expect(found.text).toContain(SECRET);
  await call('POST /v1/memories/forget', { body: { entity: SECRET } });
  expect(filesWithSecret()).toEqual([]);
  expect((await call('POST /v1/memories', written)).body.error.code).toBe('answer_deleted');
});
