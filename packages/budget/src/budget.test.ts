import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { allocateBudget } from './allocate-budget.js';
import { fillNewestFirst } from './fill-newest-first.js';
import { fitItems } from './fit-items.js';
import { equalCap } from './equal-cap.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
const sizes = fc.array(fc.nat(5000), { maxLength: 40 });

describe('allocateBudget', () => {
  it('gives the request what the response reserve leaves', () => {
    expect(allocateBudget({ window: 200_000, responseReserve: 4096 })).toEqual({
      window: 200_000,
      responseReserve: 4096,
      inputBudget: 195_904,
      clamps: [],
    });
  });

  // promise: context-9
  it('shrinks the reserve to a quarter of a small window and says so', () => {
    expect(allocateBudget({ window: 4000, responseReserve: 4096 })).toEqual({
      window: 4000,
      responseReserve: 1000,
      inputBudget: 3000,
      clamps: [{ name: 'responseReserve', wanted: 4096, given: 1000 }],
    });
  });

  it('respects a limit that the provider taught', () => {
    const { inputBudget } = allocateBudget({
      window: 200_000,
      responseReserve: 4096,
      maxInputTokens: 65_536,
    });
    expect(inputBudget).toBe(65_536);
  });
});

describe('fillNewestFirst', () => {
  it('stops at the first item that does not fit', () => {
    const items = [10, 900, 20, 30].map((tokens) => ({ tokens }));
    expect(fillNewestFirst(items, 100)).toEqual({ from: 2, tokens: 50 });
  });

  it('keeps the minimum although it does not fit', () => {
    const items = [10, 900, 20, 30].map((tokens) => ({ tokens }));
    expect(fillNewestFirst(items, 100, { minItems: 3 })).toEqual({ from: 1, tokens: 950 });
  });

  it('keeps the longest suffix within the budget', () => {
    fc.assert(
      fc.property(sizes, fc.nat(20_000), (tokens, budget) => {
        const items = tokens.map((value) => ({ tokens: value }));
        const fill = fillNewestFirst(items, budget);
        expect(fill.tokens).toBe(sum(tokens.slice(fill.from)));
        expect(fill.tokens).toBeLessThanOrEqual(budget);
        if (fill.from > 0) expect(sum(tokens.slice(fill.from - 1))).toBeGreaterThan(budget);
      }),
    );
  });
});

describe('equalCap', () => {
  it('leaves small sizes whole', () => {
    expect(equalCap([10, 1000, 1000], 410)).toBe(200);
  });

  it('is the largest cap that fits', () => {
    fc.assert(
      fc.property(sizes, fc.nat(20_000), (values, budget) => {
        const cap = equalCap(values, budget);
        const cut = (limit: number): number => sum(values.map((size) => Math.min(size, limit)));
        expect(cut(cap)).toBeLessThanOrEqual(budget);
        if (cap !== Infinity) expect(cut(cap + 1)).toBeGreaterThan(budget);
      }),
    );
  });
});

describe('fitItems', () => {
  it('never exceeds the budget, never cuts below the minimum, drops the oldest first', () => {
    const items = fc.array(fc.record({ tokens: fc.nat(5000), minTokens: fc.nat(200) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(items, fc.nat(20_000), (list, budget) => {
        const { allowances, tokens } = fitItems(list, budget);
        expect(tokens).toBeLessThanOrEqual(budget);
        const firstKept = allowances.findIndex((allowance) => allowance > 0);
        for (const [index, item] of list.entries()) {
          const allowance = allowances[index] ?? -1;
          expect(allowance).toBeLessThanOrEqual(item.tokens);
          if (firstKept >= 0 && index >= firstKept) {
            expect(allowance).toBeGreaterThanOrEqual(Math.min(item.minTokens, item.tokens));
          }
        }
      }),
    );
  });

  it('leaves everything alone that fits', () => {
    const items = [100, 200].map((tokens) => ({ tokens, minTokens: 10 }));
    expect(fitItems(items, 300).allowances).toEqual([100, 200]);
  });
});
