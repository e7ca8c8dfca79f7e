import { createMemoryStore, type Store } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { startListening } from '../support/listening-server.js';
import { ADMIN_KEY } from '../support/test-server.js';

const authorization = `Host: x\r\nAuthorization: Bearer ${ADMIN_KEY}\r\n`;

describe('connections', () => {
  it('that send too much, too slowly or no HTTP are answered and closed', async () => {
    const { raw, call } = await startListening();
    // Apart, since on a busy machine a large header takes longer than that.
    const impatient = await startListening({}, { headersTimeoutMs: 300, requestTimeoutMs: 600 });
    const bombs: [name: string, sent: string, status: string, code: string][] = [
      [
        'header',
        `GET /livez HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
        '431',
        'headers_too_large',
      ],
      [
        'headers',
        `GET /livez HTTP/1.1\r\n${'X-A: 1234567890\r\n'.repeat(5000)}\r\n`,
        '431',
        'headers_too_large',
      ],
      ['nonsense', 'GARBAGE\0\r\n\r\n', '400', 'invalid_http'],
      ['NUL in a header', `GET /livez HTTP/1.1\r\nHost: a\0b\r\n\r\n`, '400', 'invalid_http'],
      ['no host', `GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n`, '400', 'invalid_http'],
      ['no path', `GET * HTTP/1.1\r\nHost: x\r\n\r\n`, '400', 'invalid_http'],
      ['slow headers', 'GET /livez HTTP/1.1\r\nHost: x\r\nX-', '408', 'request_timeout'],
      [
        'slow body',
        `POST /v1/sessions HTTP/1.1\r\n${authorization}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"id"`,
        '408',
        'request_timeout',
      ],
    ];
    const answers = await Promise.all(
      bombs.map(([, sent, status]) => (status === '408' ? impatient.raw : raw)(sent)),
    );
    for (const [index, answer] of answers.entries()) {
      const [name, , status, code] = bombs[index] ?? [];
      expect([name, answer.slice(9, 12)]).toEqual([name, status]);
      expect(answer).toContain(code);
    }
    expect((await call('GET /livez')).status).toBe(200);
  });

  it('that ask in HTTP/1.0, as health checks of proxies do, need no host', async () => {
    const { raw } = await startListening();
    const answer = await raw('GET /livez HTTP/1.0\r\n\r\n');
    expect(answer).toContain('200 OK');
    expect(answer).toContain('{"status":"ok"}');
  });

  it('that announce or send a huge body are refused before it is read', async () => {
    const { raw, call } = await startListening({
      limits: { maxBodyBytes: 100_000, maxMessageBytes: 1000 },
    });
    const head = `POST /v1/sessions HTTP/1.1\r\n${authorization}Content-Type: application/json\r\n`;
    const announced = await raw(`${head}Content-Length: 104857600\r\n\r\n{"a":`);
    expect(announced).toContain('413 ');
    const before = process.memoryUsage().arrayBuffers;
    const chunk = 'x'.repeat(65_536);
    const chunked = raw(
      `${head}Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${chunk}\r\n`.repeat(1600)}0\r\n\r\n`,
    );
    expect(await chunked).toContain('413 ');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(400_000_000);
    expect((await call('GET /v1/sessions')).status).toBe(200);
  });

  it('that are dropped in the midst of anything leave the server well', async () => {
    const { raw, call } = await startListening();
    await call('POST /v1/sessions', { body: '{"id":"s"}' });
    const message = `{"messages":[{"role":"user","content":"${'x'.repeat(20_000)}"}]}`;
    const post = `POST /v1/sessions/s/messages HTTP/1.1\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${message.length}\r\n\r\n`;
    for (let round = 0; round < 20; round++) {
      await raw(post + message.slice(0, round * 1000), { end: true });
      await raw(`GET /v1/sessions/s/events HTTP/1.1\r\n${authorization}\r\n`, { end: true });
      await raw(`GET /v1/sessions/s/export HTTP/1.1\r\n${authorization}\r\n`, { end: true });
    }
    const whole = await call('POST /v1/sessions/s/messages', { body: message });
    expect(whole.status).toBe(201);
    const session = (await (await call('GET /v1/sessions/s')).json()) as { message_count: number };
    expect(session.message_count).toBe(1);
  });

  it('in flight are finished when the server is closed', async () => {
    const inner = createMemoryStore();
    let arrived = 0;
    let proceed = (): void => {};
    const gate = new Promise<void>((resolve) => (proceed = resolve));
    const store: Store = {
      ...inner,
      forTenant(tenant) {
        const mine = inner.forTenant(tenant);
        const append: Store['append'] = async (...call) => {
          arrived++;
          await gate;
          return mine.append(...call);
        };
        return { ...mine, append };
      },
    };
    const { url, call, close } = await startListening({ store });
    const ids = ['a', 'b', 'c'];
    for (const id of ids) await call('POST /v1/sessions', { body: JSON.stringify({ id }) });
    const stream = await call('GET /v1/sessions/a/events');
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'x' }] });
    const pending = ids.map((id) => call(`POST /v1/sessions/${id}/messages`, { body }));
    while (arrived < ids.length) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = close();
    setTimeout(proceed, 50);
    const [answers, text] = await Promise.all([Promise.all(pending), stream.text(), closed]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(text).toContain(': still here');
    await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed');
  });
});
