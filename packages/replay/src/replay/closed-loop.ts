import type { Entry, Store } from '@everlong/core';

import type { LineNeed } from '../needs/line-needs.js';
import type { ReplayLog } from '../needs/replay-log.js';
import { showRequest, type ShownRequest } from '../needs/shown-request.js';
import { isPresent, type ValueNeed } from '../needs/value-needs.js';
import { createPolicyTally, ratio } from '../report/policy-tally.js';
import type { ClosedLoop } from '../report/replay-result.js';
import { type Need, readAgain, sourcesOf } from './read-again.js';
import { createRecordReader } from './record-reader.js';
import type { ReplayedRequest, ReplayedSession } from './replayed-session.js';
import { createRequestMeter, type RequestMeterOptions } from './request-meter.js';

/**
 * How many entries one call rereads, and how often an agent tries before it continues without them.
 */
const MAX_READS = 6;
const MAX_ROUNDS = 3;

/** The output of the model per entry that it rereads. */
const READ_OUTPUT_TOKENS = 150;

/** The needs of one recorded message. */
interface LoopStep {
  seq: number;
  values: readonly ValueNeed[];
  lines: readonly LineNeed[];
  /** The needs that `full` does not meet either. */
  neverHad: ReadonlySet<Need>;
}

interface LoopCounts extends Pick<ClosedLoop, 'extraCalls' | 'readAgain' | 'unmet' | 'neverHad'> {
  /** Those that the recording has. */
  requests: number;
}

/** One policy on its own log, to which rereads are appended. */
export interface LoopRun {
  append(entries: readonly Entry[]): Promise<void>;
  request(step: LoopStep): Promise<void>;
  finish(): Promise<ClosedLoop>;
}

export interface LoopRunOptions extends RequestMeterOptions {
  session: ReplayedSession;
  store: Store;
}

/**
 * Replays a session like an agent that notices what it lacks: before each recorded message it
 * rereads the newest source entries of unmet needs, those with most needs first, at most six per
 * call and none twice before the same message; then the request is prepared again. Needs still
 * unmet after three rounds count as `unmet`.
 */
export function createLoopRun(options: LoopRunOptions): LoopRun {
  const { session, log, prices } = options;
  const tally = createPolicyTally();
  const meter = createRequestMeter(options, tally);
  const records = createRecordReader(options.store, session.id);
  const counts: LoopCounts = { requests: 0, extraCalls: 0, readAgain: 0, unmet: 0, neverHad: 0 };
  let outputUsd = 0;

  async function prepare(): Promise<ReplayedRequest | undefined> {
    try {
      return await session.prepare(options.inputs);
    } catch {
      // `PolicyRun` counts and reports refusals.
      return undefined;
    } finally {
      for await (const record of records.readNew()) meter.addUsage(record);
    }
  }

  function lacking(step: LoopStep, request: ReplayedRequest | undefined): Need[] {
    const needs = obtainableNeeds(step);
    if (request === undefined) return needs;
    const { messages } = meter.add(request, step.seq);
    if (needs.length === 0) return [];
    return unmetBy(showRequest(request.instructions, messages, log, options.logged), needs, log);
  }

  async function reread(sources: readonly number[], tag: string): Promise<void> {
    await session.append(readAgain(sources, tag, log));
    counts.extraCalls++;
    counts.readAgain += sources.length;
    const outputTokens = READ_OUTPUT_TOKENS * sources.length;
    outputUsd += prices.callUsd({ inputTokens: 0, outputTokens });
  }

  return {
    async append(entries) {
      await session.append([...entries]);
    },
    async request(step) {
      counts.requests++;
      counts.neverHad += step.neverHad.size;
      const read = new Set<number>();
      let missing = lacking(step, await prepare());
      for (let round = 0; round < MAX_ROUNDS && missing.length > 0; round++) {
        const unread = sourcesOf(missing).filter((source) => !read.has(source));
        if (unread.length === 0) break;
        const chosen = unread.slice(0, MAX_READS);
        for (const source of chosen) read.add(source);
        await reread(chosen, `${step.seq}-${round}`);
        missing = lacking(step, await prepare());
      }
      counts.unmet += missing.length;
    },
    async finish() {
      await session.close();
      return toClosedLoop(counts, tally.costUsd + outputUsd);
    },
  };
}

function toClosedLoop({ requests, ...counts }: LoopCounts, costToFinish: number): ClosedLoop {
  return {
    costToFinish,
    calls: requests + counts.extraCalls,
    extraCalls: counts.extraCalls,
    readAgain: counts.readAgain,
    readAgainPer100: ratio(counts.readAgain * 100, requests),
    unmet: counts.unmet,
    neverHad: counts.neverHad,
  };
}

/** What a recorded message needs and `full` would have shown: first the values, then the lines. */
function obtainableNeeds({ values, lines, neverHad }: LoopStep): Need[] {
  return [...values, ...lines].filter((need) => !neverHad.has(need));
}

function unmetBy({ texts, lines }: ShownRequest, needs: readonly Need[], log: ReplayLog): Need[] {
  return needs.filter((need) =>
    'line' in need ? lines.find(need) !== 'present' : !isPresent(need, texts, log.texts),
  );
}
