/** A reserve or protection that had to shrink: the tokens requested and granted. */
export interface Clamp {
  name: string;
  wanted: number;
  given: number;
}

export interface BudgetRequest {
  /** The model's context window in tokens. */
  window: number;
  /** Tokens to keep free for the model's answer. */
  responseReserve: number;
  /** The longest prompt that the provider accepts, if it is known to be below the window. */
  maxInputTokens?: number;
}

export interface Budget {
  window: number;
  responseReserve: number;
  /** The most tokens that a request may have: instructions, tools and messages together. */
  inputBudget: number;
  clamps: Clamp[];
}

/** The response reserve never takes more than this share of the window. */
export const MAX_RESPONSE_SHARE = 1 / 4;

/** What is fixed in every request never takes more than this share of the window. */
export const MAX_FIXED_SHARE = 1 / 2;

/** Divides a window between the request and the answer; reserves give way in small windows. */
export function allocateBudget({ window, responseReserve, maxInputTokens }: BudgetRequest): Budget {
  const given = Math.min(responseReserve, Math.floor(window * MAX_RESPONSE_SHARE));
  const clamps =
    given < responseReserve ? [{ name: 'responseReserve', wanted: responseReserve, given }] : [];
  const inputBudget = Math.min(window - given, maxInputTokens ?? Infinity);
  return { window, responseReserve: given, inputBudget, clamps };
}
