/**
 * Hostile queries: strings of operators, quotes, halves of characters and random bytes against two
 * scopes. No query may fail, and none may find anything of the other scope. Build the packages
 * first, then:
 *
 *     node bench/hostile.ts [--queries 100000]
 */
import { parseArgs } from 'node:util';

import { createMemory } from '@everlong/memory';

const { values } = parseArgs({ options: { queries: { type: 'string', default: '100000' } } });
const pieces =
  `" ' ( ) * ^ : - + , NEAR AND OR NOT NEAR( {words} words: words- secret 2_secret 1_secret 东京 é % _ ; --`
    .split(' ')
    .concat(
      '\0',
      ' ',
      '\n',
      '\u{1f600}',
      '\ud800',
      '\udfff',
      'heron',
      '\u202e',
      '"*',
      "'; DROP TABLE facts; --",
    );
let state = 11;
function below(limit: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}
function query(): string {
  const length = below(24);
  return Array.from({ length }, () =>
    below(4) === 0 ? String.fromCharCode(below(0x10000)) : (pieces[below(pieces.length)] ?? ''),
  ).join('');
}

const memory = await createMemory({ path: ':memory:' });
const createdAt = '2026-03-02T10:00:00.000Z';
for (const [scope, text] of [
  ['mine', 'The heron waits at the lake, AND NEAR it a boat.'],
  ['theirs', 'The secret is heron, words AND NEAR 东京 é.'],
] as const) {
  const message = { role: 'user' as const, content: text };
  await memory.observe(scope, [{ id: scope, sessionId: scope, createdAt, message }]);
  await memory.write(scope, { subject: scope, predicate: 'keeps', object: `heron of ${scope}` });
}
const count = { queries: Number(values.queries), withHits: 0, errors: 0, hitsOfAnotherScope: 0 };
for (let index = 0; index < count.queries; index++) {
  try {
    const { hits } = await memory.recall('mine', query());
    if (hits.length > 0) count.withHits++;
    count.hitsOfAnotherScope += hits.filter(({ text }) => /secret|theirs/.test(text)).length;
  } catch {
    count.errors++;
  }
}
await memory.close();
process.stdout.write(`${JSON.stringify(count)}\n`);
