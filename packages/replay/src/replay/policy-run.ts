import type { Entry, Store } from '@everlong/core';

import type { MessageFacts } from '../messages/message-book.js';
import { createDerivedPhrases, scoreCodeLength } from '../needs/code-length.js';
import { scoreConstraintLabels } from '../needs/constraint-labels.js';
import { createLedgerUse } from '../needs/ledger-use.js';
import type { LineNeed, RecordedEdit } from '../needs/line-needs.js';
import { scoreEdits, scoreLines } from '../needs/line-score.js';
import {
  isRecoverable,
  scoreConstraints,
  scoreNeeds,
  toRequestTexts,
} from '../needs/need-score.js';
import { createRequestLines, type RequestLines } from '../needs/request-lines.js';
import { checkSnapshot } from '../needs/snapshot-check.js';
import type { RequestTexts, ValueNeed } from '../needs/value-needs.js';
import {
  createPolicyTally,
  MAX_PROBLEMS,
  type NeedTally,
  type PolicyTally,
} from '../report/policy-tally.js';
import type { ReplayedRequest, ReplayedSession } from './replayed-session.js';
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

/** What a request shows. */
interface Shown {
  texts: RequestTexts;
  lines: RequestLines;
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
  const { session, store, log, logged, prices, inputBudget, inputs } = options;
  const { book } = log;
  const tally = createPolicyTally();
  const meter = createRequestMeter(options, tally);
  const ledger = createLedgerUse(log, tally);
  const derived = createDerivedPhrases();
  let nextRecordSeq = 0;
  let epoch = 0;
  let reacquired = new Set<number>();

  function report(seq: number, reasons: readonly string[]): void {
    for (const reason of reasons) {
      if (tally.problems.length < MAX_PROBLEMS)
        tally.problems.push(`before entry ${seq}: ${reason}`);
    }
  }

  async function readRecords(seq: number): Promise<void> {
    for await (const record of store.readRecords(session.id, { from: nextRecordSeq })) {
      nextRecordSeq = record.recordSeq + 1;
      if (record.type === 'compaction') {
        tally.compactions++;
        if (record.snapshot !== undefined) {
          ledger.begin(record.snapshot, seq);
          checkSnapshot(record.snapshot, seq, log, tally);
        } else if (record.snapshotEpoch === undefined) ledger.end(seq);
      }
      meter.addUsage(record);
    }
  }

  async function prepare(seq: number): Promise<ReplayedRequest | undefined> {
    const startedMs = performance.now();
    try {
      return await session.prepare(inputs);
    } catch (error) {
      tally.refused++;
      report(seq, [`refused: ${error instanceof Error ? error.message : String(error)}`]);
      return undefined;
    } finally {
      tally.prepareMs.push(performance.now() - startedMs);
    }
  }

  async function check(step: ReplayStep, request: ReplayedRequest): Promise<Shown> {
    const { instructions } = request;
    const { messages, tokens } = meter.add(request, step.seq);
    if (tokens > inputBudget) {
      tally.overBudget++;
      report(step.seq, [`over budget: ${tokens} tokens of ${inputBudget}`]);
    }
    const ranges = request.plan?.ranges;
    const broken = [
      ...(ranges === undefined ? [] : step.log.brokenLaws({ instructions, messages, ranges })),
      ...(await step.whyRefused(request, messages)),
    ];
    if (broken.length > 0) tally.invalid++;
    report(step.seq, broken);
    const said = book.message({ role: 'system', content: instructions });
    const sent = instructions === '' ? messages : [said, ...messages];
    return {
      texts: toRequestTexts([book.text(instructions), ...messages.map(({ text }) => text)], logged),
      lines: createRequestLines(log.lines, sent),
    };
  }

  function needTallies(): NeedTally[] {
    const after = tally.needsAfter.filter(({ compactions }) => compactions <= tally.compactions);
    return [tally.needs, ...after.map(({ needs }) => needs)];
  }

  /** Adds the cost of rereading what the request lacks, once per entry and epoch. */
  function countMisses(unmet: readonly ValueNeed[]): void {
    for (const { sources } of unmet) {
      const source = sources.at(-1);
      const entry = source === undefined ? undefined : log.entries[source];
      if (entry === undefined || reacquired.has(entry.seq)) continue;
      reacquired.add(entry.seq);
      const { tokens } = book.message(entry.message);
      tally.reacquireTokens += tokens;
      tally.reacquireUsd += prices.uncachedUsd(tokens);
    }
  }

  async function countRecoverable(
    unmet: readonly ValueNeed[],
    { found }: ReplayStep,
  ): Promise<void> {
    for (const need of unmet) {
      if (!found.has(need.value) && (await isRecoverable(session, need, log))) {
        found.add(need.value);
      }
      if (found.has(need.value)) tally.recovered++;
    }
  }

  return {
    async append(entries) {
      await session.append([...entries]);
    },
    async request(step) {
      const { seq, needs, atRisk, lines } = step;
      tally.requests++;
      const request = await prepare(seq);
      const compactionsBefore = tally.compactions;
      await readRecords(seq);
      const shown = request === undefined ? undefined : await check(step, request);
      if (request !== undefined && request.state.epoch !== epoch) {
        epoch = request.state.epoch;
        reacquired = new Set();
      }
      const unmet = scoreNeeds(needTallies(), needs, atRisk, shown?.texts, log);
      const present = scoreLines(tally.lines, lines, step.linesOfNewest, shown?.lines);
      scoreEdits(tally, step.edits, shown?.lines);
      if (shown !== undefined) scoreCodeLength(tally, seq, shown.texts, log.phrases, derived);
      scoreConstraints(tally, seq, shown?.texts, log);
      scoreConstraintLabels(tally, compactionsBefore, seq, log.labels, shown?.texts);
      countMisses(unmet);
      await countRecoverable(unmet, step);
      return { unmet, lines: present };
    },
    async finish() {
      await readRecords(log.entries.length);
      ledger.end(log.entries.length);
      await session.close();
      return tally;
    },
  };
}
