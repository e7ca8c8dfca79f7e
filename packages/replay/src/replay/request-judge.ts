import type { MessageFacts } from '../messages/message-book.js';
import { MAX_PROBLEMS, type PolicyTally } from '../report/policy-tally.js';
import type { ReplayedRequest } from './replayed-session.js';
import type { GrowingLog } from './request-laws.js';
import type { RequestMeter } from './request-meter.js';

/** What a request is judged by. */
interface Judgement {
  /** The recorded entry that the request comes before. */
  seq: number;
  /** The log up to `seq`. */
  log: GrowingLog;
  /** Reasons why a provider would refuse the request. */
  whyRefused(request: ReplayedRequest, messages: readonly MessageFacts[]): Promise<string[]>;
}

/** Counts requests that break a law or that a provider would refuse, and notes the reasons. */
export interface RequestJudge {
  /** The request that `prepare` resolves to; undefined when it rejects. */
  ask(seq: number, prepare: () => Promise<ReplayedRequest>): Promise<ReplayedRequest | undefined>;
  /** Meters and judges a request; resolves with its messages. */
  check(request: ReplayedRequest, by: Judgement): Promise<readonly MessageFacts[]>;
}

export function createRequestJudge(
  inputBudget: number,
  meter: RequestMeter,
  tally: PolicyTally,
): RequestJudge {
  function report(seq: number, reasons: readonly string[]): void {
    const room = Math.max(0, MAX_PROBLEMS - tally.problems.length);
    const problems = reasons.map((reason) => `before entry ${seq}: ${reason}`);
    tally.problems.push(...problems.slice(0, room));
  }

  return {
    async ask(seq, prepare) {
      tally.requests++;
      const startedMs = performance.now();
      try {
        return await prepare();
      } catch (error) {
        tally.refused++;
        report(seq, [`refused: ${error instanceof Error ? error.message : String(error)}`]);
        return undefined;
      } finally {
        tally.prepareMs.push(performance.now() - startedMs);
      }
    },
    async check(request, { seq, log, whyRefused }) {
      const { messages, tokens } = meter.add(request, seq);
      if (tokens > inputBudget) {
        tally.overBudget++;
        report(seq, [`over budget: ${tokens} tokens of ${inputBudget}`]);
      }
      const { instructions, plan } = request;
      const broken = [
        ...(plan === undefined
          ? []
          : log.brokenLaws({ instructions, messages, ranges: plan.ranges })),
        ...(await whyRefused(request, messages)),
      ];
      if (broken.length > 0) tally.invalid++;
      report(seq, broken);
      return messages;
    },
  };
}
