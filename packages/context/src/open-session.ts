import {
  addUsage,
  checkName,
  createId,
  type EntryInput,
  normalizeMessage,
  parseMessage,
  SessionNotFoundError,
  type SessionRecord,
  StoreConflictError,
  toUsage,
} from '@everlong/core';

import { forkSession } from './fork-session.js';
import { compactNow, currentState, type PrepareInput, prepareRequest } from './prepare-request.js';
import { createLimitLearner } from './recover-overflow.js';
import { createInputMeter, type MeasuredInputs, rememberedInputs } from './request-inputs.js';
import { resolveConfig, type SessionOptions } from './session-config.js';
import { addEntries, loadState } from './session-state.js';
import type { Appendable, PreparedRequest, Session } from './session.js';

/** Times that a decision is made anew because another process compacted the session meanwhile. */
const MAX_CONFLICTS = 3;

/**
 * Opens the session with the given id, or creates it; without an id, creates a new one. Calls on
 * one session run one after the other, in the order they were made.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const config = await resolveConfig(options);
  const { store } = config;
  const id = await openOrCreate(options);
  let state = await loadState(store, id, config);
  const measure = createInputMeter(config.tokenizer);
  let measured: MeasuredInputs =
    state.inputs === undefined ? measure('', undefined) : rememberedInputs(state.inputs);
  let last: PreparedRequest | undefined;
  const limits = createLimitLearner();
  const enqueue = createQueue();

  async function record(
    decision: SessionRecord,
    expected?: { expectedEpoch?: number },
  ): Promise<void> {
    await store.appendRecord(id, decision, expected);
  }

  function input(): PrepareInput {
    return { state, config, measured, record };
  }

  /** Makes a decision, and makes it again on fresh logs when another process was quicker. */
  async function decided<Result>(make: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await make();
      } catch (error) {
        // What was decided but not kept must not stay in memory either.
        state = await loadState(store, id, config);
        if (!StoreConflictError.isInstance(error) || attempt > MAX_CONFLICTS) throw error;
      }
    }
  }

  /** Entries that another process appended come first; without a gap nothing is read. */
  async function readMissed(): Promise<void> {
    for await (const entry of store.read(id, { from: state.entryCount }))
      addEntries(state, [entry]);
  }

  return {
    id,
    agent: state.agent,
    ...(config.model === undefined ? {} : { model: config.model }),

    append: (messages) =>
      enqueue(async () => {
        const list: readonly Appendable[] = Array.isArray(messages) ? messages : [messages];
        const entries = await store.append(id, list.map(toEntryInput));
        const next = entries.find((entry) => entry.seq >= state.entryCount);
        if (next !== undefined && next.seq > state.entryCount) await readMissed();
        addEntries(state, entries);
        return entries;
      }),

    prepare: ({ instructions = '', tools } = {}) =>
      enqueue(async () => {
        measured = measure(instructions, tools);
        last = await decided(() => prepareRequest(input()));
        return last;
      }),

    recordUsage: (reported) =>
      enqueue(async () => {
        const usage = toUsage(reported);
        const total = state.spend === undefined ? usage : addUsage(state.spend, usage);
        const predicted = last?.state.used.total;
        await record({
          type: 'usage',
          usage,
          total,
          epoch: last?.state.epoch ?? state.epoch,
          ...(config.model === undefined ? {} : { model: config.model }),
          ...(predicted === undefined ? {} : { predictedTokens: predicted }),
        });
        state.spend = total;
        limits.succeeded();
      }),

    compact: ({ instructions } = {}) =>
      enqueue(async () => {
        const result = await decided(() => compactNow(input(), instructions));
        return { ...result, epoch: state.epoch };
      }),

    recover: (error) =>
      enqueue(async () => {
        const used = last?.state.used.total ?? currentState(input()).used.total;
        const { responseReserve } = config.allocate(state.maxInputTokens);
        const learned = limits.learn(error, { usedTokens: used, responseReserve });
        const { overflow, reason, limit } = learned;
        if (limit === undefined) return { retry: false, overflow, reason };
        await record({
          type: 'limit',
          maxInputTokens: limit,
          evidence: reason,
          ...(config.model === undefined ? {} : { model: config.model }),
        });
        state.maxInputTokens = limit;
        state.overflowed = true;
        return { retry: true, overflow, reason, maxInputTokens: limit };
      }),

    state(request) {
      const inputs =
        request === undefined ? measured : measure(request.instructions ?? '', request.tools);
      return currentState({ ...input(), measured: inputs });
    },

    search: (query, { limit } = {}) =>
      store.search(query, { sessionId: id, ...(limit === undefined ? {} : { limit }) }),

    async expand(ids) {
      const wanted = new Set(ids);
      const seqs = ids.filter((key): key is number => typeof key === 'number');
      const bySeq = seqs.length === ids.length && seqs.length > 0;
      const range = bySeq ? { from: Math.min(...seqs), to: Math.max(...seqs) } : {};
      const found = [];
      for await (const entry of store.read(id, range)) {
        if (wanted.has(entry.id) || wanted.has(entry.seq)) found.push(entry);
      }
      return found;
    },

    fork: (atSeq = state.entryCount - 1) =>
      enqueue(async () => {
        const forked = await forkSession(store, id, atSeq);
        return openSession({ ...options, id: forked });
      }),

    entries: (range) => store.read(id, range),

    pin: (seq, pinned = true) =>
      enqueue(async () => {
        await record({ type: 'pin', seq, pinned });
        if (pinned) state.pins.add(seq);
        else state.pins.delete(seq);
      }),

    close: () => enqueue(async () => {}),
  };
}

async function openOrCreate({ store, id, agent = 'default' }: SessionOptions): Promise<string> {
  checkName('agent', agent);
  if (id === undefined) return (await store.createSession({ id: createId(), agent })).id;
  try {
    return (await store.getSession(id)).id;
  } catch (error) {
    if (!SessionNotFoundError.isInstance(error)) throw error;
    return (await store.createSession({ id, agent })).id;
  }
}

function toEntryInput(item: Appendable): EntryInput {
  const input: EntryInput = 'message' in item ? item : { message: item };
  return { ...input, message: normalizeMessage(parseMessage(input.message)) };
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
