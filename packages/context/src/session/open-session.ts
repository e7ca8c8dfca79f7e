import {
  type Entry,
  type ModelMessage,
  SessionNotFoundError,
  type SessionRecord,
  StoreConflictError,
  toUsage,
  type Usage,
} from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';
import { checkName, createId } from '@everlong/core/store-kit';

import { readDroppedPins } from '../state/dropped-pins.js';
import { createBackgroundSnapshot } from '../compaction/background-snapshot.js';
import {
  commitBackgroundCompaction,
  discardBackgroundCompaction,
} from '../compaction/background-compaction.js';
import { recordUsageTotal } from './record-usage.js';
import { toEntryInput } from './entry-input.js';
import { forkSession } from './fork-session.js';
import { callHook } from '../state/hooks.js';
import { explainRequest } from './explain-request.js';
import { createSyncedState, type SyncedState } from '../state/session-logs.js';
import { compactNow, countedTokens, currentState, prepareRequest } from './prepare-request.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import { hasMark, markAnswer, type RequestMark } from '../state/request-mark.js';
import { redactKnown } from './redact-known.js';
import { readOriginals } from './read-originals.js';
import { createLimitLearner } from './recover-overflow.js';
import {
  createInputMeter,
  type MeasuredInputs,
  rememberedInputs,
} from '../request/request-inputs.js';
import { resolveConfig, type SessionConfig, type SessionOptions } from '../state/session-config.js';
import { addSample } from '../state/session-state.js';
import type { Appendable, Session } from './session.js';
import type { RecoverResult } from '../state/recover-result.js';
import { loadOpenTelemetry } from '../tracing.js';
import { traceSession } from './trace-session.js';

/**
 * Opens the session with the given id, or creates it; without an id, creates a new one. Calls on
 * one session run one after the other, in the order they were made; other processes may work on
 * the same session meanwhile.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  await loadOpenTelemetry();
  const config = await resolveConfig(options);
  return traceSession(await openUntraced(options, config), config);
}

async function openUntraced(options: SessionOptions, config: SessionConfig): Promise<Session> {
  const { store, model } = config;
  const ofModel = model === undefined ? {} : { model };
  const id = await openOrCreate(options);
  const live = await createSyncedState(config, id);
  const measure = createInputMeter(config.tokenizer);
  let measured: MeasuredInputs =
    live.current.inputs === undefined
      ? measure('', undefined)
      : rememberedInputs(live.current.inputs);
  /** The last request, until the provider's report of it has come. */
  let last: { epoch: number; countedTokens: number; answers: number } | undefined;
  /** The last request, until its answer is appended. */
  let unanswered: RequestMark | undefined;
  const limits = createLimitLearner();
  const enqueue = createQueue();
  let closing = new AbortController();
  const background = createBackgroundSnapshot(() => {
    const commit = enqueueFresh(() =>
      live.decide(async () => {
        // Taken once: made again on fresh logs, the decision must not book the same usage again.
        const ahead = await background.take();
        if (ahead !== undefined) await commitBackgroundCompaction(input(), ahead);
      }),
    );
    // The next `prepare` meets whatever is wrong with the store, and says so to its caller.
    commit.catch(() => {});
  });

  async function record(
    decision: SessionRecord,
    expected?: { expectedEpoch?: number },
  ): Promise<void> {
    await live.record(decision, expected);
    if (decision.type === 'compaction' && decision.usage !== undefined) {
      await book(decision.usage, decision.previousEpoch);
    }
    if (decision.type === 'attempt' && decision.usage !== undefined) {
      await book(decision.usage, decision.epoch);
    }
  }

  async function book(usage: Usage, epoch: number, predictedTokens?: number): Promise<void> {
    const predicted = predictedTokens === undefined ? {} : { predictedTokens };
    await recordUsageTotal(live, store, { usage, epoch, ...ofModel, ...predicted });
    if (predictedTokens !== undefined) {
      addSample(live.current, { countedTokens: predictedTokens, usage });
    }
  }

  function input(): PrepareInput {
    return { state: live.current, config, measured, record, background };
  }

  /** Runs a task that may take long: until its caller or `close` ends it. */
  function enqueueAbortable<Result>(
    abortSignal: AbortSignal | undefined,
    task: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { signal: closed } = closing;
    const signal = abortSignal === undefined ? closed : AbortSignal.any([closed, abortSignal]);
    const result = enqueue(async () => {
      abortSignal?.throwIfAborted();
      await live.refresh();
      return task(signal);
    });
    return untilAborted(result, abortSignal);
  }

  async function recoverOverflow(error: unknown): Promise<RecoverResult> {
    const state = live.current;
    const usedTokens = last?.countedTokens ?? countedTokens(input());
    const { responseReserve } = config.allocate(state.maxInputTokens);
    const { overflow, reason, limit } = limits.learn(error, { usedTokens, responseReserve });
    if (limit === undefined) return { retry: false, overflow, reason };
    await record({ type: 'limit', maxInputTokens: limit, evidence: reason, ...ofModel });
    state.maxInputTokens = limit;
    state.overflowed = true;
    return { retry: true, overflow, reason, maxInputTokens: limit };
  }

  /** Runs a task on the session as it is now, behind those that were asked for before. */
  function enqueueFresh<Result>(task: () => Promise<Result>): Promise<Result> {
    return enqueue(async () => {
      await live.refresh();
      return task();
    });
  }

  const redact = (text: string): string => redactKnown(text, live.current.snapshot);

  return {
    id,
    agent: live.current.agent,
    ...ofModel,

    append: (messages) =>
      enqueue(async () => {
        const list: readonly Appendable[] = Array.isArray(messages) ? messages : [messages];
        const inputs = list.map((item) => toEntryInput(item, model));
        const entries = await store.append(id, markAnswer(inputs, unanswered));
        await live.add(entries);
        if (last !== undefined) last.answers += entries.filter(isAnswer).length;
        if (entries.some((entry) => hasMark(entry, unanswered))) unanswered = undefined;
        return entries;
      }),

    prepare: ({ instructions = '', tools, abortSignal } = {}) =>
      enqueueAbortable(abortSignal, async (signal) => {
        const inputs = measure(instructions, tools);
        let since = 0;
        const request = await live.decide(() => {
          since = live.recordCount;
          return prepareRequest({ ...input(), measured: inputs, signal });
        });
        abortSignal?.throwIfAborted();
        unanswered = markOfRequest(live, since);
        measured = inputs;
        last = { epoch: live.current.epoch, countedTokens: countedTokens(input()), answers: 0 };
        for (const message of request.messages) freeze(message);
        return request;
      }),

    recordUsage: (reported) =>
      enqueueFresh(async () => {
        const {
          epoch,
          countedTokens: counted,
          answers = 0,
        } = last ?? { epoch: live.current.epoch };
        // The sum of several calls says nothing about the prompt of the first.
        await book(toUsage(reported), epoch, answers > 1 ? undefined : counted);
        last = undefined;
        limits.succeeded();
      }),

    compact: ({ instructions, abortSignal } = {}) =>
      enqueueAbortable(abortSignal, async (signal) => {
        const ahead = background.cancel();
        if (ahead !== undefined)
          await discardBackgroundCompaction(input(), ahead, 'a compaction was asked for');
        let done: Awaited<ReturnType<typeof compactNow>> | undefined;
        const result = await live.decide(async () => {
          // What was committed is not asked for again, whatever else was recorded meanwhile.
          if (done?.compacted !== true)
            done = await compactNow({ ...input(), signal }, instructions);
          return done;
        });
        return { ...result, epoch: live.current.epoch };
      }),

    recover: (error) =>
      enqueueFresh(async () => {
        const result = await recoverOverflow(error);
        const event = { sessionId: id, agent: live.current.agent, error, result };
        if (result.overflow) await callHook(config.hooks, 'onOverflow', record, event);
        return result;
      }),

    state(request) {
      const inputs =
        request === undefined ? measured : measure(request.instructions ?? '', request.tools);
      return currentState({ ...input(), measured: inputs });
    },

    async search(query, { limit } = {}) {
      const range = { sessionId: id, ...(limit === undefined ? {} : { limit }) };
      const hits = await store.search(query, range);
      return hits.map((hit) => ({ ...hit, excerpt: redact(hit.excerpt) }));
    },

    redact,

    expand: (ids) => readOriginals(store, id, ids),

    explain: (request) => enqueueFresh(() => explainRequest(options, id, request)),

    fork: (atSeq) =>
      enqueueFresh(async () => {
        const forked = await forkSession(store, id, atSeq ?? live.current.entryCount - 1);
        return openSession({ ...options, id: forked });
      }),

    entries: (range) => store.read(id, range),

    pin: (seq, pinned = true) =>
      enqueue(async () => {
        await record({ type: 'pin', seq, pinned });
        if (pinned) live.current.pins.add(seq);
        else live.current.pins.delete(seq);
        live.current.droppedPins = await readDroppedPins(store, live.current);
      }),

    close() {
      closing.abort(new DOMException('The session was closed.', 'AbortError'));
      closing = new AbortController();
      background.abort();
      return enqueueFresh(async () => {
        const ahead = background.cancel();
        if (ahead?.next !== undefined) {
          await discardBackgroundCompaction(input(), ahead, 'the session was closed');
        }
      });
    },
  };
}

function isAnswer({ message }: Entry): boolean {
  return message.role === 'assistant';
}

/** A request's messages are the session's own: a change by the caller would be sent ever after. */
function freeze(message: ModelMessage): void {
  if (Object.isFrozen(message)) return;
  Object.freeze(message);
  if (typeof message.content === 'string') return;
  Object.freeze(message.content);
  for (const part of message.content) Object.freeze(part);
}

function markOfRequest({ current, recordCount }: SyncedState, since: number): RequestMark {
  const mark = { entries: current.entryCount, records: recordCount };
  return since === recordCount ? mark : { ...mark, since };
}

async function openOrCreate({ store, id, agent = 'default' }: SessionOptions): Promise<string> {
  checkName('agent', agent);
  if (id === undefined) return (await store.createSession({ id: createId(), agent })).id;
  try {
    return (await store.getSession(id)).id;
  } catch (error) {
    if (!SessionNotFoundError.isInstance(error)) throw error;
  }
  try {
    return (await store.createSession({ id, agent })).id;
  } catch (error) {
    // Another process made it in between: it is there now.
    if (!StoreConflictError.isInstance(error)) throw error;
    return (await store.getSession(id)).id;
  }
}

/** Runs tasks one after the other; a task that fails does not stop those behind it. */
function createQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let tail: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = tail.then(task);
    tail = result.catch(() => {});
    return result;
  };
}
