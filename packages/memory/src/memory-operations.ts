import {
  ConfigError,
  type FactInput,
  type FlushResult,
  type ForgetOptions,
  type ForgetReceipt,
  type ForgetSelector,
  type Memory,
  type MemoryEntry,
  type MemoryFact,
  type ObserveOptions,
  type ObserveResult,
} from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';

import { extractPending } from './learning/extract-pending.js';
import { forget } from './learning/forget.js';
import { mergeNames, separateName } from './learning/name-entities.js';
import { observe } from './learning/observe.js';
import { rebuildMemory } from './learning/rebuild-memory.js';
import { withdrawEntries } from './learning/remove-entries.js';
import { writeFacts } from './learning/write-facts.js';
import { writeNote } from './learning/write-note.js';
import { argumentChecks, checkScope, withUtcTimes } from './scope/check-arguments.js';
import type { MemoryContext } from './scope/memory-context.js';
import { describeEntity } from './search/describe-entity.js';
import { findLearnings } from './search/find-learnings.js';
import { listFacts, listMerges, listNotes } from './search/list-facts.js';
import { makeProfile } from './search/make-profile.js';
import { recall } from './search/recall.js';
import { findForgotten } from './search/to-hit.js';

const FLUSH_TIMEOUT_MS = 5000;

/** The public methods: they check arguments and refuse calls after `close`. */
export function memoryOperations(context: MemoryContext): Memory {
  const { index, background } = context;
  let isClosed = false;

  /** A method that does an operation on a scope, once its arguments are checked. */
  function method<Arguments extends unknown[], Result>(
    name: keyof typeof argumentChecks,
    operation: (context: MemoryContext, scope: string, ...args: Arguments) => Promise<Result>,
  ): (scope: string, ...args: Arguments) => Promise<Result> {
    const check = argumentChecks[name] as (...args: Arguments) => void;
    return async (scope, ...args) => {
      if (isClosed) throw new ConfigError('The memory is closed. Create a new one.');
      checkScope('The scope', scope);
      check(...args);
      return operation(context, scope, ...args);
    };
  }

  return {
    observe: method('observe', observeAndLearn),
    observedThroughSeq: method('observedThroughSeq', observedThroughSeq),
    recall: method('recall', recall),
    write: method('write', write) as Memory['write'],
    entity: method('entity', describeEntity),
    merge: method('merge', mergeNames),
    separate: method('separate', separateName),
    merges: method('merges', listMerges),
    list: method('list', listFacts),
    findForgotten: method('findForgotten', findForgotten),
    profile: method('profile', makeProfile),
    learnings: method('learnings', findLearnings),
    note: method('note', writeNote),
    notes: method('notes', listNotes),
    flush: method('flush', flush),
    withdraw: method('withdraw', withdrawEntries),
    forget: method('forget', forgetSettled),
    rebuild: method('rebuild', rebuildMemory),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await background.close();
      await index.close();
    },
  };
}

/** Observes entries, and starts in the background what a model and an embedder make of them. */
async function observeAndLearn(
  context: MemoryContext,
  scope: string,
  entries: readonly MemoryEntry[],
  options?: ObserveOptions,
): Promise<ObserveResult> {
  const result = await observe(context, scope, entries, options);
  if (result.added > 0 && (context.model ?? context.embedder) !== undefined) {
    context.background.start(scope, (signal) => learn(context, scope, signal));
  }
  return result;
}

/** Embeds new documents, and extracts from the pending ones once there are enough of them. */
async function learn(context: MemoryContext, scope: string, signal: AbortSignal): Promise<void> {
  const { index, embedder, model, extractionThreshold: limit } = context;
  await embedder?.embedNew(context, scope, signal);
  if (model === undefined) return;
  const pending = await index.documents(scope, { isPending: true, limit });
  if (pending.length >= limit) await extractPending(context, scope, signal);
}

async function observedThroughSeq(
  { index }: MemoryContext,
  scope: string,
  sessionId: string,
): Promise<number> {
  const [session] = await index.sessions(scope, { sessionIds: [sessionId] });
  return session?.observedThroughSeq ?? -1;
}

async function write(
  context: MemoryContext,
  scope: string,
  facts: FactInput | readonly FactInput[],
): Promise<MemoryFact | MemoryFact[]> {
  const inputs = (Array.isArray(facts) ? facts : [facts]) as FactInput[];
  const written = await writeFacts(context, scope, inputs.map(withUtcTimes));
  return Array.isArray(facts) ? written : (written[0] as MemoryFact);
}

async function flush(
  context: MemoryContext,
  scope: string,
  { timeoutMs = FLUSH_TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<FlushResult> {
  const signal = AbortSignal.timeout(timeoutMs);
  await untilAborted(context.background.settled(scope), signal).catch(() => undefined);
  return extractPending(context, scope, signal);
}

async function forgetSettled(
  context: MemoryContext,
  scope: string,
  selector: ForgetSelector,
  options?: ForgetOptions,
): Promise<ForgetReceipt> {
  await context.background.settled(scope);
  return forget(context, scope, selector, options);
}
