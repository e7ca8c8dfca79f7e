export {
  allocateBudget,
  type Budget,
  type BudgetRequest,
  type Clamp,
  MAX_FIXED_SHARE,
} from './allocate-budget.js';
export { type Fill, fillNewestFirst, type Sized } from './fill-newest-first.js';
export { type Fit, fitItems, type Shrinkable } from './fit-items.js';
export {
  allocateTokenBudget,
  DEFAULT_TOKEN_BUDGET,
  type TokenAllocation,
  type TokenBudget,
  type TokenUse,
} from './token-budget.js';
export {
  halfOf,
  trimTurns,
  type TurnLimits,
  type TurnSize,
  turnsToRestore,
  type TurnTrim,
} from './trim-turns.js';
export { equalCap } from './equal-cap.js';
