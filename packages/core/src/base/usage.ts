/**
 * Tokens that a provider billed for one call. `inputTokens` is the whole prompt, cached parts
 * included; `outputTokens` includes reasoning.
 */
export interface Usage {
  /** Tokens of the prompts, those read from and written to a cache included. */
  inputTokens: number;
  /** Tokens of the answers, reasoning included. */
  outputTokens: number;
  /** Input tokens read from the provider's cache. */
  cacheReadTokens?: number;
  /** Input tokens written to the provider's cache. */
  cacheWriteTokens?: number;
  /** Output tokens of reasoning. */
  reasoningTokens?: number;
  /**
   * Calls of which the provider reported nothing, such as one that was stopped: they are in none of
   * the other numbers, which are then the least that was billed.
   */
  unreportedCalls?: number;
}

/** The usage object of AI SDK 7 (and 6, whose detail fields may be absent). */
export interface LanguageModelUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  inputTokenDetails?:
    | { cacheReadTokens?: number | undefined; cacheWriteTokens?: number | undefined }
    | undefined;
  outputTokenDetails?: { reasoningTokens?: number | undefined } | undefined;
  cachedInputTokens?: number | undefined;
  reasoningTokens?: number | undefined;
}

/** The usage of a call that nobody reported: it was billed all the same. */
export const UNREPORTED_CALL: Usage = { inputTokens: 0, outputTokens: 0, unreportedCalls: 1 };

/** More tokens than any model reads or writes in one call: a larger number is an error. */
const MAX_TOKENS = 1e9;

/**
 * Reads either shape. Missing, negative and non-finite numbers count as 0, and so do those above
 * 1,000,000,000: one of them would make a session's total useless.
 */
export function toUsage(usage: LanguageModelUsage | Usage): Usage {
  const reported: LanguageModelUsage &
    Pick<Usage, 'cacheReadTokens' | 'cacheWriteTokens' | 'unreportedCalls'> = usage;
  const cacheRead =
    reported.inputTokenDetails?.cacheReadTokens ??
    reported.cacheReadTokens ??
    reported.cachedInputTokens;
  const cacheWrite = reported.inputTokenDetails?.cacheWriteTokens ?? reported.cacheWriteTokens;
  const reasoning = reported.outputTokenDetails?.reasoningTokens ?? reported.reasoningTokens;
  const unreported = tokens(reported.unreportedCalls);
  return {
    inputTokens: tokens(reported.inputTokens),
    outputTokens: tokens(reported.outputTokens),
    ...(cacheRead === undefined ? {} : { cacheReadTokens: tokens(cacheRead) }),
    ...(cacheWrite === undefined ? {} : { cacheWriteTokens: tokens(cacheWrite) }),
    ...(reasoning === undefined ? {} : { reasoningTokens: tokens(reasoning) }),
    ...(unreported === 0 ? {} : { unreportedCalls: unreported }),
  };
}

/** The sum of two usages, field by field; anything but a number of tokens counts as 0. */
export function addUsage(left: Usage, right: Usage): Usage {
  const sum: Usage = {
    inputTokens: add(left.inputTokens, right.inputTokens),
    outputTokens: add(left.outputTokens, right.outputTokens),
  };
  for (const key of SUMMED) {
    const total = add(left[key], right[key]);
    if (total > 0) sum[key] = total;
  }
  return sum;
}

/** Fields that are absent where they are 0. */
const SUMMED = [
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'unreportedCalls',
] as const;

function tokens(value: unknown): number {
  return isCount(value) && value <= MAX_TOKENS ? value : 0;
}

/** Sums that were stored by an earlier version may hold anything. */
function add(left: unknown, right: unknown): number {
  return Math.min((isCount(left) ? left : 0) + (isCount(right) ? right : 0), MAX_SUM);
}

const MAX_SUM = Number.MAX_SAFE_INTEGER;

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
