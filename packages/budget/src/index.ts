export {
  allocateBudget,
  type Budget,
  type BudgetRequest,
  type Clamp,
  MAX_FIXED_SHARE,
  MAX_RESPONSE_SHARE,
} from './allocate-budget.js';
export { type Fill, fillNewestFirst, type Sized } from './fill-newest-first.js';
export { type Fit, fitItems, type Shrinkable } from './fit-items.js';
export { waterLevel } from './water-level.js';
