import type { Entry, Store } from '@everlong/core';

import type { MessageFacts } from '../messages/message-book.js';
import { createDerivedPhrases, scoreCodeLength } from '../needs/code-length.js';
import { scoreConstraintLabels } from '../needs/constraint-labels.js';
import type { LineNeed, RecordedEdit } from '../needs/line-needs.js';
import { scoreEdits, scoreLines } from '../needs/line-score.js';
import { createMissCost } from '../needs/miss-cost.js';
import { countRecoverable, scoreConstraints, scoreNeeds } from '../needs/need-score.js';
import { showRequest, type ShownRequest } from '../needs/shown-request.js';
import { checkSnapshot } from '../needs/snapshot-check.js';
import { createSnapshotUse } from '../needs/snapshot-use.js';
import type { ValueNeed } from '../needs/value-needs.js';
import { createPolicyTally, type PolicyTally } from '../report/policy-tally.js';
import { createRecordReader } from './record-reader.js';
import type { ReplayedRequest, ReplayedSession } from './replayed-session.js';
import { createRequestJudge } from './request-judge.js';
import type { GrowingLog } from './request-laws.js';
import { createRequestMeter, type RequestMeterOptions } from './request-meter.js';

/** One request that every policy is asked for: the one before the recorded message at `seq`. */
export interface ReplayStep {
  seq: number;
  needs: readonly ValueNeed[];
  lines: readonly LineNeed[];
  edits: readonly RecordedEdit[];
  /** The needs that `newest` does not meet; absent while `newest` itself is asked. */
  atRisk?: ReadonlySet<ValueNeed>;
  /** The lines that `newest` shows; absent while `newest` itself is asked. */
  linesOfNewest?: ReadonlySet<LineNeed>;
  /** The log up to `seq`, for the laws. */
  log: GrowingLog;
  /** Reasons why a provider would refuse the request; cached for equal requests. */
  whyRefused(request: ReplayedRequest, messages: readonly MessageFacts[]): Promise<string[]>;
  /** Lost values that a search found, shared by all policies so that none is searched twice. */
  found: Set<string>;
}

export interface PolicyRunOptions extends RequestMeterOptions {
  session: ReplayedSession;
  store: Store;
  inputBudget: number;
}

/** Values that a request does not hold, and lines that it does. */
interface StepOutcome {
  unmet: ValueNeed[];
  lines: Set<LineNeed>;
}

/** The replay of a recorded session under one policy. */
export interface PolicyRun {
  append(entries: readonly Entry[]): Promise<void>;
  /** Asks for the request of a step and scores it. */
  request(step: ReplayStep): Promise<StepOutcome>;
  /** The tally, once the session is at its end. */
  finish(): Promise<PolicyTally>;
}

export function createPolicyRun(options: PolicyRunOptions): PolicyRun {
  const { session, log, logged } = options;
  const tally = createPolicyTally();
  const meter = createRequestMeter(options, tally);
  const judge = createRequestJudge(options.inputBudget, meter, tally);
  const records = createRecordReader(options.store, session.id);
  const use = createSnapshotUse(log, tally);
  const misses = createMissCost(log, options.prices, tally);
  const derived = createDerivedPhrases();

  async function countRecords(seq: number): Promise<void> {
    for await (const record of records.readNew()) {
      meter.addUsage(record);
      if (record.type !== 'compaction') continue;
      tally.compactions++;
      if (record.snapshot !== undefined) {
        use.begin(record.snapshot, seq);
        checkSnapshot(record.snapshot, seq, log, tally);
      } else if (record.snapshotEpoch === undefined) use.end(seq);
    }
  }

  /** Scores what a request shows; nothing if there was none. */
  function score(step: ReplayStep, shown?: ShownRequest): StepOutcome {
    const unmet = scoreNeeds(tally, step.needs, step.atRisk, shown?.texts, log);
    const lines = scoreLines(tally.lines, step.lines, step.linesOfNewest, shown?.lines);
    scoreEdits(tally, step.edits, shown?.lines);
    if (shown !== undefined) scoreCodeLength(tally, step.seq, shown.texts, log.phrases, derived);
    scoreConstraints(tally, step.seq, shown?.texts, log);
    return { unmet, lines };
  }

  return {
    async append(entries) {
      await session.append([...entries]);
    },
    async request(step) {
      const { seq } = step;
      const compactionsBefore = tally.compactions;
      const request = await judge.ask(seq, () => session.prepare(options.inputs));
      await countRecords(seq);
      countSnapshot(tally, request?.state.used?.summary);
      const shown =
        request === undefined
          ? undefined
          : showRequest(request.instructions, await judge.check(request, step), log, logged);
      const outcome = score(step, shown);
      scoreConstraintLabels(tally, compactionsBefore, seq, log.labels, shown?.texts);
      misses.add(outcome.unmet, request?.state.epoch);
      await countRecoverable(tally, outcome.unmet, step.found, session, log);
      return outcome;
    },
    async finish() {
      await countRecords(log.entries.length);
      use.end(log.entries.length);
      await session.close();
      return tally;
    },
  };
}

/** Counts what the snapshot of a request takes of it. */
function countSnapshot(tally: PolicyTally, tokens = 0): void {
  if (tokens > 0) tally.snapshotRequests++;
  tally.snapshotTokens += tokens;
}
