import type { ContextState } from '@everlong/core';
import fc from 'fast-check';

/** Tokens as states should have them, and as a bug may make them. */
const tokens = fc.oneof(
  fc.nat({ max: 2_000_000 }),
  fc.double({ noNaN: false }),
  fc.constantFrom(0, -1, Number.NaN, Infinity),
);
/** What is occupied is counted, and so never less than nothing. */
const total = fc.oneof(fc.nat({ max: 2_000_000 }), fc.double({ min: 0, noNaN: true }));

/** Any state, sound or not. Its ratio is what it is defined as. */
export const stateArbitrary: fc.Arbitrary<ContextState> = fc
  .record({
    window: tokens,
    inputBudget: tokens,
    used: fc.record({
      total,
      instructions: tokens,
      tools: tokens,
      summary: tokens,
      memory: tokens,
      messages: tokens,
    }),
    level: fc.constantFrom('normal', 'soft', 'hard', 'over'),
    source: fc.constantFrom('provider', 'tokenizer', 'heuristic'),
    triggers: fc.array(
      fc.record({ name: fc.string(), value: tokens, limit: tokens, ratio: tokens }),
      { maxLength: 3 },
    ),
    willCompact: fc.boolean(),
    epoch: fc.nat(),
    spend: fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() }),
  })
  .map((state) => ({
    ...state,
    ratio: state.used.total / state.inputBudget,
    next: { action: 'keep', reason: 'there is room' },
  }));
