import {
  type DocumentPlace,
  type IndexChanges,
  type MemoryIndex,
  StoreConflictError,
  type StoredDocument,
} from '@everlong/core';
import fc from 'fast-check';
import { expect } from 'vitest';

import { sampleDocument, sampleFact } from './sample-rows.js';

/** Rules of the port `MemoryIndex` by name; each rejects when the index breaks it. */
type MemoryIndexRules = Readonly<
  Record<string, (index: MemoryIndex, reopen: () => Promise<MemoryIndex>) => Promise<void>>
>;

async function apply(index: MemoryIndex, scope: string, changes: IndexChanges): Promise<void> {
  const { revision } = await index.scope(scope);
  await index.apply(scope, revision, changes);
}

/** Documents with these texts at positions from 0, in sessions that are there. */
async function addTexts(
  index: MemoryIndex,
  scope: string,
  texts: readonly string[],
  sessionId = 'one',
): Promise<void> {
  await apply(index, scope, {
    putSessions: [{ sessionId, observedThroughSeq: texts.length - 1, documents: texts.length }],
    addDocuments: texts.map((text, position) => sampleDocument({ sessionId, text, position })),
  });
}

async function positions(index: MemoryIndex, scope: string, terms: string[], limit = 100) {
  const found = await index.candidates(scope, { layer: 'documents', terms, limit });
  return found.map(({ position }) => position).toSorted((left, right) => left - right);
}

async function factIds(index: MemoryIndex, scope: string, terms: string[], past = false) {
  const found = await index.candidates(scope, { layer: 'facts', terms, limit: 100, past });
  return found.map(({ id }) => id).toSorted((left, right) => left - right);
}

const words = ['heron', 'lake', 'naïf', '東京', 'a', '0', 'near', 'not', 'or'];

export const memoryIndexRules: MemoryIndexRules = {
  async 'a new scope has revision 0, and every change adds one'(index) {
    expect(await index.scope('new')).toEqual({
      revision: 0,
      nextFactId: 1,
      sessions: 0,
      speakers: [],
    });
    await addTexts(index, 'new', ['heron']);
    await apply(index, 'new', { putFacts: [sampleFact({ id: 4 })] });
    expect(await index.scope('new')).toEqual({
      revision: 2,
      nextFactId: 5,
      sessions: 1,
      speakers: ['user'],
    });
  },
  async 'a change that expects another revision is refused as a whole'(index) {
    await addTexts(index, 'scope', ['heron']);
    const changes = { putFacts: [sampleFact()] };
    const refused = await index.apply('scope', 0, changes).catch((error: unknown) => error);
    expect(StoreConflictError.isInstance(refused)).toBe(true);
    expect(await index.facts('scope', {})).toEqual([]);
  },
  async 'documents and facts come back as they were put'(index) {
    const document = sampleDocument({
      layer: 'note',
      speaker: 'Ana "x" 東京',
      text: 'naïf\nlake',
      offset: 7,
      isPending: true,
      role: 'assistant',
      trust: 'tool',
    });
    const fact = sampleFact({
      validTo: '2026-04-01T00:00:00.000Z',
      retiredAt: '2026-04-02T00:00:00.000Z',
      supersededBy: 9,
      derivedFrom: [3],
      isDisputed: true,
      isStale: true,
      isNegated: true,
      isDated: true,
      kind: 'procedure',
      uses: 3,
      successes: 2,
      entities: ['user', 'ana'],
      trust: 'tool',
      cardinality: 'one',
    });
    await apply(index, 'scope', {
      putSessions: [{ sessionId: 'one', observedThroughSeq: 3, documents: 1 }],
      addDocuments: [document],
      putFacts: [fact],
    });
    expect(await index.documents('scope', { sessionId: 'one' })).toEqual([document]);
    expect(await index.facts('scope', {})).toEqual([fact]);
  },
  async 'candidates are the rows with any of the terms, as a reference finds them'(index) {
    const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 12 }),
        fc.uniqueArray(fc.constantFrom(...words), { maxLength: 4 }),
        fc.uuid(),
        async (texts, terms, scope) => {
          await addTexts(
            index,
            scope,
            texts.map((each) => each.join(' ')),
          );
          const holds = (each: string[]): boolean => each.some((word) => terms.includes(word));
          const expected = texts.flatMap((each, position) => (holds(each) ? [position] : []));
          expect(await positions(index, scope, terms)).toEqual(expected);
          const {
            rows,
            rowsWith,
            terms: total,
          } = await index.frequencies(scope, { layer: 'documents', terms });
          expect([rows, total]).toEqual([texts.length, texts.flat().length]);
          for (const term of terms) {
            expect(rowsWith.get(term)).toBe(texts.filter((each) => each.includes(term)).length);
          }
        },
      ),
      { numRuns: 30 },
    );
  },
  async 'of too many candidates those with more and rarer terms are kept'(index) {
    await addTexts(index, 'scope', [
      ...Array.from({ length: 30 }, () => 'lake walk'),
      'heron lake',
      'heron boat',
    ]);
    expect(await positions(index, 'scope', ['heron', 'lake'], 2)).toEqual([30, 31]);
  },
  async 'a query without terms finds nothing and raises no error'(index) {
    await addTexts(index, 'scope', ['heron', 'lake']);
    for (const odd of [
      '',
      '"',
      '*',
      'her*',
      'NEAR(',
      'heron OR lake',
      '\0',
      'x"y',
      '{words}:heron',
      '\ud800',
    ]) {
      expect(await positions(index, 'scope', [odd])).toEqual([]);
      await index.frequencies('scope', { layer: 'documents', terms: [odd] });
    }
    expect(await positions(index, 'scope', [])).toEqual([]);
  },
  async 'nothing reaches another scope'(index) {
    await addTexts(index, 'one', ['heron']);
    await addTexts(index, 'two', ['heron', 'lake']);
    await apply(index, 'two', {
      putFacts: [sampleFact()],
      putAliases: new Map([['bob', 'robert']]),
      addHashes: ['h'],
    });
    expect(await positions(index, 'one', ['heron', 'lake'])).toEqual([0]);
    expect(
      (await index.frequencies('one', { layer: 'documents', terms: ['lake'] })).rowsWith.get(
        'lake',
      ),
    ).toBe(0);
    expect(await factIds(index, 'one', ['heron'])).toEqual([]);
    expect(await index.facts('one', {})).toEqual([]);
    expect((await index.aliases('one')).size).toBe(0);
    expect((await index.knownHashes('one', ['h'])).size).toBe(0);
    const places: DocumentPlace[] = [{ sessionId: 'one', position: 1 }];
    expect(await index.documents('one', { places })).toEqual([]);
    await apply(index, 'one', { removeDocuments: places, removeFacts: [1], removeHashes: ['h'] });
    expect(await positions(index, 'two', ['lake'])).toEqual([1]);
    expect(await factIds(index, 'two', ['heron'])).toEqual([1]);
  },
  async 'what is removed is in no answer, and its frequencies are gone'(index) {
    await addTexts(index, 'scope', ['heron lake', 'heron boat']);
    await apply(index, 'scope', {
      putFacts: [sampleFact({ id: 1 }), sampleFact({ id: 2, object: 'lake' })],
    });
    await apply(index, 'scope', {
      removeDocuments: [{ sessionId: 'one', position: 0 }],
      removeFacts: [1],
    });
    expect(await positions(index, 'scope', ['heron', 'lake'])).toEqual([1]);
    expect(await factIds(index, 'scope', ['heron', 'lake'])).toEqual([2]);
    const { rows, terms, rowsWith } = await index.frequencies('scope', {
      layer: 'documents',
      terms: ['lake', 'heron'],
    });
    expect({ rows, terms, lake: rowsWith.get('lake'), heron: rowsWith.get('heron') }).toEqual({
      rows: 1,
      terms: 2,
      lake: 0,
      heron: 1,
    });
  },
  async 'facts that hold no more are candidates of the past only'(index) {
    const ended = { validTo: '2026-04-01T00:00:00.000Z', retiredAt: '2026-04-01T00:00:00.000Z' };
    await apply(index, 'scope', { putFacts: [sampleFact({ id: 1 }), sampleFact({ id: 2 })] });
    await apply(index, 'scope', { putFacts: [sampleFact({ id: 1, ...ended, supersededBy: 2 })] });
    expect(await factIds(index, 'scope', ['heron'])).toEqual([2]);
    expect(await factIds(index, 'scope', ['heron'], true)).toEqual([1, 2]);
    const { rows, rowsWith } = await index.frequencies('scope', {
      layer: 'facts',
      terms: ['heron'],
    });
    expect([rows, rowsWith.get('heron')]).toEqual([2, 2]);
    expect((await index.facts('scope', { past: false })).map(({ id }) => id)).toEqual([2]);
  },
  async 'facts are found by id, slot, entity, source, what they depend on, and kind, in the order of ids'(
    index,
  ) {
    await apply(index, 'scope', {
      putFacts: [
        sampleFact({ id: 3, slot: 'ana|likes', entities: ['ana', 'sister'] }),
        sampleFact({ id: 1, kind: 'attribute' }),
        sampleFact({
          id: 2,
          derivedFrom: [1],
          sources: [{ sessionId: 'two', entryId: 'e', start: 0, end: 1 }],
        }),
      ],
    });
    const ids = async (filter: Parameters<MemoryIndex['facts']>[1]) =>
      (await index.facts('scope', filter)).map(({ id }) => id);
    expect(await ids({})).toEqual([1, 2, 3]);
    expect(await ids({ after: 1, limit: 1 })).toEqual([2]);
    expect(await ids({ ids: [3, 1, 7] })).toEqual([1, 3]);
    expect(await ids({ slots: ['ana|likes', 'none'] })).toEqual([3]);
    expect(await ids({ entities: ['sister'] })).toEqual([3]);
    expect(await ids({ sessionId: 'two' })).toEqual([2]);
    expect(await ids({ sessionId: 'one', entryIds: ['entry-0'] })).toEqual([1, 3]);
    expect(await ids({ dependsOn: [1] })).toEqual([2]);
    expect(await ids({ kind: 'attribute' })).toEqual([1]);
    expect(await ids({ kind: 'preference', entities: ['user'] })).toEqual([2]);
  },
  async 'documents are found by place, session, entry, position in the log, date, and what they wait for'(
    index,
  ) {
    const document = (position: number, changes: Partial<StoredDocument>) =>
      sampleDocument({ position, text: 'heron', ...changes });
    await apply(index, 'scope', {
      putSessions: [{ sessionId: 'one', observedThroughSeq: 2, documents: 3 }],
      addDocuments: [
        document(0, {}),
        document(1, { isPending: true }),
        document(2, { date: '2026-05-01T00:00:00.000Z', layer: 'copy', text: '', terms: [] }),
      ],
    });
    const found = async (filter: Parameters<MemoryIndex['documents']>[1]) =>
      (await index.documents('scope', filter))
        .map(({ position }) => position)
        .toSorted((left, right) => left - right);
    expect(
      await found({
        places: [
          { sessionId: 'one', position: 2 },
          { sessionId: 'x', position: 0 },
        ],
      }),
    ).toEqual([2]);
    expect(await found({ sessionId: 'one', fromSeq: 1 })).toEqual([1, 2]);
    expect(await found({ sessionId: 'one', entryIds: ['entry-0'] })).toEqual([0]);
    expect(await found({ dates: [{ from: '2026-04-30', before: '2026-05-02' }] })).toEqual([2]);
    expect(await found({ isPending: true })).toEqual([1]);
    const place = { sessionId: 'one', position: 0 };
    await apply(index, 'scope', {
      putVectors: [{ place, model: 'm', vector: Float32Array.of(0.6, 0.8) }],
    });
    expect(await found({ withoutVector: 'm' })).toEqual([1]);
    expect(await index.vectors('scope', 'm')).toEqual([
      { place, vector: Float32Array.of(0.6, 0.8) },
    ]);
    await apply(index, 'scope', { removeDocuments: [place] });
    expect(await index.vectors('scope', 'm')).toEqual([]);
  },
  async 'aliases, hashes and sessions are kept until they are removed'(index) {
    await addTexts(index, 'scope', ['heron']);
    await apply(index, 'scope', {
      putAliases: new Map([['bob', 'robert']]),
      addHashes: ['a', 'b'],
    });
    expect(await index.aliases('scope')).toEqual(new Map([['bob', 'robert']]));
    expect(await index.knownHashes('scope', ['a', 'c'])).toEqual(new Set(['a']));
    expect(await index.sessions('scope', {})).toEqual([
      { sessionId: 'one', observedThroughSeq: 0, documents: 1 },
    ]);
    expect(await index.sessions('scope', { sessionIds: ['two'] })).toEqual([]);
    await apply(index, 'scope', {
      removeAliases: ['bob'],
      removeHashes: ['a'],
      removeDocuments: [{ sessionId: 'one', position: 0 }],
      removeSessions: ['one'],
    });
    expect((await index.aliases('scope')).size).toBe(0);
    expect(await index.knownHashes('scope', ['a', 'b'])).toEqual(new Set(['b']));
    expect(await index.sessions('scope', {})).toEqual([]);
    expect((await index.scope('scope')).sessions).toBe(0);
  },
  async 'what was applied is there after it is opened again'(index, reopen) {
    await addTexts(index, 'scope', ['heron lake']);
    await index.close();
    await index.close();
    const again = await reopen();
    expect(await positions(again, 'scope', ['lake'])).toEqual([0]);
    expect((await again.scope('scope')).revision).toBe(1);
  },
};
