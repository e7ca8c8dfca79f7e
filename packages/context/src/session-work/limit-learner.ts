import { MIN_LIMIT_TOKENS, readOverflowError } from '@everlong/core/internal';

export interface LimitLearner {
  /** What an error teaches: the most tokens the next request may have, or why there is no retry. */
  learn(
    error: unknown,
    request: RefusedRequest,
  ): { overflow: boolean; limit?: number; reason: string };
  /** A call succeeded: the count of failures starts over. */
  succeeded(): void;
}

/** The request that a provider refused, in tokens. */
interface RefusedRequest {
  usedTokens: number;
  responseReserve: number;
  /** The longest prompt that the provider took before. Default: none. */
  acceptedTokens?: number;
}

/** Retries that one prompt gets before its error is left to the caller. */
const MAX_RETRIES = 5;

/** Without a number in the error, and to make sure of progress, this share of the last request. */
const SHRINK = 0.8;

/**
 * A provider that counts the last request as more than so many times ours counts something else,
 * such as a file's bytes, or another prompt.
 */
const MAX_FACTOR = 4;

/** Learns limits from "prompt too long" errors, a bounded number of times between two successes. */
export function createLimitLearner(): LimitLearner {
  let failures = 0;
  return {
    learn(error, { usedTokens, responseReserve, acceptedTokens = 0 }) {
      const report = readOverflowError(error);
      if (report === undefined)
        return { overflow: false, reason: 'the error does not say that the prompt is too long' };
      failures++;
      if (failures > MAX_RETRIES) {
        return {
          overflow: true,
          reason: `still too long after ${MAX_RETRIES} smaller requests: ${report.message}`,
        };
      }
      const { limitTokens, promptTokens } = report;
      const named =
        limitTokens === undefined
          ? Infinity
          : limitTokens - Math.min(responseReserve, limitTokens / 4);
      // The provider counts differently: its own number for this prompt says by how much.
      const factor = promptTokens === undefined ? 1 : Math.max(1, promptTokens / usedTokens);
      const wanted = Math.floor(Math.min(named / factor, usedTokens * SHRINK));
      const least = Math.floor(Math.min(named, usedTokens) / MAX_FACTOR);
      // A prompt as long as one that was taken is refused only by a server that has changed.
      const known = acceptedTokens < usedTokens ? acceptedTokens : 0;
      // An error about nothing that was sent must not leave a session without room for good.
      const limit = Math.max(wanted, least, known, MIN_LIMIT_TOKENS);
      return { overflow: true, limit, reason: report.message };
    },
    succeeded() {
      failures = 0;
    },
  };
}
