import type { Snapshot, Summarizer } from '@everlong/core';
import { countTokens, type Line, makeEntries, propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { entryText } from './entry-segments.js';
import { createExtractiveSummarizer } from '../account/extractive-summarizer.js';
import { keepConstraints } from '../verify/keep-constraints.js';
import { isRedacted, redactEntries } from './redact-entries.js';
import { spokenText } from './spoken-text.js';
import { createSummarizer } from '../model/model-summarizer.js';

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

  it('leaves what several texts of an entry reveal together to those that join them', () => {
    const [entry] = makeEntries([['user', '']]);
    const content = ['password: |', '  hunter22x'].map((text) => ({
      type: 'text' as const,
      text,
    }));
    const [clean] = redactEntries([{ ...entry!, message: { role: 'user', content } }]);
    expect(isRedacted(clean!)).toBe(true);
    expect(spokenText(clean!)).toBe('password: |\n  [REDACTED:password]');
  });

  it('redacts unmarked repeats of a secret, before and after the message that reveals it', () => {
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

  it('redacts repeats of a split secret, also as tool names and keys of inputs', () => {
    const redacted = redactEntries(
      makeEntries([
        ['assistant', 'The password is'],
        ['user', 'Tr0ub4dor. Do not tell.'],
        ['user', 'Never use Tr0ub4dor again.'],
        ['call', 'Tr0ub4dor', { Tr0ub4dor: 'x', [token]: 1, list: ['--token', 'abc123def456'] }],
      ]),
    );
    const text = JSON.stringify(redacted);
    expect(text).not.toContain('Tr0ub4dor');
    expect(text).not.toContain(token);
    expect(text).not.toContain('abc123def456');
  });

  it('returns entries without secrets unchanged, and changes nothing the second time', () => {
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

/** Snapshots of ranges one after another, each extending the last. */
async function generations(
  summarizer: Summarizer,
  ranges: readonly (readonly Line[])[],
): Promise<Snapshot[]> {
  const snapshots: Snapshot[] = [];
  let firstSeq = 0;
  for (const lines of ranges) {
    const entries = makeEntries(lines, firstSeq);
    firstSeq += lines.length;
    const previous = snapshots.at(-1);
    const input = { entries, maxTokens: 2_000, count: countTokens };
    const { snapshot } = await summarizer.summarize({
      ...input,
      ...(previous === undefined ? {} : { previous }),
    });
    snapshots.push(snapshot);
  }
  return snapshots;
}

type SecretLine = (secret: string) => Line;

/** Messages that show that it is a secret, and later ones that repeat it without saying so. */
const toldInProse: SecretLine = (secret) => ['user', `the admin password is "${secret}"`];
const told: SecretLine[] = [
  toldInProse,
  (secret) => ['result', `PORT=8080\nDB_PASSWORD=${secret}`],
  (secret) => ['call', 'login', { user: 'me', password: secret }],
];
const repeatedInProse: SecretLine = (secret) => [
  'user',
  `I typed ${secret}, nothing happened. Always use ${secret} for logins!`,
];
const repeated: SecretLine[] = [
  repeatedInProse,
  (secret) => ['assistant', `I decided to try ${secret} again. Next: store it in src/${secret}.ts`],
  (secret) => ['call', 'Bash', { command: `mysql -u root --pw ${secret} app` }],
  (secret) => ['error', `Error: access denied for root/${secret}\nat db (${secret}:1:2)`],
  (secret) => ['result', `{"hint":"\\n${secret}"}`],
];

const secretArbitrary = fc
  .tuple(fc.stringMatching(/^[a-zA-Z]{4,9}$/), fc.nat(999), fc.constantFrom('x', '-Q', '!z', '_k'))
  .map(([word, number, end]) => `${word}${1000 + number}${end}`);

describe('secrets of earlier generations', () => {
  const filler: Line = ['assistant', 'Read src/app.ts and set port 8080.'];

  it('appear in no later snapshot, prompt or kept constraint', async () => {
    await fc.assert(
      fc.asyncProperty(
        secretArbitrary,
        fc.constantFrom(...told),
        fc.array(fc.constantFrom(...repeated), { minLength: 1, maxLength: 3 }),
        async (secret, tell, repeat) => {
          const later: Line[] = [['user', 'Go on.'], ...repeat.map((line) => line(secret))];
          const ranges = [[tell(secret)], [filler], later, [filler], later];
          const prompts: string[] = [];
          const writer = createSummarizer({
            compactify({ prompt, entries }) {
              prompts.push(prompt, JSON.stringify(entries));
              return `## Key Decisions\n- ${secret} was tried\n## Current State\n- Reading src/app.ts`;
            },
          });
          const made = await generations(createExtractiveSummarizer(), ranges);
          expect(JSON.stringify(made)).not.toContain(secret);
          expect(made.at(-1)?.secrets?.prints).toHaveLength(1);
          await generations(writer, ranges);
          expect(prompts.join('\n')).not.toContain(secret);
          const [previous] = made;
          const entries = makeEntries(later, 10);
          const input = { entries, maxTokens: 500, count: countTokens };
          const foreign = { ...made[1]!, text: `It is ${secret}.` };
          const kept = keepConstraints(
            { snapshot: foreign },
            { ...input, ...(previous && { previous }) },
          );
          expect(JSON.stringify(kept)).not.toContain(secret);
        },
      ),
      { numRuns: propertyRuns(40), examples: [['ENvAaa1000x', toldInProse, [repeatedInProse]]] },
    );
  });

  it('are removed from what was carried before they were recognised', async () => {
    const secret = 'Tr0ub4dor-99';
    const ranges: Line[][] = [
      [['assistant', `I decided to use ${secret} for port 8080.`]],
      [['user', `Mind that the password is "${secret}".`]],
    ];
    const [before, after] = await generations(createExtractiveSummarizer(), ranges);
    expect(before?.ledger.map(({ value }) => value)).toContain(secret);
    expect(JSON.stringify(after)).not.toContain(secret);
    expect(after?.ledger.map(({ value }) => value)).toContain('8080');
  });

  it('are remembered up to a limit, and other values of the same length stay', async () => {
    const many = Array.from({ length: 150 }, (_, index): Line[] => [
      ['user', `password: s3cret-${1000 + index}-word`],
    ]);
    const words: Line[] = [['assistant', 'See s3cret-9999-word and s3cret-1149-word.']];
    const last = (await generations(createExtractiveSummarizer(), [...many, words])).at(-1);
    expect(last?.secrets?.prints).toHaveLength(100);
    expect(last?.ledger.map(({ value }) => value)).toEqual(['s3cret-9999-word']);
  });
});
