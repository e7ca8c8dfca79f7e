import { ApiError, createClient } from '@everlong/client';
import { expect, inject, it } from 'vitest';

const { url, key } = inject('everlongServer');
const client = createClient({ baseUrl: url, key });

it('runs in a page of another origin: session, messages, request, compaction, memory', async () => {
  expect((globalThis as { location?: URL }).location?.origin).not.toBe(url);
  const { id } = await client.sessions.create({ title: 'In a page', context_window: 4000 });
  for (let turn = 0; turn < 12; turn++) {
    await client.messages.append(id, {
      messages: [
        { role: 'user', content: `Question ${turn}: ${'a word and '.repeat(40)}` },
        { role: 'assistant', content: `Answer ${turn}.` },
      ],
    });
  }
  const { messages, state } = await client.prepare(id, { instructions: 'Be brief.' });
  expect(messages.at(-1)).toMatchObject({ role: 'user' });
  expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
  const job = await client.compactions.create(id);
  expect(await client.jobs.wait(job.id)).toMatchObject({ status: 'succeeded' });
  const seqs: number[] = [];
  for await (const { seq } of client.messages.each(id, { limit: 10 })) seqs.push(seq);
  expect(seqs).toEqual(Array.from({ length: 24 }, (_, seq) => seq));
  await client.memories.write({ subject: 'staging', predicate: 'port', value: '8471' });
  const { data } = await client.memories.search({ query: 'port of staging' });
  expect(data[0]?.text).toContain('8471');
});

it('follows a session while it grows', async () => {
  const { id } = await client.sessions.create({});
  const ending = new AbortController();
  const seen: unknown[] = [];
  const following = (async () => {
    const options = { from: 'start', signal: ending.signal } as const;
    for await (const { data } of client.sessions.follow(id, options)) {
      seen.push(data['seq']);
      if (seen.length === 2) ending.abort();
    }
  })();
  for (const content of ['Hello', 'Anybody?']) {
    await client.messages.append(id, { messages: [{ role: 'user', content }] });
  }
  await following;
  expect(seen).toEqual([0, 1]);
});

it('says what is wrong, with what the headers tell', async () => {
  const failed = client.sessions.get('never-made');
  await expect(failed).rejects.toBeInstanceOf(ApiError);
  await expect(failed).rejects.toMatchObject({ status: 404, requestId: expect.any(String) });
});
