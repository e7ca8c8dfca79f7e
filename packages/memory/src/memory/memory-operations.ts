import { ConfigError, type FactInput, type Memory, type MemoryFact } from '@everlong/core';

import { describeEntity } from './describe-entity.js';
import { extractPending } from '../learning/extract-pending.js';
import { findLearnings } from './find-learnings.js';
import { forget } from '../removal/forget.js';
import { listFacts } from './list-facts.js';
import { makeProfile } from './make-profile.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { mergeNames, separateName } from '../learning/name-entities.js';
import { observe } from '../learning/observe.js';
import { isoTime } from '../scope/point-in-time.js';
import { recall } from './recall.js';
import { withdrawEntries } from '../removal/withdraw-entries.js';
import { writeFacts } from '../learning/write-facts.js';
import { writeNote } from './write-note.js';

const FLUSH_TIMEOUT_MS = 5000;

/** The public methods: they check arguments and refuse calls after `close`. */
export function memoryOperations(context: MemoryContext): Memory {
  const { index, background } = context;
  let isClosed = false;

  function check(scope: unknown): void {
    if (isClosed) throw new ConfigError('The memory is closed. Create a new one.');
    if (typeof scope !== 'string' || scope.trim() === '' || scope.includes('\0')) {
      throw new ConfigError(
        `The scope is ${JSON.stringify(scope)}. Give the name of an agent, or of a tenant and an agent.`,
      );
    }
  }

  async function catchUp(scope: string, signal: AbortSignal, threshold: number): Promise<void> {
    await context.embedder?.embedNew(context, scope, signal);
    if (context.model === undefined) return;
    const waiting = await index.documents(scope, { isPending: true, limit: threshold });
    if (waiting.length >= threshold) await extractPending(context, scope, signal);
  }

  const memory: Memory = {
    async observe(scope, entries, options) {
      check(scope);
      const result = await observe(context, scope, entries, options);
      const { model, embedder, extractionThreshold } = context;
      if (result.added > 0 && (model ?? embedder) !== undefined) {
        background.start(scope, (signal) => catchUp(scope, signal, extractionThreshold));
      }
      return result;
    },
    async observedThroughSeq(scope, sessionId) {
      check(scope);
      const [session] = await index.sessions(scope, { sessionIds: [sessionId] });
      return session?.observedThroughSeq ?? -1;
    },
    async recall(scope, query, options) {
      check(scope);
      await context.notes?.refresh(scope);
      return recall(context, scope, query, options);
    },
    write: (async (scope: string, facts: FactInput | readonly FactInput[]) => {
      check(scope);
      const inputs = (Array.isArray(facts) ? facts : [facts]) as FactInput[];
      const written = await writeFacts(context, scope, inputs.map(checkFact));
      return Array.isArray(facts) ? written : (written[0] as MemoryFact);
    }) as Memory['write'],
    async entity(scope, name, asOf) {
      check(scope);
      return describeEntity(context, scope, name, asOf);
    },
    async merge(scope, name, alias) {
      check(scope);
      await mergeNames(context, scope, name, alias);
    },
    async separate(scope, alias) {
      check(scope);
      await separateName(context, scope, alias);
    },
    async list(scope, options) {
      check(scope);
      return listFacts(context, scope, options);
    },
    async profile(scope, options) {
      check(scope);
      return makeProfile(context, scope, options);
    },
    async learnings(scope, query, options) {
      check(scope);
      return findLearnings(context, scope, query, options);
    },
    async note(scope, note) {
      check(scope);
      return writeNote(context, scope, note);
    },
    async flush(scope, { timeoutMs = FLUSH_TIMEOUT_MS } = {}) {
      check(scope);
      const signal = AbortSignal.timeout(timeoutMs);
      await Promise.race([background.settled(scope), whenAborted(signal)]);
      return extractPending(context, scope, signal);
    },
    async withdraw(scope, range) {
      check(scope);
      return withdrawEntries(context, scope, range);
    },
    async forget(scope, selector) {
      check(scope);
      await background.settled(scope);
      return forget(context, scope, selector);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await background.close();
      await index.close();
    },
  };
  return memory;
}

async function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Checks a fact and normalizes its times to ISO 8601 in UTC. */
function checkFact(fact: FactInput): FactInput {
  for (const name of ['subject', 'predicate', 'object'] as const) {
    if (typeof fact[name] !== 'string' || fact[name].trim() === '') {
      throw new ConfigError(
        `The ${name} of a fact is ${JSON.stringify(fact[name])}. Give a text, such as ${JSON.stringify(examples[name])}.`,
      );
    }
  }
  return {
    ...fact,
    ...(fact.validFrom === undefined ? {} : { validFrom: isoTime('validFrom', fact.validFrom) }),
    ...(fact.validTo === undefined ? {} : { validTo: isoTime('validTo', fact.validTo) }),
  };
}

const examples = { subject: 'user', predicate: 'lives in', object: 'Leipzig' };
