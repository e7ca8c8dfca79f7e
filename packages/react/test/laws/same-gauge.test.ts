import type { ContextState } from '@everlong/core';
import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import picocolors from 'picocolors';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

// @boundaries-ignore the other surface that shows the gauge
import { formatGauge } from '../../../../apps/cli/src/output/context-gauge.js';
import { allowJsx } from '../support/allow-jsx.js';

allowJsx();
const { ContextIndicator } = await import('@everlong/react');

const BASE: ContextState = {
  window: 200_000,
  inputBudget: 195_904,
  used: { total: 0, instructions: 0, tools: 0, summary: 0, memory: 0, messages: 0 },
  ratio: 0,
  level: 'normal',
  source: 'tokenizer',
  triggers: [],
  willCompact: false,
  next: { action: 'keep', reason: 'there is room' },
  epoch: 0,
};

test('the terminal and React show the same number for any state', () => {
  const amounts = fc.oneof(fc.nat({ max: 500_000 }), fc.constantFrom(0, 29, 100, 195_904));
  const budgets = fc.oneof(amounts, fc.integer({ max: -1 }), fc.constant(Infinity));
  fc.assert(
    fc.property(amounts, budgets, (total, inputBudget) => {
      const ratio = total / inputBudget;
      const state = { ...BASE, inputBudget, ratio, used: { ...BASE.used, total } };
      expect(inReact(state)).toBe(inTerminal(state));
    }),
    {
      numRuns: propertyRuns(300),
      examples: [
        [29, 100],
        [150, 100],
        [0, 0],
      ],
    },
  );
});

/** `undefined` where the gauge says that it does not know. */
function inTerminal(state: ContextState): string | undefined {
  const lines = formatGauge(state, { colors: picocolors.createColors(false) });
  return /^ *In use: .*\((\d+)%\)/m.exec(lines.join('\n'))?.[1];
}

function inReact(state: ContextState): string | undefined {
  const markup = renderToStaticMarkup(createElement(ContextIndicator, { state }));
  const [, shown = ''] = /data-slot="context-indicator-percent">([^<]*)</.exec(markup) ?? [];
  return /^([\d,]+)%$/.exec(shown)?.[1]?.replaceAll(',', '');
}
