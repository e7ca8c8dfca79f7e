import { describe, expect, it } from 'vitest';

import { findExcess } from '../../src/http/json-body.js';
import { createTestServer, say } from '../support/test-server.js';

describe('a body that is none', () => {
  it('gets its error, and the server goes on', async () => {
    const { call } = await createTestServer({
      limits: { maxBodyBytes: 5000, maxMessageBytes: 5000 },
    });
    await call('POST /v1/sessions', { body: { id: 's' } });
    const deep = '['.repeat(100) + ']'.repeat(100);
    const bad: [body: string, status: number, code: string][] = [
      ['', 400, 'invalid_request'],
      ['{', 400, 'invalid_json'],
      ['{"messages":[{"role":"user","content":"cut', 400, 'invalid_json'],
      ['nonsense', 400, 'invalid_json'],
      ['null', 400, 'invalid_request'],
      ['[]', 400, 'invalid_request'],
      ['{}', 400, 'invalid_request'],
      ['{"messages":"text"}', 400, 'invalid_request'],
      ['{"messages":[5]}', 400, 'invalid_request'],
      ['{"messages":[{"role":"user","content":{"a":1}}]}', 400, 'unsupported_format'],
      ['{"messages":[{"role":"user","content":[{"type":"text"}]}]}', 400, 'unsupported_format'],
      [`{"messages":[{"role":"user","content":"x"}],"expected_seq":-1}`, 400, 'invalid_request'],
      [`{"messages":[{"role":"user","content":"x"}],"expected_seq":1e99}`, 400, 'invalid_request'],
      [`{"messages":${deep}}`, 400, 'json_too_deep'],
      [`{"messages":[{"role":"user","content":"${'x'.repeat(6000)}"}]}`, 413, 'body_too_large'],
    ];
    for (const [body, status, code] of bad) {
      const answer = await call('POST /v1/sessions/s/messages', { body });
      expect([body.slice(0, 60), answer.status, answer.body.error.code]).toEqual([
        body.slice(0, 60),
        status,
        code,
      ]);
      expect(answer.body.error.message).not.toBe('');
    }
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(0);
  });

  it('is told not to be compressed', async () => {
    const { call } = await createTestServer();
    const send = async (encoding: string) => {
      const headers = { 'content-encoding': encoding };
      const answer = await call('POST /v1/sessions', { body: {}, headers });
      return [answer.status, answer.body.error?.code, answer.headers.get('accept-encoding')];
    };
    expect(await send('gzip')).toEqual([415, 'unsupported_encoding', 'identity']);
    expect(await send('identity')).toEqual([201, undefined, null]);
  });

  it('is told which field is wrong, in a message too', async () => {
    const { call } = await createTestServer();
    await call('POST /v1/sessions', { body: { id: 's' } });
    const cases: [route: string, body: object, param: string | null, detail: string][] = [
      ['sessions', { title: 5 }, 'title', 'expected string, received number'],
      ['sessions', { titel: 'x' }, 'titel', 'There is no member "titel" here.'],
      ['sessions', [], null, 'expected object, received array'],
      ['sessions', { id: 'a/b' }, null, 'The session id "a/b" cannot be used'],
      [
        'sessions/s/messages',
        { messages: [{ role: 'robot', content: 'x' }] },
        'messages.0.role',
        'expected one of "system"|"user"|"assistant"|"tool"',
      ],
      [
        'sessions/s/messages',
        { messages: [say('x'), { id: 'm', message: { role: 'robot', content: 'x' } }] },
        'messages.1.message.role',
        'expected one of "system"|"user"|"assistant"|"tool"',
      ],
    ];
    for (const [route, body, param, detail] of cases) {
      const answer = await call(`POST /v1/${route}`, { body });
      expect([answer.status, answer.body.error]).toMatchObject([
        400,
        { code: 'invalid_request', param },
      ]);
      expect(answer.body.detail).toContain(detail);
    }
  });

  it('must be JSON in UTF-8', async () => {
    const { server, call } = await createTestServer();
    await call('POST /v1/sessions', { body: { id: 's' } });
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml', '']) {
      const answer = await call('POST /v1/sessions/s/messages', {
        body: JSON.stringify({ messages: [say('x')] }),
        headers: { 'content-type': type },
      });
      expect([type, answer.status]).toEqual([type, 415]);
    }
    const response = await server.app.request('/v1/sessions/s/messages', {
      method: 'POST',
      headers: {
        authorization: 'Bearer an-admin-key-for-tests-only',
        'content-type': 'application/json',
      },
      body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('invalid_encoding');
  });

  it('may hold any text: NUL, lone surrogates, keys that programs trip over', async () => {
    const { call } = await createTestServer();
    await call('POST /v1/sessions', { body: { id: 's' } });
    const content = 'a\0b \ud800 \u202e \u2028 𝒳';
    const input = '{"__proto__":{"x":1},"constructor":1,"toString":"y"}';
    const body = `{"messages":[{"role":"user","content":${JSON.stringify(content)}},
      {"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"t","input":${input}}]}]}`;
    expect((await call('POST /v1/sessions/s/messages', { body })).status).toBe(201);
    const { body: page, text } = await call('GET /v1/sessions/s/messages');
    expect(page.data[0].message.content).toBe(content);
    expect(text).toContain(`"input":${input}`);
    expect((await call('GET /v1/search?q=a%00b')).status).toBe(200);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

describe('ids', () => {
  it('that nobody has, or that are not ids, are not found', async () => {
    const { call } = await createTestServer();
    const ids = [
      'gone',

      'a%00b',
      '%F0%9F%99%82',
      'x'.repeat(250),
      '__proto__',
    ];
    const routes = [
      '',
      '/messages',
      '/context',
      '/compactions',
      '/export',
      '/events',
      '/search?q=x',
    ];
    for (const id of ids) {
      for (const rest of routes) {
        const answer = await call(`GET /v1/sessions/${id}${rest}`);
        expect([id, rest, answer.status]).toEqual([id, rest, 404]);
      }
    }
    expect((await call(`GET /v1/sessions/${'x'.repeat(300)}`)).status).toBe(400);
    expect((await call('GET /v1/jobs/gone')).status).toBe(404);
    expect((await call('GET /v1/nothing')).body.error.code).toBe('route_not_found');
  });

  it('are told the methods of their path where it has others', async () => {
    const { call } = await createTestServer();
    const allowed = async (route: string) => {
      const { status, body, headers } = await call(route);
      return [status, body.error.code, headers.get('allow')];
    };
    const code = 'method_not_allowed';
    expect(await allowed('PUT /v1/sessions')).toEqual([405, code, 'GET, HEAD, POST']);
    expect(await allowed('POST /v1/sessions/a.b')).toEqual([405, code, 'GET, HEAD, PATCH, DELETE']);
    expect(await allowed('DELETE /docs')).toEqual([405, code, 'GET, HEAD']);
    expect(await allowed('DELETE /v1/sessionsx')).toEqual([404, 'route_not_found', null]);
    expect(await allowed('PUT /v1')).toEqual([404, 'route_not_found', null]);
    expect((await call('PUT /v1/sessions', { key: 'none' })).status).toBe(401);
  });
});

describe('findExcess', () => {
  it('counts brackets outside of strings only, in linear time', () => {
    expect(findExcess('[[1]]', 2, 99999)).toBeUndefined();
    expect(findExcess('[[[1]]]', 2, 99999)).toBe('depth');
    expect(findExcess('{"a":"[[[[","b":["\\"[[","\\\\"]}', 2, 99999)).toBeUndefined();
    expect(findExcess('"\\\\"[[[', 2, 99999)).toBe('depth');
    expect(findExcess('[],'.repeat(1000), 1, 99999)).toBeUndefined();
    expect(findExcess(`"${'\\"'.repeat(1000)}[[[`, 2, 99999)).toBeUndefined();
    expect(findExcess('[1,2,{"a":[]}]', 9, 5)).toBeUndefined();
    expect(findExcess('[1,2,{"a,b":[",,,,"]}]', 9, 4)).toBe('values');
  });
});
