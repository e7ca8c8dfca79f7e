import { describe, expect, it } from 'vitest';

import { ApiError } from './api-error.js';
import { createClient } from '../create-client.js';

function answering(body: string, status = 200): ReturnType<typeof createClient> {
  const fetch = async (): Promise<Response> => new Response(body, { status });
  return createClient({ baseUrl: 'http://127.0.0.1:8787/', fetch, maxRetries: 0 });
}

describe('a client', () => {
  it('says so when something else answers than the server', async () => {
    const asked = answering('<!doctype html><title>App</title>').sessions.get('s');
    await expect(asked).rejects.toBeInstanceOf(ApiError);
    await expect(asked).rejects.toMatchObject({ status: 200, code: 'invalid_response' });
    await expect(asked).rejects.toThrow(
      'http://127.0.0.1:8787 answered 200 without the JSON of an answer. Check that it is the address of an everlong server.',
    );
  });

  it.each(['', 'null', '"bad gateway"', '<h1>Bad Gateway</h1>', '{"error":null}'])(
    'takes any body of an error: %j',
    async (body) => {
      const asked = answering(body, 418).sessions.get('s');
      await expect(asked).rejects.toMatchObject({
        status: 418,
        code: 'unknown',
        message: 'The server answered 418.',
      });
    },
  );

  it('refuses a key that no header takes, without quoting it', () => {
    for (const key of ['secret\n', ' secret', '\u201Csecret']) {
      const made = (): unknown => createClient({ baseUrl: 'http://127.0.0.1:8787', key });
      expect(made).toThrow(/^The key of createClient holds a blank, a line break or/);
      expect(made).not.toThrow('secret');
    }
  });

  it.each([undefined, null, {}, { url: 'http://127.0.0.1:8787' }])(
    'needs the address of the server: %j',
    (options) => {
      const made = (): unknown => createClient(options as never);
      expect(made).toThrow(ApiError);
      expect(made).toThrow(
        'createClient needs the baseUrl of an everlong server, such as "http://127.0.0.1:8787".',
      );
    },
  );

  it.each([
    [{ baseUrl: '' }, 'not "".'],
    [{ baseUrl: 'nope' }, 'not "nope".'],
    [{ baseUrl: 'ftp://host' }, 'not "ftp://host".'],
    [{ apiKey: 'elk_1' }, 'no option "apiKey". It takes baseUrl, key, tenant, fetch, maxRetries.'],
    [{ key: 5 }, 'key'],
    [{ tenant: 5 }, 'The tenant is 5.'],
    [{ fetch: 'fetch' }, 'The fetch of createClient is "fetch".'],
    [{ maxRetries: -1 }, 'maxRetries is -1.'],
    [{ maxRetries: NaN }, 'maxRetries is NaN.'],
  ])('refuses %j', (options, message) => {
    const made = (): unknown => createClient({ baseUrl: 'http://host', ...options } as never);
    expect(made).toThrow(message);
    expect(made).toThrow(ApiError);
  });

  it('refuses calls that would ask for something else, without sending them', async () => {
    let sent = 0;
    const fetch = async (): Promise<Response> => {
      sent++;
      return Response.json({});
    };
    const client = createClient({ baseUrl: 'http://host', fetch });
    const none = undefined as never;
    const wrong: [Promise<unknown>, string][] = [
      [client.sessions.get(none), 'getSession needs id, which is undefined.'],
      [client.sessions.delete(''), 'deleteSession needs id, which is "".'],
      [client.messages.get('s', none), 'getMessage needs message, which is undefined.'],
      [client.search({ q: 'hi' } as never), 'search takes a string, a number or a boolean as q'],
      [
        client.sessions.get('s', { ifMatch: '"1"' } as never),
        'getSession has no option "ifMatch".',
      ],
      [client.sessions.rewind('s', 1, { ifmatch: '"1"' } as never), 'no option "ifmatch".'],
    ];
    for (const [call, message] of wrong) {
      await expect(call).rejects.toThrow(message);
      await expect(call).rejects.toMatchObject({ status: 0, code: 'invalid_use' });
    }
    expect(sent).toBe(0);
    await client.sessions.rewind('s', 0, { ifMatch: '"1"' });
    expect(sent).toBe(1);
  });
});
