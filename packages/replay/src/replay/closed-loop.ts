import type { Entry, Store } from '@everlong/core';

import { toRequestTexts } from '../needs/need-score.js';
import type { LineNeed } from '../needs/line-needs.js';
import { createRequestLines } from '../needs/request-lines.js';
import { isPresent, type ValueNeed } from '../needs/value-needs.js';
import { createPolicyTally, ratio } from '../report/policy-tally.js';
import type { ClosedLoop } from '../report/replay-result.js';
import { type Need, readAgain, sourcesOf } from './read-again.js';
import type { ReplayedRequest, ReplayedSession } from './replayed-session.js';
import { createRequestMeter, type RequestMeterOptions } from './request-meter.js';

/**
 * How many entries one call rereads, and how often an agent tries before it goes on without them.
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
  const { session, store, log, prices } = options;
  const tally = createPolicyTally();
  const meter = createRequestMeter(options, tally);
  const counts = { requests: 0, extraCalls: 0, readAgain: 0, unmet: 0, neverHad: 0 };
  let nextRecordSeq = 0;
  let outputUsd = 0;

  async function prepare(): Promise<ReplayedRequest | undefined> {
    try {
      return await session.prepare(options.inputs);
    } catch {
      // `PolicyRun` counts and reports refusals.
      return undefined;
    } finally {
      for await (const record of store.readRecords(session.id, { from: nextRecordSeq })) {
        nextRecordSeq = record.recordSeq + 1;
        meter.addUsage(record);
      }
    }
  }

  function lacking(step: LoopStep, request: ReplayedRequest | undefined): Need[] {
    const values = step.values.filter((need) => !step.neverHad.has(need));
    const lines = step.lines.filter((need) => !step.neverHad.has(need));
    if (request === undefined) return [...values, ...lines];
    const { messages } = meter.add(request, step.seq);
    if (values.length + lines.length === 0) return [];
    const sent = withInstructions(messages, request.instructions);
    const texts = toRequestTexts(
      sent.map(({ text }) => text),
      options.logged,
    );
    const shown = createRequestLines(log.lines, sent);
    return [
      ...values.filter((need) => !isPresent(need, texts, log.texts)),
      ...lines.filter((need) => shown.find(need) !== 'present'),
    ];
  }

  function withInstructions(
    messages: ReturnType<typeof meter.add>['messages'],
    instructions: string,
  ): typeof messages {
    if (instructions === '') return messages;
    return [log.book.message({ role: 'system', content: instructions }), ...messages];
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
        const sources = sourcesOf(missing).filter((source) => !read.has(source));
        if (sources.length === 0) break;
        const chosen = sources.slice(0, MAX_READS);
        for (const source of chosen) read.add(source);
        await session.append(readAgain(chosen, `${step.seq}-${round}`, log));
        counts.extraCalls++;
        counts.readAgain += chosen.length;
        const outputTokens = READ_OUTPUT_TOKENS * chosen.length;
        outputUsd += prices.callUsd({ inputTokens: 0, outputTokens });
        missing = lacking(step, await prepare());
      }
      counts.unmet += missing.length;
    },
    async finish() {
      await session.close();
      const { requests, extraCalls, readAgain: reads, unmet, neverHad } = counts;
      return {
        costToFinish: tally.costUsd + outputUsd,
        calls: requests + extraCalls,
        extraCalls,
        readAgain: reads,
        readAgainPer100: ratio(reads * 100, requests),
        unmet,
        neverHad,
      };
    },
  };
}
