import {
  type Learning,
  type Memory,
  type MemoryEntry,
  type MemoryFact,
  type MemoryHit,
  type MemorySource,
  messageText,
  type NoteInput,
  originOf,
} from '@everlong/core';

/** What a memory was asked and told, in order. */
interface MemoryCall {
  name: string;
  value: unknown;
}

export interface WordMemory extends Memory {
  readonly calls: MemoryCall[];
  /** Entries as they are known now, of all sessions of a scope. */
  entries(scope: string): MemoryEntry[];
  /** Teaches a learning that every question is answered with. */
  teach(scope: string, text: string): void;
  /** The names of the calls, each once for every time. */
  names(): string[];
}

/** Ids of facts are below. */
const FIRST_LEARNING = 1_000_000;

/** A memory of a few lines: what shares a word of four letters with the question is a hit. */
export function createWordMemory(): WordMemory {
  const calls: MemoryCall[] = [];
  const scopes = new Map<string, Scope>();
  const scopeOf = (name: string): Scope => {
    const scope = scopes.get(name) ?? newScope();
    scopes.set(name, scope);
    return scope;
  };
  const note = (name: string, value: unknown): void => void calls.push({ name, value });

  const memory: WordMemory = {
    calls,
    names: () => calls.map(({ name }) => name),
    entries: (scope) => [...scopeOf(scope).entries.values()],
    merges: async () => [],
    rebuild: async (scope) => ({ messages: scopeOf(scope).entries.size, facts: 0 }),
    notes: async (scope) => [...scopeOf(scope).notes.values()],
    teach: (scope, text) => void scopeOf(scope).learnings.push(text),
    async observe(scope, entries) {
      note(
        'observe',
        entries.map(({ id }) => id),
      );
      const { entries: known, through } = scopeOf(scope);
      const fresh = entries.filter((entry) => !known.has(keyOf(entry)));
      for (const entry of entries) {
        if (originOf(entry) === 'user') known.set(keyOf(entry), entry);
        through.set(entry.sessionId, Math.max(entry.seq ?? 0, through.get(entry.sessionId) ?? -1));
      }
      return { added: fresh.length, factIds: [] };
    },
    async observedThroughSeq(scope, sessionId) {
      return scopeOf(scope).through.get(sessionId) ?? -1;
    },
    async recall(scope, query, { limit = 10, excludes = () => false } = {}) {
      note('recall', query);
      const words = wordsOf(query);
      const hits = memory
        .entries(scope)
        .filter(({ id, sessionId }) => !excludes({ sessionId, entryId: id }))
        .map(toHit)
        .filter(({ text }) => wordsOf(text).some((word) => words.includes(word)));
      return { hits: hits.slice(0, limit), tokens: 0 };
    },
    async write(scope, facts) {
      const list = Array.isArray(facts) ? facts : [facts];
      const { facts: known } = scopeOf(scope);
      const written = list.map((fact): MemoryFact => {
        const sources = (fact.sources ?? []).map((source: MemorySource) => ({
          ...source,
          start: 0,
          end: 0,
        }));
        const stored = {
          ...factOf(known.size + 1, fact.subject, fact.predicate, fact.object),
          sources,
        };
        known.set(stored.id, stored);
        return stored;
      });
      return (Array.isArray(facts) ? written : written[0]) as never;
    },
    async list(scope, { after = 0, limit = Infinity } = {}) {
      return [...scopeOf(scope).facts.values()].filter(({ id }) => id > after).slice(0, limit);
    },
    async findForgotten(scope, { factIds, restsOn }) {
      const { facts, entries } = scopeOf(scope);
      return {
        factIds: factIds.filter((id) => id < FIRST_LEARNING && !facts.has(id)),
        restsOn: restsOn.filter((key) => !entries.has(key)),
      };
    },
    async profile(scope, { excludes = () => false }) {
      note('profile', undefined);
      const facts = [...scopeOf(scope).facts.values()].filter(
        ({ sources }) => sources.length === 0 || !sources.every(excludes),
      );
      const text = facts.map((fact) => `- ${fact.text}`).join('\n');
      return { text, tokens: 0, factIds: facts.map(({ id }) => id), sources: [] };
    },
    async learnings(scope) {
      return scopeOf(scope).learnings.map((text, index): Learning => {
        const counts = { uses: 4, successes: 3, score: 1, tokens: 0 };
        return {
          factId: FIRST_LEARNING + index,
          text,
          task: '',
          date: '2026-01-02',
          sources: [],
          ...counts,
        };
      });
    },
    async note(scope, given) {
      note('note', given);
      const key = JSON.stringify([given.sessionId, given.fromSeq, given.throughSeq]);
      const { notes } = scopeOf(scope);
      const added = !notes.has(key);
      notes.set(key, given);
      return { added };
    },
    async flush() {
      note('flush', undefined);
      return { factIds: [], pending: 0 };
    },
    async withdraw(scope, range) {
      note('withdraw', range);
      const { entries } = scopeOf(scope);
      for (const [key, { sessionId, seq = 0 }] of entries) {
        if (sessionId === range.sessionId && seq >= range.fromSeq) entries.delete(key);
      }
      return { entries: 0, factIds: [], restoredFactIds: [] };
    },
    async forget(scope, selector) {
      note('forget', selector);
      const { facts, entries } = scopeOf(scope);
      if ('factId' in selector) facts.delete(selector.factId);
      if ('sessionId' in selector) {
        for (const [key, entry] of entries) {
          if (entry.sessionId === selector.sessionId) entries.delete(key);
        }
      }
      return { entries: 0, factIds: [], alsoForgotten: [], notes: 0, sessionIds: [], sources: [] };
    },
    async entity() {
      return undefined;
    },
    async merge() {},
    async separate() {},
    async close() {},
  };
  return memory;
}

interface Scope {
  entries: Map<string, MemoryEntry>;
  through: Map<string, number>;
  facts: Map<number, MemoryFact>;
  learnings: string[];
  notes: Map<string, NoteInput>;
}

function newScope(): Scope {
  return {
    entries: new Map(),
    through: new Map(),
    facts: new Map(),
    learnings: [],
    notes: new Map(),
  };
}

function keyOf({ sessionId, id }: Pick<MemoryEntry, 'id' | 'sessionId'>): string {
  return JSON.stringify([sessionId, id]);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}

function toHit({ id, sessionId, createdAt, message }: MemoryEntry): MemoryHit {
  return {
    kind: 'episode',
    text: messageText(message),
    sources: [{ sessionId, entryId: id }],
    date: createdAt,
    score: 1,
    breakdown: {},
    tokens: 0,
    speaker: 'user',
    trust: 'user',
    restsOn: [keyOf({ id, sessionId })],
  };
}

function factOf(id: number, subject: string, predicate: string, object: string): MemoryFact {
  return {
    id,
    subject,
    predicate,
    object,
    text: `${subject} ${predicate} ${object}`,
    kind: 'attribute',
    cardinality: 'many',
    isNegated: false,
    validFrom: '2026-01-01T00:00:00Z',
    recordedAt: '2026-01-01T00:00:00Z',
    derivedFrom: [],
    isStale: false,
    isDisputed: false,
    confidence: 1,
    importance: 1,
    trust: 'user',
    sources: [],
    uses: 0,
    successes: 0,
  };
}
