import { createMemory } from '@everlong/memory';
import { expect, it, onTestFinished } from 'vitest';

import { createTestServer, say } from '../support/test-server.js';

const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const note = { session_id: 's', from_seq: 0, text: 'They talked of ports.' };
const snapshot = { text: 'The port is 8471.' };

const file = (mediaType: string) => ({ type: 'file', data: 'aGk=', mediaType });
const uploaded = (mediaType: string) => ({
  type: 'file',
  url: 'data:image/png;base64,aGk=',
  mediaType,
});
const resultWith = (...value: object[]) => ({
  type: 'tool-result',
  toolCallId: '1',
  toolName: 'look',
  output: { type: 'content', value },
});
const page = (id: string, text: string) => ({ id, role: 'user', parts: [{ type: 'text', text }] });

/** A server with a session of two messages. */
async function serverWithSession() {
  const memory = await createMemory({ path: ':memory:' });
  onTestFinished(() => memory.close());
  const { call } = await createTestServer({ memory });
  await call('POST /v1/sessions', { body: { id: 's' } });
  await call('POST /v1/sessions/s/messages', { body: { messages: [say('a'), say('b')] } });
  return call;
}

it.each<[route: string, body: object | undefined, param: string | null, detail: RegExp]>([
  [
    'POST /v1/sessions/s/compactions',
    { dry_run: true, snapshot },
    'dry_run',
    /nothing to preview .* Leave dry_run or snapshot out/,
  ],
  [
    'POST /v1/sessions/s/compactions',
    { snapshot: { ...snapshot, through_seq: 2 } },
    'snapshot.through_seq',
    /is 2, and the session has messages 0 to 1/,
  ],
  [
    'POST /v1/memories/notes',
    { ...note, through_seq: 2 },
    'through_seq',
    /is 2, and the session has messages 0 to 1/,
  ],
  ['POST /v1/memories/forget', {}, null, /either entity, or session_id/],
  ['POST /v1/memories/forget', { ids: ['1'] }, null, /either entity, or session_id/],
  [
    'POST /v1/memories/search',
    { text: 'ports' },
    'query',
    /^query: .* received undefined; There is no member "text" here. There are agent, query,/,
  ],
  [
    'POST /v1/sessions',
    { titel: 'x' },
    'titel',
    /^There is no member "titel" here. There are id, agent, title, metadata, model,/,
  ],
  [
    'POST /v1/sessions/s/messages',
    { messages: [{ message: { role: 'user', content: 'a' }, metdata: {} }] },
    'messages.0',
    /^messages.0: There is no member "metdata" here. There are id, message, created_at, model,/,
  ],
  ['POST /v1/sessions/s/rewind', { to: 1.5 }, 'to', /^to: Give the `seq` or the id .*it is 1.5/],
  ['POST /v1/sessions/s/rewind', { to: null }, 'to', /^to: Give the `seq` or the id .*it is null/],
  ['POST /v1/sessions/s/rewind', {}, 'to', /^to: Give the `seq` or the id of the last message/],
  ['POST /v1/sessions/s/compactions/undo', { x: 1 }, null, /takes no body, not {"x":1}. Leave/],
  ['POST /v1/sessions/s/usage', { inputTokens: -4 }, 'inputTokens', /^inputTokens is -4. Give a/],
  [
    'POST /v1/chat',
    { id: 's', messages: [], trigger: 'zzz' },
    'trigger',
    /^trigger: .*"submit-message"\|"regenerate-message" \(it is "zzz"\)$/,
  ],
  [
    'POST /v1/sessions/s/messages',
    { messages: [say('a'), { role: 'user', content: [file('not a type')] }] },
    'messages.1.content.0.mediaType',
    /is "not a type", which is no media type. Give one such as "image\/png"/,
  ],
  [
    'POST /v1/sessions/s/messages',
    { messages: [{ id: 'f', message: { role: 'user', content: [file('')] } }] },
    'messages.0.message.content.0.mediaType',
    /is "", which is no media type/,
  ],
  [
    'POST /v1/sessions/s/messages',
    { messages: [{ role: 'tool', content: [resultWith(file('png'))] }] },
    'messages.0.content.0.output.value.0.mediaType',
    /is "png", which is no media type/,
  ],
  [
    'POST /v1/sessions/s/messages',
    { as: 'ai-sdk', messages: [{ id: 'u', role: 'user', parts: [uploaded('png')] }] },
    'messages.0.parts.0.mediaType',
    /is "png", which is no media type/,
  ],
  [
    'POST /v1/chat',
    { id: 's', messages: [page('p', 'ok'), { ...page('q', 'look'), parts: [uploaded('../x')] }] },
    'messages.1.parts.0.mediaType',
    /is "..\/x", which is no media type/,
  ],
  ['GET /v1/sessions?limit=0', undefined, 'limit', /^limit: Too small: .* \(it is "0"\)$/],
  ['GET /v1/sessions?limit=many', undefined, 'limit', /^limit: .* \(it is "many"\)$/],
  ['POST /v1/keys', { name: 'k', expires_at: later(-1) }, 'expires_at', /which is past/],
  [
    'GET /v1/usage?from=2026-11-01&through=2026-10-01',
    undefined,
    'through',
    /2026-10-01, before from, 2026-11-01/,
  ],
])('%s %j is refused with its reason', async (route, body, param, detail) => {
  const call = await serverWithSession();
  const { status, body: problem } = await call(route, { body });
  expect([status, problem.error]).toMatchObject([400, { code: 'invalid_request', param }]);
  expect(problem.detail).toMatch(detail);
});

it('takes the same requests with what they lacked', async () => {
  const call = await serverWithSession();
  const types = ['image/png', 'image/*', 'image', 'text/plain; charset=utf-8'];
  const messages = [{ role: 'user', content: types.map(file) }];
  const appended = await call('POST /v1/sessions/s/messages', { body: { messages } });
  expect(appended.status).toBe(201);
  const made = await call('POST /v1/keys', { body: { name: 'k', expires_at: later(1) } });
  expect(made.status).toBe(201);
  const body = { ...note, through_seq: 1 };
  expect((await call('POST /v1/memories/notes', { body })).status).toBe(201);
  const asked = { snapshot: { ...snapshot, through_seq: 1 } };
  expect((await call('POST /v1/sessions/s/compactions', { body: asked })).status).toBe(202);
});

it('names no calls of the library where a message was withdrawn', async () => {
  const call = await serverWithSession();
  await call('POST /v1/sessions/s/rewind', { body: { to: 0 } });
  const { status, body } = await call('POST /v1/sessions/s/rewind', { body: { to: 1 } });
  expect([status, body.detail]).toEqual([
    400,
    'Cannot rewind session "s" to entry 1: it was withdrawn before. Fork the session at entry 1: the fork has it.',
  ]);
});

it.each(['messages/9', 'messages/none', 'requests/9'])('has no %s', async (path) => {
  const call = await serverWithSession();
  const { status, body } = await call(`GET /v1/sessions/s/${path}`);
  expect([status, body.error.code]).toEqual([404, 'message_not_found']);
  expect(body.detail).toMatch(/^Session "s" has no message /);
});

it('leaves a session as it is that nothing is changed of', async () => {
  const call = await serverWithSession();
  const before = (await call('GET /v1/sessions/s')).body;
  expect((await call('PATCH /v1/sessions/s', { body: {} })).body).toEqual(before);
});

it('names the parameters that a query has, when it does not have one', async () => {
  const call = await serverWithSession();
  const refused = async (path: string) => {
    const { status, body } = await call(`GET /v1/${path}`);
    return [status, body.error.code, body.error.param, body.detail];
  };
  expect(await refused('sessions?limit=5&offset=5')).toEqual([
    400,
    'unknown_parameter',
    'offset',
    'There is no query parameter "offset" here. There are "after", "before", "limit", "order", "agent".',
  ]);
  expect((await refused('sessions/s/search?q=a&query=b'))[2]).toBe('query');
  expect((await refused('sessions/s?fields=id')).slice(1)).toEqual([
    'unknown_parameter',
    'fields',
    'There is no query parameter "fields" here. This request takes none.',
  ]);
  const misplaced = await call('POST /v1/sessions/s/prepare?as=anthropic', { body: {} });
  expect([misplaced.status, misplaced.body.error.param]).toEqual([400, 'as']);
  expect((await refused(`usage?${'x'.repeat(500)}=1`))[2]).toHaveLength(100);
  expect((await refused('sessions?limit=5&limit=6')).slice(1, 3)).toEqual([
    'invalid_request',
    'limit',
  ]);
});

it('takes a request without a body, whatever type it claims', async () => {
  const call = await serverWithSession();
  const headers = { 'content-type': 'text/plain' };
  expect((await call('POST /v1/sessions/s/prepare', { headers })).status).toBe(200);
});
