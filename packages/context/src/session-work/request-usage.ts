import type { Entry, EntryInput, ReportedUsage, Usage } from '@everlong/core';
import { parseUsage } from '@everlong/core';

import { recordUsageTotal } from './record-usage.js';
import type { SessionConfig } from '../config/session-config.js';
import type { SyncedState } from '../state/synced-state.js';
import { hasMark, markAnswer, type PrefixMark, type RequestMark } from '../state/request-mark.js';

/** Keeps what answers and usage reports have to do with the requests that were handed out. */
export interface RequestUsage {
  /** A request was handed out; `since`: how many records there were before it was made. */
  sent(countedTokens: number, since: number, call: SentCall): void;
  /**
   * The entries with the answer to the last request marked. `assumed`: what the request was that an
   * answer must be to, where it was handed out by another process.
   */
  mark(inputs: readonly EntryInput[], assumed?: PrefixMark): EntryInput[];
  /** Entries were appended, an answer perhaps among them. */
  appended(entries: readonly Entry[]): void;
  /** The caller withdrew entries: what it appends now answers no earlier request. */
  rewound(): void;
  /** Books what the provider billed for the last request. */
  report(usage: ReportedUsage): Promise<void>;
  /** Books what a summarizer was billed. */
  bill(usage: Usage, epoch: number): Promise<void>;
  /** What was counted for the last request, until its usage is reported. */
  countedTokens(): number | undefined;
}

interface LastRequest {
  epoch: number;
  countedTokens: number;
  answers: number;
  compactsItself: boolean;
}

/** The call that a request was made for. */
interface SentCall {
  prefix: PrefixMark | undefined;
  /** The provider compacts or edits it: what is billed says nothing about what was sent. */
  compactsItself: boolean;
}

export function createRequestUsage(logs: SyncedState, config: SessionConfig): RequestUsage {
  const { store, model, window } = config;
  const policy = config.policy.name;
  /** The last request, until the provider reports its usage. */
  let last: LastRequest | undefined;
  /** The last request, until its answer is appended. */
  let unanswered: RequestMark | undefined;

  async function bill(usage: Usage, epoch: number, predictedTokens?: number): Promise<void> {
    const ofModel = model === undefined ? {} : { model };
    const predicted = predictedTokens === undefined ? {} : { predictedTokens };
    await recordUsageTotal(logs, store, { usage, epoch, ...ofModel, ...predicted });
  }

  function markNow(prefix: PrefixMark | undefined): RequestMark {
    const { current, recordCount } = logs;
    return { entries: current.entryCount, records: recordCount, window, policy, ...prefix };
  }

  return {
    sent(countedTokens, since, { prefix, compactsItself }) {
      const { current, recordCount } = logs;
      const mark = markNow(prefix);
      unanswered = since === recordCount ? mark : { ...mark, since };
      last = { epoch: current.epoch, countedTokens, answers: 0, compactsItself };
    },
    mark(inputs, assumed) {
      if (assumed !== undefined) unanswered ??= markNow(assumed);
      return markAnswer(inputs, unanswered);
    },
    appended(entries) {
      if (last !== undefined) last.answers += entries.filter(isAnswer).length;
      if (entries.some((entry) => hasMark(entry, unanswered))) unanswered = undefined;
    },
    rewound() {
      unanswered = undefined;
    },
    async report(reported) {
      const usage = parseUsage(reported);
      const {
        epoch,
        countedTokens,
        answers = 0,
        compactsItself = false,
      } = last ?? {
        epoch: logs.current.epoch,
      };
      if (usage.unreportedCalls !== undefined) return bill(usage, epoch);
      // The sum of several calls says nothing about the prompt of the first.
      await bill(usage, epoch, answers > 1 || compactsItself ? undefined : countedTokens);
      last = undefined;
    },
    bill,
    countedTokens: () => last?.countedTokens,
  };
}

function isAnswer({ message }: Entry): boolean {
  return message.role === 'assistant';
}
