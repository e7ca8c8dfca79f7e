import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fillNewestFirst } from './fill-newest-first.js';
import { allocateTokenBudget, DEFAULT_TOKEN_BUDGET } from './token-budget.js';

describe('003, token budget', () => {
  // promise: missy-1
  it('has the documented defaults', () => {
    expect(DEFAULT_TOKEN_BUDGET).toEqual({
      total: 30_000,
      systemReserve: 2000,
      toolDefinitionsReserve: 2000,
      memoryFraction: 0.15,
      learningsFraction: 0.05,
      freshTailCount: 16,
    });
  });
});

describe('003, budget allocation', () => {
  // promise: missy-1
  it('gives the table: 26,000 available, 3,900 for memory, 1,300 for learnings, 20,800 for history', () => {
    expect(allocateTokenBudget()).toEqual({
      systemReserve: 2000,
      toolDefinitionsReserve: 2000,
      available: 26_000,
      memory: 3900,
      learnings: 1300,
      history: 20_800,
      clamps: [],
    });
  });

  // promise: missy-2
  it('gives history the remainder: what memory and learnings leave of their shares', () => {
    expect(allocateTokenBudget({}, { memory: 900, learnings: 0 }).history).toBe(25_100);
    expect(allocateTokenBudget({}, { memory: 0, learnings: 0 }).history).toBe(26_000);
  });

  it('holds memory and learnings to their shares', () => {
    const { memory, learnings, history } = allocateTokenBudget(
      {},
      { memory: 9000, learnings: 9000 },
    );
    expect([memory, learnings, history]).toEqual([3900, 1300, 20_800]);
  });

  // promise: missy-6
  it('takes what instructions and tools need beyond their reserves (law 1)', () => {
    expect(allocateTokenBudget({}, { fixed: 3999 }).available).toBe(26_000);
    expect(allocateTokenBudget({}, { fixed: 6000 }).available).toBe(24_000);
    expect(allocateTokenBudget({}, { fixed: 40_000 }).history).toBe(0);
  });

  it('shrinks the reserves to half of a small total, or less if asked, and says so (law 1)', () => {
    const small = allocateTokenBudget({ total: 4000 });
    expect([small.systemReserve, small.toolDefinitionsReserve]).toEqual([1000, 1000]);
    expect(small.clamps).toEqual([
      { name: 'systemReserve', wanted: 2000, given: 1000 },
      { name: 'toolDefinitionsReserve', wanted: 2000, given: 1000 },
    ]);
    expect(allocateTokenBudget({ total: 4000 }, { maxReserves: 600 }).available).toBe(3400);
  });

  it('never shares out more than the total', () => {
    fc.assert(
      fc.property(
        fc.record({ total: fc.nat(100_000), systemReserve: fc.nat(9000) }),
        fc.record({ fixed: fc.nat(50_000), memory: fc.nat(9000) }),
        (budget, use) => {
          const { memory, learnings, history, available } = allocateTokenBudget(budget, use);
          expect(memory + learnings + history).toBe(available);
          expect(Math.min(memory, learnings, history)).toBeGreaterThanOrEqual(0);
          expect(available).toBeLessThanOrEqual(Math.max(0, budget.total - use.fixed));
        },
      ),
    );
  });
});

describe('003, configuration', () => {
  // promise: missy-3
  it('takes a larger budget, more memory and a longer tail', () => {
    const allocation = allocateTokenBudget({
      total: 50_000,
      memoryFraction: 0.2,
      learningsFraction: 0.1,
      freshTailCount: 24,
    });
    expect(allocation).toMatchObject({
      available: 46_000,
      memory: 9200,
      learnings: 4600,
      history: 32_200,
    });
  });
});

describe('003, example', () => {
  /** 40 messages such that 12 to 40 fit 20,800 tokens and 11 does not. */
  const messages = Array.from({ length: 40 }, (_, index) => ({ tokens: index < 11 ? 900 : 700 }));
  const { history } = allocateTokenBudget();
  const { freshTailCount } = DEFAULT_TOKEN_BUDGET;

  // promise: missy-15
  it('keeps messages 12 to 40 of 40 and drops 1 to 11', () => {
    const fill = fillNewestFirst(messages, history, { minItems: freshTailCount });
    expect(fill).toEqual({ from: 11, tokens: 29 * 700 });
  });

  // promise: missy-15
  it('always includes the fresh tail: messages 25 to 40', () => {
    const fill = fillNewestFirst(messages, 1000, { minItems: freshTailCount });
    expect(fill.from).toBe(24);
  });

  // promise: missy-12
  it('drops all older messages once one would exceed the remaining budget', () => {
    const sizes = [10, 10, 30_000, ...Array.from({ length: 16 }, () => 100)];
    const fill = fillNewestFirst(
      sizes.map((tokens) => ({ tokens })),
      history,
      { minItems: freshTailCount },
    );
    expect(fill.from).toBe(3);
  });
});
