import { describe, expect, it } from 'vitest';

import { entryText } from './entry-segments.js';
import { redactEntries } from './redact-entries.js';
import { type Line, makeEntries } from './testing/make-entries.js';

const mixed = 'aB3dE5gH'.repeat(5);
const token = ['ghp', mixed].join('_');
const privateKey = [
  ['-----BEGIN', 'PRIVATE KEY-----'].join(' '),
  mixed,
  mixed,
  ['-----END', 'PRIVATE KEY-----'].join(' '),
].join('\n');

function redactedTexts(lines: readonly Line[]): string[] {
  return redactEntries(makeEntries(lines)).map(entryText);
}

describe('redactEntries', () => {
  it('redacts texts, inputs under their keys, and outputs', () => {
    const texts = redactedTexts([
      ['user', `use ${token}`],
      ['call', 'login', { user: 'me', password: 'hunter22' }],
      ['result', 'DB_PASSWORD=correct-h0rse'],
    ]);
    expect(texts).toEqual([
      'use [REDACTED:token]',
      'login user: me\nlogin password: [REDACTED:password]',
      'DB_PASSWORD=[REDACTED:password]',
    ]);
  });

  it('finds a secret again where nothing gives it away, before and after', () => {
    const texts = redactedTexts([
      ['assistant', 'trying Tr0ub4dor first'],
      ['user', 'password: Tr0ub4dor'],
      ['call', 'Bash', { command: 'mysql -uroot -pTr0ub4dor app' }],
      ['result', 'pw 5ecret and 5ecret1'],
      ['user', 'passphrase=5ecret'],
    ]);
    expect(texts.join('\n')).not.toContain('Tr0ub4dor');
    expect(texts[3]).toBe('pw [REDACTED:password] and 5ecret1');
  });

  it.each<[name: string, before: string, after: string, secret: string]>([
    ['a token', `here it is: ${token.slice(0, 20)}`, `${token.slice(20)} use it`, token],
    ['a value and its name', 'The password is', 'Tr0ub4dor. Do not tell.', 'Tr0ub4dor'],
    ['a private key', privateKey.slice(0, 60), `${privateKey.slice(60)}\nthat was it`, mixed],
  ])('redacts %s that is split over two messages', (_, before, after, secret) => {
    const texts = redactedTexts([
      ['user', before],
      ['user', after],
    ]);
    for (const text of texts) {
      expect(text).not.toContain(secret.slice(0, 8));
      expect(text).not.toContain(secret.slice(-8));
    }
    expect(texts[0]).toContain('[REDACTED:');
    expect(texts[1]).toMatch(/ use it$| Do not tell\.$|that was it$/);
  });

  it('gives back entries without secrets as they are, and does nothing the second time', () => {
    const entries = makeEntries([
      ['user', 'The key is under the mat'],
      ['assistant', 'token by token, 550e8400-e29b-41d4-a716-446655440000'],
      ['user', `but ${token}`],
    ]);
    const redacted = redactEntries(entries);
    expect(redacted[0]).toBe(entries[0]);
    expect(redacted[1]).toBe(entries[1]);
    expect(redacted[2]).not.toBe(entries[2]);
    expect(redactEntries(redacted)).toBe(redacted);
  });
});
