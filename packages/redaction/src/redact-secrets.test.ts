import { describe, expect, it } from 'vitest';

import { mapStrings } from './map-strings.js';
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
    ['api-key', `AIza${mixed.slice(0, 36)}`, (secret) => `"${secret}"`],
    ['api-key', ['elk', mixed.slice(0, 16), mixed].join('_'), (secret) => `key ${secret}.`],
    ['api-key', 'abcdefghijklmnop12345678', (secret) => `EVERLONG_ADMIN_KEY=${secret}`],
    ['password', 'correct horse battery', (secret) => `{"password": "${secret}"}`],
    ['password', 'my pass word 123', (secret) => `password: '${secret}'`],
    ['password', 'correct-h0rse', (secret) => `postgres://app:${secret}@db:5432/app`],
    ['password', 'hunter22', (secret) => `PASSWORD=${secret}`],
    ['password', 'ENvAaa1000x', (secret) => `the admin password is "${secret}"`],
    ['password', 'trueGrit1969', (secret) => `password: ${secret}`],
    ['password', 'correct-horse!', (secret) => `{"password": "${secret}"}`],
    ['password', 'hunter22', (secret) => String.raw`{\"db_password\": \"${secret}\"}`],
    ['api-key', 'abc123def456', (secret) => `api_key: '${secret}'`],
    ['secret', 'abc123def456', (secret) => `client_secret = "${secret}"`],
    ['token', 'abc123def456', (secret) => `the access token is ${secret}`],
    ['api-key', ['gsk', mixed.slice(0, 48)].join('_'), (secret) => `GROQ=${secret}`],
    ['api-key', ['ASIA', 'Z9Y8X7W6'.repeat(2)].join(''), (secret) => secret],
    ['api-key', ['SG', mixed.slice(0, 22), mixed.slice(0, 43)].join('.'), (secret) => secret],
    ['token', ['xapp', '1', mixed.slice(0, 30)].join('-'), (secret) => `"${secret}"`],
    ['token', `8012345678:AA${mixed.slice(0, 33)}`, (secret) => `bot ${secret}`],
    ['token', ['hvs', mixed.slice(0, 24)].join('.'), (secret) => `VAULT ${secret}`],
    ['api-key', ['e2b', 'c0ffee1234'.repeat(4)].join('_'), (secret) => `sandbox ${secret}.`],
    ['api-key', ['fw', mixed.slice(0, 24)].join('_'), (secret) => `"${secret}"`],
    ['api-key', ['re', 'a1B2c3D4', mixed.slice(0, 24)].join('_'), (secret) => `mail: ${secret}`],
    ['api-key', ['phx', mixed.slice(0, 43)].join('_'), (secret) => `posthog ${secret}`],
    ['api-key', ['napi', 'a1b2c3d4'.repeat(8)].join('_'), (secret) => `neon ${secret}`],
    ['token', ['pul', 'c0ffee1234'.repeat(4)].join('-'), (secret) => `pulumi ${secret}`],
    ['token', ['sgp', 'c0ffee1234'.repeat(4)].join('_'), (secret) => `src ${secret}`],
    ['token', ['a1B2c3D4e5F6g7', 'atlasv1', 'x9Y8'.repeat(16)].join('.'), (secret) => secret],
    [
      'token',
      ['T01234567', 'B01234567', mixed.slice(0, 24)].join('/'),
      (secret) => `https://hooks.slack.com/services/${secret}`,
    ],
    ['token', `ghp_${mixed.slice(0, 36)}`, (secret) => String.raw`{"out":"a\n${secret}\nb"}`],
    ['token', mixed.slice(0, 24), (secret) => `https://${secret}@github.com/a/b.git`],
    ['token', 'dXNlcjpwYXNzd29yZA==', (secret) => `authorization: Basic ${secret}`],
    ['token', 'dXNlcjpwYXNzd29yZDE=', (secret) => `curl -H 'Authorization: Basic ${secret}'`],
    ['token', 'abc123def456', (secret) => `X-Auth-Token: ${secret}`],
    ['cookie', 's3ssi0n-va1ue', (secret) => `Cookie: theme=dark; sid=${secret}; lang=en`],
    ['cookie', 's3ssi0n-va1ue', (secret) => `Set-Cookie: sid=${secret}; Path=/; HttpOnly`],
    ['cookie', 's3ssi0n-va1ue', (secret) => `curl -b "sid=${secret}" https://a.example`],
    ['password', 'hunter22', (secret) => `machine a.example login me password ${secret}`],
    ['password', 'hunter22', (secret) => `machine a.example\n  login me\n  password ${secret}\n`],
    ['password', 'hunter22', (secret) => `curl -u admin:${secret} https://a.example`],
    ['password', 'hunter22', (secret) => `tool --password ${secret} --verbose`],
    ['password', 'hunter22', (secret) => `Server=db;User Id=sa;Password=${secret};Encrypt=true`],
    ['password', 'p@ssw0rd', (secret) => `redis://:${secret}@cache:6379/0`],
    ['password', 'correcthorse', (secret) => `export DB_PASSWORD=${secret}`],
    ['password', 'hunter22', (secret) => `db_pass: ${secret}`],
    ['password', 'hunter22', (secret) => `<password>${secret}</password>`],
    ['password', 'hunter22', (secret) => `- name: DB_PASSWORD\n  value: ${secret}`],
    ['password', 'hunter22', (secret) => `password := "${secret}"`],
    ['password', 'kJ7hG4fD1sA9', (secret) => `Use password ${secret} to log in.`],
    ['password', 'kJ7hG4fD1sA9', (secret) => `Password:\n\n    ${secret}\n`],
    ['password', 'kJ7hG4fD1sA9', (secret) => `now use the pw "${secret}".`],
    ['password', 'hunter22', (secret) => `the password will be ${secret}.`],
    ['password', 'hunter22', (secret) => `Das Passwort ist ${secret}, bitte`],
    ['password', 'hunter22', (secret) => `contraseña: ${secret}`],
    ['password', 'hunter22', (secret) => `密码：${secret}`],
    ['password', 'Seerose77', (secret) => `Seit gestern hat das WLAN-Passwort ${secret}.`],
    ['password', 'waterlily77', (secret) => `I changed the wifi password to ${secret}, sorry`],
    ['password', 'girasol77', (secret) => `cambié la contraseña del wifi a ${secret}`],
    ['password', 'doufu1357', (secret) => `我把上网的密码换成${secret}了`],
    ['password', 'hunter22', (secret) => `sshpass -p '${secret}' ssh a.example`],
    ['password', 'hunter22', (secret) => `redis-cli -h cache -a ${secret} ping`],
    ['password', 'hunter22', (secret) => `docker login -u me -p ${secret} a.example`],
    ['password', 'hunter22', (secret) => `mysqldump -u root -p${secret} app`],
    [
      'token',
      `8012345678:AA${mixed.slice(0, 33)}`,
      (secret) => `https://a.example/bot${secret}/send`,
    ],
    [
      'password',
      ['$2b', '12', mixed.slice(0, 53)].join('$'),
      (secret) => `hash ${secret} of the admin`,
    ],
    ['api-key', `${mixed}==`, (secret) => `AccountName=a;AccountKey=${secret};Suffix=b`],
    ['api-key', mixed.slice(0, 40), (secret) => `aws_secret_access_key = ${secret}`],
    [
      'seed-phrase',
      'abandon ability able about above absent absorb abstract absurd abuse access accident',
      (secret) => `mnemonic: "${secret}"`,
    ],
    ['private-key', privateKey, (secret) => `key:\n${secret}\nend`],
    ['private-key', privateKey.slice(0, 60), (secret) => `cut off: ${secret}`],
  ])('replaces a %s %#', (kind, secret, text) => {
    const redacted = redactSecrets(text(secret));
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain(`[REDACTED:${kind}]`);
    expect(redactSecrets(redacted)).toBe(redacted);
  });

  it('knows what a flag or a name in data introduces, and names that are secrets', () => {
    const secret = 'abc123def456';
    const input = {
      args: ['--password', secret, '--x'],
      env: [{ name: 'API_TOKEN', value: secret }],
    };
    expect(mapStrings(input, redactSecrets)).toEqual({
      args: ['--password', '[REDACTED:password]', '--x'],
      env: [{ name: 'API_TOKEN', value: '[REDACTED:token]' }],
    });
    expect(mapStrings({ [`ghp_${mixed.slice(0, 36)}`]: 1 }, redactSecrets, redactSecrets)).toEqual({
      '[REDACTED:token]': 1,
    });
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
    'My password policy wants 12 characters. See ticket1234 and docs/password/page12.md',
    'passwordless login on server01, PasswordAuthentication no, the password in password-field12',
    'sk-learn is a library, sky-high',
    '"@scope/spl-token": "^0.4.13"',
    'const resolvedApiKey =\npackages/ai/src/agent.ts:195:',
    'match the Token Program/Token-2022 instruction',
    'docker run -u 1000:1000 image',
    'lastSignificantToken = match[0]; nextToken = "?NonExpressionParenEnd";',
    'STENCIL_PASS_DEPTH_PASS: 0x0B96;',
    '`mongodb://${user}:${password}@${host}`, mongodb://username:password@host',
    'password Base64Encode, passwordless, the password must be long, mysql -p app',
    'Das Passwort ist falsch. The password will be rotated in 30 days.',
    'pass: 12 tests, 3 files; password: string; token: comma',
    'id 550e8400-e29b-41d4-a716-446655440000, toolu_01AbCdEfGhIjKlMnOpQrStUv',
    'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
    'commit 3f2a1bc0d4e5f60718293a4b5c6d7e8f90123456',
    '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----',
  ])('leaves %j as it is', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  it('does linear work on a long run of what its patterns begin with', () => {
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
      'cookie: a=',
      'authorization: ',
      '--password',
      'login a password ',
      '<token>',
      '-u a:',
      'Passwort ist ',
      'pw ',
      'sshpass -p ',
      'redis-cli mysql docker login ',
      '/bot1',
      'name: token value: ',
      'phrase: abc ',
      '$2b$10$',
      'hooks.slack.com/services/',
      'secret_',
      'M',
      '1',
      '\\n',
      ' ',
      '=',
      '"',
    ];
    for (const unit of units) {
      const [small, large] = [50_000, 400_000].map((size) => {
        const text = unit.repeat(Math.ceil(size / unit.length));
        return Math.min(...[1, 2, 3].map(() => microsecondsOf(() => redactSecrets(text))));
      }) as [number, number];
      // Eight times the text, less ten ticks: up to 8 is quadratic, up to 1 linear.
      expect(large / (8 * small + 40_000), `growth for ${unit}`).toBeLessThan(3);
    }
  });

  it.each<[name: string, text: string, redacted: string]>([
    [
      'a key that a terminal wrapped',
      `see ${`sk-ant-api03-${mixed}Z9y8`.replace(/.{24}/g, '$&\n  ')} and go on`,
      'see [REDACTED:api-key] and go on',
    ],
    [
      'a token behind escaped line ends',
      `curl -H "x: ${jwt.slice(0, 50)}\\\n${jwt.slice(50, 80)}\\\n${jwt.slice(80)}" https://a.example`,
      'curl -H "x: [REDACTED:token]" https://a.example',
    ],
    [
      'no word of the next line',
      `ghp_${mixed.slice(0, 36)}\nNext2 words\nghp_${mixed.slice(0, 36)}\nA-Long-Name2.test.ts\nis next`,
      '[REDACTED:token]\nNext2 words\n[REDACTED:token]\nA-Long-Name2.test.ts\nis next',
    ],
    [
      'a key pair as a file of it has it',
      `Access key ID,Secret access key\nAKIA${'A1B2C3D4'.repeat(2)},${mixed.slice(0, 40)}\n`,
      'Access key ID,Secret access key\n[REDACTED:api-key],[REDACTED:secret]\n',
    ],
    [
      'a block of YAML',
      'password: |\n  hunter22x\nuser: me',
      'password: |\n  [REDACTED:password]\nuser: me',
    ],
    [
      'a private key without its beginning',
      `$ tail key.pem\n${mixed}\n${mixed.slice(0, 40)}\n${privateKey.slice(-29)}\n$ ls`,
      '$ tail key.pem\n[REDACTED:private-key]\n$ ls',
    ],
  ])('redacts %s', (_, text, redacted) => {
    expect(redactSecrets(text)).toBe(redacted);
    expect(redactSecrets(redacted)).toBe(redacted);
  });

  it('looks at no line twice for what it may end', () => {
    const ends = `${'a1B2'.repeat(20_000)}${'-----END RSA PRIVATE KEY-----'.repeat(5_000)}`;
    expect(redactSecrets(ends)).toBe(ends);
    const wrapped = `ghp_${mixed.slice(0, 36)}\n`.repeat(5_000);
    expect(redactSecrets(wrapped)).toBe('[REDACTED:token]\n'.repeat(5_000));
  });

  it('finds secrets however deep they lie', () => {
    const nest = (levels: number, value: unknown): unknown =>
      levels === 0 ? value : { list: [nest(levels - 1, value)] };
    const deep = nest(1_000, { password: 'hunter22', at: 'src/a.ts' });
    const text = JSON.stringify(mapStrings(deep, redactSecrets));
    expect(text).not.toContain('hunter22');
    expect(text).toContain('src/a.ts');
    const harmless = nest(1_000, 'src/a.ts');
    expect(mapStrings(harmless, redactSecrets)).toBe(harmless);
  });

  it.each([
    '"password": "must be at least 8 characters"',
    "password: 'Forgot your password?'",
    'password = "wrong password"',
    '{"password": "The new password"}',
  ])('leaves a sentence about passwords: %s', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });
});

it.each([undefined, null, 5, {}, Symbol('x')])('says of %o that it is no text', (wrong) => {
  expect(() => redactSecrets(wrong as never)).toThrow(/^redactSecrets takes a text, not \w+\.$/);
});

/** Processor time of this thread: a busy machine does not change it. */
function microsecondsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
