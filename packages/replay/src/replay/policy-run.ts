import type { PreparedRequest, PrepareOptions, Session } from '@everlong/context';
import type { Entry, Store } from '@everlong/core';
import type { TokenizerInstance, ToolsInput } from '@everlong/tokenizer';

import { type CostMeter, createCostMeter } from './cost-meter.js';
import { createLedgerUse } from '../needs/ledger-use.js';
import type { MessageFacts } from '../messages/message-book.js';
import {
  isRecoverable,
  scoreConstraints,
  scoreNeeds,
  toRequestTexts,
} from '../needs/need-score.js';
import {
  createPolicyTally,
  MAX_PROBLEMS,
  type NeedTally,
  type PolicyTally,
} from '../report/policy-tally.js';
import type { CacheBlock } from '../messages/cache-block.js';
import type { PromptPrices } from '../cache/prompt-prices.js';
import type { ReplayLog } from '../needs/replay-log.js';
import type { GrowingLog } from './request-laws.js';
import { checkSnapshot } from '../needs/snapshot-check.js';
import type { RequestTexts, ValueNeed } from '../needs/value-needs.js';

/** One request that every policy is asked for: the one before the recorded message at `seq`. */
export interface ReplayStep {
  seq: number;
  needs: readonly ValueNeed[];
  /** The needs that `newest` does not meet; absent while `newest` itself is asked. */
  atRisk?: ReadonlySet<ValueNeed>;
  /** The log up to `seq`, for the laws. */
  log: GrowingLog;
  /** Says why a provider would refuse the request; the same request is judged once. */
  whyRefused(request: PreparedRequest, messages: readonly MessageFacts[]): Promise<string[]>;
  /** Lost values that could be found, for all policies; what is found once is not sought again. */
  found: Set<string>;
}

export interface PolicyRunOptions {
  session: Session;
  store: Store;
  log: ReplayLog;
  logged: ReadonlySet<RequestTexts['derived'][number]>;
  tokenizer: TokenizerInstance;
  prices: PromptPrices;
  inputBudget: number;
  inputs: PrepareOptions & { tools?: ToolsInput };
  idleExpiry: boolean;
}

/** One policy on its way through a recorded session. */
export interface PolicyRun {
  append(entries: readonly Entry[]): Promise<void>;
  /** Asks for the request of a step, scores it, and returns the needs that it does not meet. */
  request(step: ReplayStep): Promise<ValueNeed[]>;
  /** The tally, once the session is at its end. */
  finish(): Promise<PolicyTally>;
}

export function createPolicyRun(options: PolicyRunOptions): PolicyRun {
  const { session, store, log, logged, tokenizer, prices, inputBudget, inputs } = options;
  const { book } = log;
  const tally = createPolicyTally();
  const meter: CostMeter = createCostMeter(prices, tally, options);
  const ledger = createLedgerUse(log, tally);
  const replyTokens = tokenizer.countMessages([]);
  const toolBlocks: CacheBlock[] =
    inputs.tools === undefined
      ? []
      : [{ key: book.keyOf(inputs.tools), tokens: tokenizer.countTools(inputs.tools) }];
  let nextRecordSeq = 0;
  let epoch = 0;
  let reacquired = new Set<number>();

  function complain(seq: number, reasons: readonly string[]): void {
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
      if ((record.type === 'compaction' || record.type === 'attempt') && record.usage) {
        const { usage } = record;
        tally.summaryCalls++;
        tally.inputTokens += usage.inputTokens;
        tally.cachedTokens += usage.cacheReadTokens ?? 0;
        tally.cachedTokensWithoutExpiry += usage.cacheReadTokens ?? 0;
        tally.cacheWriteTokens += usage.cacheWriteTokens ?? 0;
        tally.costUsd += prices.callUsd(usage);
        tally.uncachedUsd += prices.callUsd({ ...usage, cacheReadTokens: 0, cacheWriteTokens: 0 });
      }
    }
  }

  async function prepare(seq: number): Promise<PreparedRequest | undefined> {
    const startedMs = performance.now();
    try {
      return await session.prepare(inputs);
    } catch (error) {
      tally.refused++;
      complain(seq, [`refused: ${error instanceof Error ? error.message : String(error)}`]);
      return undefined;
    } finally {
      tally.prepareMs.push(performance.now() - startedMs);
    }
  }

  async function check(step: ReplayStep, request: PreparedRequest): Promise<RequestTexts> {
    const { instructions } = request;
    const messages = request.messages.map((message) => book.message(message));
    const fixed = [...toolBlocks, ...instructionBlocks(instructions)];
    const total = [...fixed, ...messages].reduce((sum, { tokens }) => sum + tokens, replyTokens);
    if (total > inputBudget) {
      tally.overBudget++;
      complain(step.seq, [`over budget: ${total} tokens of ${inputBudget}`]);
    }
    const { ranges } = request.plan;
    const broken = [
      ...step.log.brokenLaws({ instructions, messages, ranges }),
      ...(await step.whyRefused(request, messages)),
    ];
    if (broken.length > 0) tally.invalid++;
    complain(step.seq, broken);
    const firstLogged = messages.findIndex(({ text }) => logged.has(text));
    meter.add({
      fixed,
      messages,
      headMessages: firstLogged < 0 ? messages.length : firstLogged,
      atMs: log.requestTimeMs(step.seq),
    });
    return toRequestTexts([book.text(instructions), ...messages.map(({ text }) => text)], logged);
  }

  function instructionBlocks(instructions: string): CacheBlock[] {
    if (instructions === '') return [];
    const { blocks } = book.message({ role: 'system', content: instructions });
    return [...blocks];
  }

  function needTallies(): NeedTally[] {
    const after = tally.needsAfter.filter(({ compactions }) => compactions <= tally.compactions);
    return [tally.needs, ...after.map(({ needs }) => needs)];
  }

  /** What it takes to read again what the request lacks: once per entry and epoch. */
  function bookMisses(unmet: readonly ValueNeed[]): void {
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

  async function bookRecoverable(
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
      tally.requests++;
      const request = await prepare(step.seq);
      await readRecords(step.seq);
      const texts = request === undefined ? undefined : await check(step, request);
      if (request !== undefined && request.state.epoch !== epoch) {
        epoch = request.state.epoch;
        reacquired = new Set();
      }
      const unmet = scoreNeeds(needTallies(), step.needs, step.atRisk, texts, log);
      scoreConstraints(tally, step.seq, texts, log);
      bookMisses(unmet);
      await bookRecoverable(unmet, step);
      return unmet;
    },
    async finish() {
      await readRecords(log.entries.length);
      ledger.end(log.entries.length);
      await session.close();
      return tally;
    },
  };
}
