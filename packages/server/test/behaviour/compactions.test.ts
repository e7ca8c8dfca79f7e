import { describe, expect, it } from 'vitest';

import { createMemoryStore } from '@everlong/core';

import { createMemoryState } from '../../src/index.js';
import { createTestServer, jobEnd, longSession } from '../support/test-server.js';

describe('compactions', () => {
  it('are jobs that can be asked for, and what they did is listed', async () => {
    const server = await createTestServer();
    const { call } = server;
    const id = await longSession(server, 12);
    const asked = await call(`POST /v1/sessions/${id}/compactions`, {
      body: { instructions: 'Keep the ports.' },
    });
    expect(asked.status).toBe(202);
    expect(asked.headers.get('location')).toBe(`/v1/jobs/${asked.body.id}`);
    const job = await jobEnd(server, asked.body.id);
    expect(job).toMatchObject({ status: 'succeeded', session_id: id, attempts: 1 });
    expect(job.result.tokens_after).toBeLessThan(job.result.tokens_before);
    const { body } = await call(`GET /v1/sessions/${id}/compactions`);
    expect(body.data[0]).toMatchObject({ kind: 'snapshot', epoch: job.result.epoch });
    expect(body.data[0].summary).toContain('8000');
    expect((await call(`GET /v1/sessions/${id}`)).body.epoch).toBe(job.result.epoch);
    expect((await call(`GET /v1/sessions/${id}/messages`)).body.data).toHaveLength(20);
    expect((await call('GET /v1/jobs')).body.data).toEqual([job]);
  });

  it('show no summary of messages that were withdrawn since', async () => {
    const server = await createTestServer();
    const { call } = server;
    const id = await longSession(server, 12);
    const asked = await call(`POST /v1/sessions/${id}/compactions`, { body: {} });
    await jobEnd(server, asked.body.id);
    const listed = async () => (await call(`GET /v1/sessions/${id}/compactions`)).body.data;
    const [before] = await listed();
    expect(before.summary).not.toBeNull();
    await call(`POST /v1/sessions/${id}/rewind`, { body: { to: before.through_seq } });
    expect(await listed()).toEqual([before]);
    await call(`POST /v1/sessions/${id}/rewind`, { body: { to: 1 } });
    const none = { summary: null, summary_tokens: null, withdrawn: true };
    expect(await listed()).toEqual([{ ...before, ...none }]);
  });

  it('run one at a time for a session', async () => {
    const server = await createTestServer();
    const { call } = server;
    const id = await longSession(server, 12);
    const ask = (body: object) => call(`POST /v1/sessions/${id}/compactions`, { body });
    const answers = await Promise.all([ask({}), ask({}), ask({ instructions: 'other' })]);
    const taken = answers.filter(({ status }) => status === 202);
    expect(new Set(taken.map(({ body }) => body.id)).size).toBe(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ headers }) => headers.get('x-should-retry'))).toEqual(['false']);
    await jobEnd(server, taken[0]?.body.id);
    expect((await call(`GET /v1/sessions/${id}/compactions`)).body.data).toHaveLength(1);
  });

  it('that a server left undone are done by the next, and never twice', async () => {
    const [store, state] = [createMemoryStore(), createMemoryState()];
    const first = await createTestServer({ store, state });
    const [undone, committed] = [await longSession(first, 12), await longSession(first, 12)];
    const startedAt = new Date().toISOString();
    const jobOf = (sessionId: string) => ({
      id: `job_${sessionId}`,
      type: 'compaction',
      tenant: 'default',
      sessionId,
      status: 'running',
      createdAt: startedAt,
      startedAt,
      attempts: 1,
    });
    // As a server leaves them that is killed before, and after, its compaction is committed.
    for (const id of [undone, committed]) {
      const job = jobOf(id);
      await state.insert({ tenant: 'default', kind: 'job', id: job.id }, job);
      const place = { tenant: 'default', kind: 'active-job', id: `compaction:${id}` } as const;
      await state.insert(place, { id: job.id });
    }
    const { openSession } = await import('@everlong/context');
    const session = await openSession({ store, id: committed, contextWindow: 4000 });
    expect((await session.compact()).compacted).toBe(true);
    await session.close();

    const second = await createTestServer({ store, state });
    for (const id of [undone, committed]) {
      const job = await jobEnd(second, `job_${id}`);
      expect(job).toMatchObject({ status: 'succeeded', attempts: 2, result: { compacted: true } });
      const { body } = await second.call(`GET /v1/sessions/${id}/compactions`);
      expect(body.data).toHaveLength(1);
      expect(body.data[0].epoch).toBe(job.result.epoch);
    }
  });

  it('start although a crash left the note of a job that is gone', async () => {
    const state = createMemoryState();
    let inserts = 0;
    const server = await createTestServer({
      state: {
        ...state,
        async insert(place, value) {
          if (place.kind === 'active-job' && ++inserts > 10) throw new Error('It never gives up.');
          return state.insert(place, value);
        },
      },
    });
    const id = await longSession(server, 12);
    const place = { tenant: 'default', kind: 'active-job', id: `compaction:${id}` } as const;
    await state.insert(place, { id: 'job_gone' });
    const asked = await server.call(`POST /v1/sessions/${id}/compactions`, { body: {} });
    expect(asked.status).toBe(202);
    expect(await jobEnd(server, asked.body.id)).toMatchObject({ status: 'succeeded' });
  });

  it('that fail show no secret of the error', async () => {
    const secret = `sk-proj-${'a1B2c3D4'.repeat(6)}`;
    const store = createMemoryStore();
    const server = await createTestServer({
      store: {
        ...store,
        forTenant: (tenant) => ({
          ...store.forTenant(tenant),
          appendRecord: () => Promise.reject(new Error(`The disk is full: ${secret}`)),
        }),
      },
    });
    const id = await longSession(server, 12);
    const asked = await server.call(`POST /v1/sessions/${id}/compactions`, { body: {} });
    const job = await jobEnd(server, asked.body.id);
    expect(job).toMatchObject({ status: 'failed' });
    expect(job.error).toContain('The disk is full');
    expect(job.error).not.toContain(secret);
  });

  it('are shown before they happen, made with a person’s text, and undone', async () => {
    const server = await createTestServer();
    const { call } = server;
    const id = await longSession(server, 12);
    const path = `POST /v1/sessions/${id}/compactions`;
    const before = await call(`POST /v1/sessions/${id}/prepare`, { body: {} });
    const dry = await call(path, { body: { dry_run: true } });
    expect([dry.status, dry.body.object, dry.body.action]).toEqual([
      200,
      'compaction_preview',
      'snapshot',
    ]);
    expect(dry.body.tokens_after).toBeLessThan(dry.body.tokens_before);
    expect((await call(`GET /v1/sessions/${id}`)).body.epoch).toBe(before.body.state.epoch);
    expect((await call('GET /v1/jobs')).body.data).toEqual([]);
    const asked = await call(path, {
      body: { snapshot: { text: '## Current State\n- By hand.' } },
    });
    expect(await jobEnd(server, asked.body.id)).toMatchObject({ status: 'succeeded' });
    const after = await call(`POST /v1/sessions/${id}/prepare`, { body: {} });
    expect(JSON.stringify(after.body.messages)).toContain('By hand.');
    const undone = await call(`${path}/undo`);
    expect(undone.body).toMatchObject({ undone: true });
    const again = await call(`POST /v1/sessions/${id}/prepare`, { body: {} });
    expect(again.body.messages).toEqual(before.body.messages);
  });

  it('are not undone where what was sent before no longer fits, in words of the API', async () => {
    const server = await createTestServer();
    const { call } = server;
    const id = await longSession(server, 40);
    await call(`POST /v1/sessions/${id}/prepare`, { body: {} });
    const long = `A long one. ${'word '.repeat(800)}`;
    const messages = ['user', 'assistant'].map((role) => ({ role, content: long }));
    await call(`POST /v1/sessions/${id}/messages`, { body: { messages } });
    const { status, body } = await call(`POST /v1/sessions/${id}/compactions/undo`);
    expect([status, body.error.code]).toEqual([422, 'undo_does_not_fit']);
    expect(body.detail).toContain('context_window');
    expect(body.detail).not.toMatch(/contextWindow|session\./);
  });

  it('of a session that is deleted meanwhile fail, and bring nothing back', async () => {
    const server = await createTestServer();
    const id = await longSession(server, 12);
    const asked = await server.call(`POST /v1/sessions/${id}/compactions`, { body: {} });
    await server.call(`DELETE /v1/sessions/${id}`);
    await jobEnd(server, asked.body.id);
    expect((await server.call(`GET /v1/sessions/${id}`)).status).toBe(404);
    expect((await server.call('GET /v1/sessions')).body.data).toEqual([]);
  });
});
