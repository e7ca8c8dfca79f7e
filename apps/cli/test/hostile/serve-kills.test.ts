import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import { serve, type Served } from '../support/serve.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** In `npm run test:full`, 200. */
const KILLS = Math.max(3, Math.ceil(Number(process.env['EVERLONG_KILLS'] ?? 0) / 5));
const CLIENTS = 32;
const KEY = 'a-key-of-more-than-24-characters';
const FILLER = 'word '.repeat(60);

/**
 * One client: what it sends next, and what it was told is done. It repeats what was not answered.
 */
interface Client {
  session: string | undefined;
  acknowledged: number;
  jobs: string[];
  /** Sessions made so far only to be deleted, and those of them that were acknowledged as deleted. */
  passing: number;
  deleted: string[];
}

/** In what is deleted and withdrawn only. */
const SECRET = 'zanzibarcanary';

const textOf = (client: number, index: number): string =>
  `client ${client} message ${index} ${FILLER}`;

async function step({ call }: Served, client: Client, number: number): Promise<void> {
  if (client.session === undefined) {
    const key = { 'idempotency-key': `session of ${number}` };
    const made = await call('POST /v1/sessions', { context_window: 4000 }, key);
    client.session = ((await done(made, 201)) as { id: string }).id;
    return;
  }
  const path = `/v1/sessions/${client.session}`;
  const index = client.acknowledged;
  const role = index % 2 === 0 ? 'user' : 'assistant';
  const message = { role, content: textOf(number, index) };
  // By turns with an id of its own and with a key of the request: either must do.
  const [item, headers] =
    index % 4 < 2
      ? [{ id: `${number}-${index}`, message }, {}]
      : [{ message }, { 'idempotency-key': `${number}-${index}` }];
  await done(await call(`POST ${path}/messages`, { messages: [item] }, headers), 201);
  client.acknowledged++;
  if (index % 9 === 4) await passBy({ call } as Served, client, number);
  if (index % 7 === 3) await done(await call(`POST ${path}/prepare`, {}), 200);
  if (index % 16 === 15) {
    const asked = await call(`POST ${path}/compactions`, {});
    client.jobs.push(((await done(asked, 202)) as { id: string }).id);
  }
}

/** Makes a session, says something in it, takes it back, and deletes it; each with a key. */
async function passBy({ call }: Served, client: Client, number: number): Promise<void> {
  const id = `passing-${number}-${client.passing}`;
  const key = (what: string) => ({ 'idempotency-key': `${what} ${id}` });
  const messages = [{ role: 'user', content: `${SECRET} ${FILLER}` }];
  const path = `POST /v1/sessions/${id}`;
  const session = { id, title: SECRET };
  await doneOrGone(await call('POST /v1/sessions', session, key('make')), 201);
  await doneOrGone(await call(`${path}/messages`, { messages }, key('say')), 201);
  await doneOrGone(await call(`${path}/prepare`, { instructions: SECRET }, key('prepare')), 200);
  await doneOrGone(await call(`${path}/rewind`, { to: -1 }, key('rewind')), 200);
  const gone = await call(`DELETE /v1/sessions/${id}`);
  // The answer to an earlier one may be lost.
  if (gone.status !== 404) await done(gone, 200);
  client.deleted.push(id);
  client.passing++;
}

/** The same where what the answer showed may be deleted or withdrawn already. */
async function doneOrGone(response: Response, status: number): Promise<void> {
  const text = await response.clone().text();
  if (response.status !== 409 || !text.includes('answer_deleted')) await done(response, status);
}

async function done(response: Response, status: number): Promise<unknown> {
  const text = await response.text();
  // Still being done for a request before, which was not answered.
  if (response.status === 409 && text.includes('in_use')) throw new Error('again');
  expect([response.status, text.slice(0, 300)]).toEqual([status, expect.anything()]);
  return JSON.parse(text);
}

async function workUntilKilled(server: Served, clients: Client[]): Promise<void> {
  const dead = new AbortController();
  const failures: unknown[] = [];
  const work = clients.map(async (client, number) => {
    while (!dead.signal.aborted) {
      try {
        await step(server, client, number);
      } catch (error) {
        // The connection was cut; anything else is a failure of the server.
        if (
          !(error instanceof TypeError) &&
          !(error instanceof Error && error.message === 'again')
        ) {
          failures.push(error);
          return;
        }
      }
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 700));
  server.child.kill('SIGKILL');
  await server.result;
  dead.abort();
  await Promise.all(work);
  expect(failures).toEqual([]);
}

async function expectAllThere({ call }: Served, client: Client, number: number): Promise<void> {
  if (client.session === undefined) return;
  const path = `/v1/sessions/${client.session}`;
  const texts: string[] = [];
  for (let after = ''; ;) {
    const page = (await (await call(`GET ${path}/messages?limit=100${after}`)).json()) as {
      data: { message: { content: string | { text: string }[] } }[];
      last_id: string;
      has_more: boolean;
    };
    for (const { message } of page.data) {
      const { content } = message;
      texts.push(typeof content === 'string' ? content : (content[0]?.text ?? ''));
    }
    if (!page.has_more) break;
    after = `&after=${encodeURIComponent(page.last_id)}`;
  }
  // One more than was acknowledged may be there: its answer was lost with the server.
  expect(texts.length - client.acknowledged).toBeGreaterThanOrEqual(0);
  expect(texts.length - client.acknowledged).toBeLessThanOrEqual(1);
  expect(texts).toEqual(texts.map((_, index) => textOf(number, index)));
  for (const id of client.jobs) {
    let job = { status: '', ended_at: null as string | null };
    while (job.ended_at === null) {
      job = (await (await call(`GET /v1/jobs/${id}`)).json()) as typeof job;
    }
    expect(job.status).toBe('succeeded');
  }
}

it(`loses nothing and does nothing twice when it is killed ${KILLS} times at work`, async () => {
  const cwd = temporaryFolder();
  const environment = { EVERLONG_ADMIN_KEY: KEY, EVERLONG_REQUESTS_PER_MINUTE: '0' };
  const clients = Array.from({ length: CLIENTS }, (): Client => ({
    session: undefined,
    acknowledged: 0,
    jobs: [],
    passing: 0,
    deleted: [],
  }));
  for (let round = 0; round < KILLS; round++) {
    await workUntilKilled(await serve(cwd, { key: KEY, environment }), clients);
  }
  const server = await serve(cwd, { key: KEY, environment });
  for (const [number, client] of clients.entries()) await expectAllThere(server, client, number);
  for (const id of clients.flatMap(({ deleted }) => deleted)) {
    expect([id, (await server.call(`GET /v1/sessions/${id}`)).status]).toEqual([id, 404]);
  }
  // Those at which a kill came between their making and their deletion.
  for (const [number, { passing }] of clients.entries()) {
    await server.call(`DELETE /v1/sessions/passing-${number}-${passing}`);
  }
  const sessions = (await (await server.call('GET /v1/sessions?limit=100')).json()) as {
    data: unknown[];
  };
  const known = clients.filter(({ session }) => session !== undefined).length;
  expect(sessions.data.length).toBeGreaterThanOrEqual(known);
  expect(sessions.data.length).toBeLessThanOrEqual(CLIENTS);
  server.child.kill('SIGTERM');
  expect((await server.result).code).toBe(0);
  const folder = join(cwd, '.everlong');
  const secrets = readdirSync(folder).filter((name) =>
    readFileSync(join(folder, name)).includes(SECRET),
  );
  expect(secrets).toEqual([]);
});
