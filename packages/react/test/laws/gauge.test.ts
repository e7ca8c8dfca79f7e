import { openSession } from '@everlong/context';
import { type ContextState, createMemoryStore } from '@everlong/core';
import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { allowJsx } from '../support/allow-jsx.js';
import { stateArbitrary } from '../support/state-arbitrary.js';

allowJsx();
const { ContextBreakdown, ContextIndicator, readGauge } = await import('@everlong/react');

const variants = ['bar', 'ring', 'text'] as const;

test('for any state the drawn share is within 0 and 1, and what is spoken within its range', () => {
  fc.assert(
    fc.property(stateArbitrary, fc.constantFrom(...variants), (state, variant) => {
      const markup = renderToStaticMarkup(createElement(ContextIndicator, { state, variant }));
      for (const percent of drawn(markup)) {
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
      }
      const spoken = /aria-valuenow="([^"]*)"/.exec(markup)?.[1];
      if (spoken === undefined) expect(markup).toContain('data-state="unknown"');
      else expect(Number(spoken)).toSatisfy((value: number) => value >= 0 && value <= 100);
      expect(markup).not.toMatch(/NaN/);
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('for any state the segments of the breakdown fit into it', () => {
  fc.assert(
    fc.property(stateArbitrary, (state) => {
      const shares = drawn(renderToStaticMarkup(createElement(ContextBreakdown, { state })));
      expect(shares.every((share) => share >= 0)).toBe(true);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(100 + 1e-6);
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('the gauge falls after a compaction', async () => {
  let compactions = 0;
  const words = fc.integer({ min: 1, max: 120 });
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 10, maxLength: 30 }), async (lengths) => {
      const session = await openSession({ store: createMemoryStore(), contextWindow: 1500 });
      for (const [turn, length] of lengths.entries()) {
        const content = `Step ${turn}: ${'look at the next page '.repeat(length)}`;
        await session.append({ role: turn % 2 === 0 ? 'user' : 'assistant', content });
        const before = session.state();
        const { state: after } = await session.prepare();
        if (after.epoch === before.epoch) continue;
        compactions += 1;
        expect(shareOf(after)).toBeLessThanOrEqual(shareOf(before));
        expect(after.used.total).toBeLessThan(before.used.total);
      }
      await session.close();
    }),
    { numRuns: propertyRuns(20) },
  );
  expect(compactions).toBeGreaterThan(0);
});

function shareOf(state: ContextState): number {
  return readGauge(state).share;
}

/** Percents that the markup draws: widths, places, and dashes of the ring. */
function drawn(markup: string): number[] {
  const drawings = /(?:inline-size|inset-inline-start):([^%"]*)%|stroke-dasharray="([^ "]*) 100"/g;
  return [...markup.matchAll(drawings)].map(([, width, dash]) => Number(width ?? dash));
}
