import { checkNumber, type OptionNames, requireOptions } from '@everlong/core/internal';

/** A reserve or protection that had to shrink: the tokens requested and granted. */
export interface Clamp {
  name: string;
  /** Tokens as asked for. */
  wanted: number;
  /** Tokens as granted, fewer than wanted. */
  given: number;
  /** Why, where the window itself does not say it. */
  reason?: string;
}

/** The sizes that a budget is made of. */
export interface BudgetRequest {
  /** The model's context window in tokens. */
  window: number;
  /** Tokens to keep free for the model's answer. */
  responseReserve: number;
  /** The longest prompt that the provider accepts, if it is known to be below the window. */
  maxInputTokens?: number;
}

/** How a context window is divided. All sizes are tokens. */
export interface Budget {
  /** As given. */
  window: number;
  /** Kept free for the answer: the given one, at most a quarter of the window. */
  responseReserve: number;
  /** The most tokens that a request may have: instructions, tools and messages together. */
  inputBudget: number;
  /** The reserves that had to shrink; empty where all are as given. */
  clamps: Clamp[];
}

/** The response reserve never takes more than this share of the window. */
const MAX_RESPONSE_SHARE = 1 / 4;

/** Fixed parts of every request never take more than this share of the window. */
export const MAX_FIXED_SHARE = 1 / 2;

const REQUEST: OptionNames<BudgetRequest> = {
  window: true,
  responseReserve: true,
  maxInputTokens: true,
};

/**
 * Divides a window between the request and the answer; reserves give way in small windows. Throws
 * `ConfigError` for sizes that are no numbers, or negative.
 */
export function allocateBudget(request: BudgetRequest): Budget {
  requireOptions<BudgetRequest>('allocateBudget', request, REQUEST);
  const { window, responseReserve, maxInputTokens } = request;
  checkNumber('window of allocateBudget', window, 0);
  checkNumber('responseReserve of allocateBudget', responseReserve, 0);
  if (maxInputTokens !== undefined) {
    checkNumber('maxInputTokens of allocateBudget', maxInputTokens, 0);
  }
  const given = Math.min(responseReserve, Math.floor(window * MAX_RESPONSE_SHARE));
  const clamps =
    given < responseReserve ? [{ name: 'responseReserve', wanted: responseReserve, given }] : [];
  const inputBudget = Math.min(window - given, maxInputTokens ?? Infinity);
  return { window, responseReserve: given, inputBudget, clamps };
}
