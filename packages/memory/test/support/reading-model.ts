import type { Memory } from '@everlong/core';
import type { MockLanguageModelV4 } from 'ai/test';

import type { MemoryOptions } from '../../src/index.js';
import { answering } from './speaking-model.js';
import { useMemory } from './use-memory.js';

interface Item {
  id: string;
  subject: string;
  predicate: string;
  object: string;
}

/** The sentences that the model of the tests knows: what it makes of their groups. */
const sentences: readonly [RegExp, (one: string, other: string) => Omit<Item, 'id'>][] = [
  [/\bI live in (\p{Lu}\w+)/u, (object) => ({ subject: 'user', predicate: 'lives in', object })],
  [/\b(?:I|We) moved to (\w+)/, (object) => ({ subject: 'user', predicate: 'lives in', object })],
  [/\bI commute by (\w+)/, (object) => ({ subject: 'user', predicate: 'commutes by', object })],
  [/\bI like (\w+)/, (object) => ({ subject: 'user', predicate: 'likes', object })],
  [/\bI prefer (\w+)/, (object) => ({ subject: 'user', predicate: 'prefers', object })],
  [/\bMy (\w+) is called (\w+)/, (subject, object) => ({ subject, predicate: 'name', object })],
  [/\b[Tt]he (\w+) port is (\d+)/, (subject, object) => ({ subject, predicate: 'port', object })],
  [/\bThe staging host is (\w+)/, (object) => ({ subject: 'staging', predicate: 'host', object })],
  [
    /\bdecided to use (\w+)(?: instead of \w+)?/,
    (object) => ({ subject: 'storage', predicate: 'database', object }),
  ],
  [
    /\b(Alice|My colleague Bob|Ada) lives in (\w+)/,
    (name, object) => ({ subject: name.replace('My ', ''), predicate: 'lives in', object }),
  ],
];

const MANY = new Set(['likes', 'prefers']);

/** A model that extracts what those sentences state, and ends what they replace. */
function readingModel(): MockLanguageModelV4 {
  return answering((prompt) => {
    const lines = prompt.split('\n').flatMap((line) => (line.startsWith('{') ? [parse(line)] : []));
    const known = lines.filter(({ id }) => id !== undefined) as unknown as Item[];
    const found: Item[] = [];
    for (const { message, speaker, text = '' } of lines.filter(
      (line) => line.message !== undefined,
    )) {
      for (const said of String(text).split(/(?<=\.)\s/)) {
        for (const [pattern, read] of sentences) {
          const match = pattern.exec(said);
          if (match === null) continue;
          const stated = read(match[1] ?? '', match[2] ?? '');
          const single = !MANY.has(stated.predicate);
          const owners =
            ['user', speaker].includes(stated.subject) && speaker !== 'user'
              ? [speaker]
              : [stated.subject];
          const isSame = (other: Item): boolean =>
            single && owners.includes(other.subject) && other.predicate === stated.predicate;
          const ends = [...known, ...found].filter(isSame).map(({ id }) => id);
          const follows = /^so\b/.test(said.slice(match.index - 3)) ? found.slice(-1) : [];
          const item = { id: `N${found.length + 1}`, message, quote: match[0], ...stated };
          const rest = { single, ends, follows: follows.map(({ id }) => id) };
          found.push({ ...item, ...rest });
        }
      }
    }
    return JSON.stringify(found);
  });
}

function parse(line: string): Record<string, unknown> {
  return JSON.parse(line) as Record<string, unknown>;
}

/** A memory with that model, which has read what was observed when `observe` resolves. */
export async function useReadingMemory(options?: MemoryOptions): Promise<Memory> {
  const model = readingModel();
  const memory = await useMemory({ ...(options ?? { path: ':memory:' }), model });
  return {
    ...memory,
    async observe(scope, entries, observing) {
      const { added } = await memory.observe(scope, entries, observing);
      const { factIds } = await memory.flush(scope);
      return { added, factIds };
    },
  };
}
