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
      'http://127.0.0.1:8787 answered 200 without JSON. Check that it is the address of an everlong server.',
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

  it('needs the address of the server', () => {
    const options = { url: 'http://127.0.0.1:8787' } as never;
    expect(() => createClient(options)).toThrow(
      'createClient needs the baseUrl of an everlong server, such as "http://127.0.0.1:8787".',
    );
  });
});
