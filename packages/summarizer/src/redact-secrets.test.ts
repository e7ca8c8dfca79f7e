import { describe, expect, it } from 'vitest';

import { redactSecrets } from './redact-secrets.js';

/** Secrets are put together here, so that no scanner takes them for real ones. */
const mixed = 'aB3dE5gH'.repeat(8);
const jwt = [`eyJ${mixed.slice(0, 20)}`, mixed.slice(0, 30), mixed.slice(0, 40)].join('.');
const privateKey = [
  ['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' '),
  mixed,
  ['-----END', 'RSA PRIVATE KEY-----'].join(' '),
].join('\n');

describe('redactSecrets', () => {
  it.each<[kind: string, secret: string, text: (secret: string) => string]>([
    ['api-key', ['sk', mixed.slice(0, 40)].join('-'), (secret) => `key ${secret}.`],
    ['api-key', ['sk', 'ant', 'api03', mixed].join('-'), (secret) => `"${secret}"`],
    ['api-key', ['sk', 'proj', mixed].join('-'), (secret) => `KEY=${secret}`],
    ['api-key', `AKIA${'A1B2C3D4'.repeat(2)}`, (secret) => `aws ${secret}`],
    ['api-key', `AIza${mixed.slice(0, 35)}`, (secret) => `?key=${secret}&x=1`],
    ['api-key', ['sk', 'live', mixed.slice(0, 24)].join('_'), (secret) => secret],
    [
      'token',
      `ghp_${mixed.slice(0, 36)}`,
      (secret) => `git clone https://${secret}@github.com/a/b`,
    ],
    ['token', `github_pat_${mixed.slice(0, 40)}`, (secret) => secret],
    ['token', `glpat-${mixed.slice(0, 20)}`, (secret) => secret],
    ['token', `npm_${mixed.slice(0, 36)}`, (secret) => `_authToken=${secret}`],
    ['token', `hf_${mixed.slice(0, 34)}`, (secret) => secret],
    ['token', ['xoxb', '1234567890', mixed.slice(0, 24)].join('-'), (secret) => secret],
    ['token', jwt, (secret) => `cookie: ${secret};`],
    ['token', mixed, (secret) => `Authorization: Bearer ${secret}`],
    ['password', 'correct-h0rse', (secret) => `postgres://app:${secret}@db:5432/app`],
    ['password', 'hunter22', (secret) => `PASSWORD=${secret}`],
    ['password', 'correct-horse!', (secret) => `{"password": "${secret}"}`],
    ['password', 'hunter22', (secret) => String.raw`{\"db_password\": \"${secret}\"}`],
    ['api-key', 'abc123def456', (secret) => `api_key: '${secret}'`],
    ['secret', 'abc123def456', (secret) => `client_secret = "${secret}"`],
    ['token', 'abc123def456', (secret) => `the access token is ${secret}`],
    ['private-key', privateKey, (secret) => `key:\n${secret}\nend`],
    ['private-key', privateKey.slice(0, 60), (secret) => `cut off: ${secret}`],
  ])('replaces a %s %#', (kind, secret, text) => {
    const redacted = redactSecrets(text(secret));
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain(`[REDACTED:${kind}]`);
    expect(redactSecrets(redacted)).toBe(redacted);
  });

  it('takes the whole text for a secret under the key of one', () => {
    expect(redactSecrets('abc123def456', 'apiKey')).toBe('[REDACTED:api-key]');
    expect(redactSecrets('abc123def456', 'query')).toBe('abc123def456');
    expect(redactSecrets('every word of a sentence 1', 'token')).toBe('every word of a sentence 1');
  });

  it.each([
    'const token: string = readToken();',
    'const apiKey = process.env.OPENAI_API_KEY;',
    'password = getPassword(user1)',
    'headers: { Authorization: `Bearer ${token}` }',
    'max_tokens: 4096, token: 12345',
    'password: your-password-1',
    'the token is invalid',
    'https://example.com:8080/a@b',
    'sk-learn is a library, sky-high',
    'commit 3f2a1bc0d4e5f60718293a4b5c6d7e8f90123456',
    '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----',
  ])('leaves %j as it is', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  it('is linear on 1 MB of what its patterns begin with', () => {
    const units = [
      'eyJ',
      'a',
      'sk-',
      'password=',
      'token is ',
      '://a:',
      'Bearer ',
      '-----BEGIN ',
      '-----BEGIN PRIVATE KEY',
      'ghp_',
      'AKIA',
      ' ',
      '=',
      '"',
    ];
    for (const unit of units) {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      const started = performance.now();
      const { length } = redactSecrets(text);
      expect([unit, length > 0 && performance.now() - started < 1_000]).toEqual([unit, true]);
    }
  }, 30_000);
});
