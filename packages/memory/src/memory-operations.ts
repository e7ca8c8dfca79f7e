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
  type RecallOptions,
  type RecallResult,
} from '@everlong/core';

import { describeEntity } from './search/describe-entity.js';
import { extractPending } from './learning/extract-pending.js';
import { findForgotten } from './search/find-forgotten.js';
import { findLearnings } from './search/find-learnings.js';
import { forget } from './learning/forget.js';
import { listFacts } from './search/list-facts.js';
import { listMerges } from './search/list-merges.js';
import { listNotes } from './search/list-notes.js';
import { makeProfile } from './search/make-profile.js';
import {
  checkEntity,
  checkFlush,
  checkForget,
  checkLearnings,
  checkNames,
  checkList,
  checkTexts,
  checkProfile,
  checkRecall,
  checkRecalled,
  checkScope,
  checkWithdraw,
} from './scope/check-arguments.js';
import { checkFacts, checkNote, checkObserve, withUtcTimes } from './scope/check-inputs.js';
import type { MemoryContext } from './scope/memory-context.js';
import { mergeNames, separateName } from './learning/name-entities.js';
import { observe } from './learning/observe.js';
import { recall } from './search/recall.js';
import { withdrawEntries } from './learning/withdraw-entries.js';
import { writeFacts } from './learning/write-facts.js';
import { writeNote } from './learning/write-note.js';

const FLUSH_TIMEOUT_MS = 5000;

/** The public methods: they check arguments and refuse calls after `close`. */
export function memoryOperations(context: MemoryContext): Memory {
  const { index, background } = context;
  let isClosed = false;

  /** A method that does an operation on a scope, once its arguments are checked. */
  function method<Arguments extends unknown[], Result>(
    check: (...args: Arguments) => void,
    operation: Operation<Arguments, Result>,
  ): (scope: string, ...args: Arguments) => Promise<Result> {
    return async (scope, ...args) => {
      if (isClosed) throw new ConfigError('The memory is closed. Create a new one.');
      checkScope(scope);
      check(...args);
      return operation(context, scope, ...args);
    };
  }

  return {
    observe: method(checkObserve, observeAndLearn),
    observedThroughSeq: method(checkTexts('The session id'), observedThroughSeq),
    recall: method(checkRecall, recallWithNotes),
    write: method(checkFacts, write) as Memory['write'],
    entity: method(checkEntity, describeEntity),
    merge: method(checkNames('The name', 'The alias'), mergeNames),
    separate: method(checkNames('The alias'), separateName),
    merges: method(() => {}, listMerges),
    list: method(checkList, listFacts),
    findForgotten: method(checkRecalled, findForgotten),
    profile: method(checkProfile, makeProfile),
    learnings: method(checkLearnings, findLearnings),
    note: method(checkNote, writeNote),
    notes: method(() => {}, listNotes),
    flush: method(checkFlush, flush),
    withdraw: method(checkWithdraw, withdrawEntries),
    forget: method(checkForget, forgetSettled),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await background.close();
      await index.close();
    },
  };
}

type Operation<Arguments extends unknown[], Result> = (
  context: MemoryContext,
  scope: string,
  ...args: Arguments
) => Promise<Result>;

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

async function recallWithNotes(
  context: MemoryContext,
  scope: string,
  query: string,
  options?: RecallOptions,
): Promise<RecallResult> {
  await context.notes?.refresh(scope);
  return recall(context, scope, query, options);
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
  await Promise.race([context.background.settled(scope), whenAborted(signal)]);
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

async function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
