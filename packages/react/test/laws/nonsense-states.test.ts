import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';

import { allowJsx } from '../support/allow-jsx.js';

allowJsx();
const { ContextBreakdown, ContextIndicator, readContextState } = await import('@everlong/react');

it('whatever messages a server answers with, the parts are drawn without an error', () => {
  const names = 'window inputBudget used ratio level source triggers willCompact next spend epoch';
  const field = fc.oneof(fc.anything(), fc.double(), fc.record({ total: fc.anything() }));
  const state = fc.dictionary(fc.constantFrom(...names.split(' ')), field);
  const gauge = fc.record({ ratio: fc.double(), used: fc.record({ total: fc.anything() }) });
  const context = fc.oneof(
    fc.anything(),
    fc.tuple(state, gauge).map(([left, right]) => ({ ...left, ...right })),
  );
  const part = fc.record({ type: fc.constant('data-context-state'), data: context });
  const message = fc.oneof(
    fc.anything(),
    fc.record({ metadata: fc.record({ context }), parts: fc.anything() }),
    fc.record({ parts: fc.array(fc.oneof(part, fc.anything())) }),
  );
  let drawn = 0;
  fc.assert(
    fc.property(fc.array(message, { maxLength: 3 }), (messages) => {
      const given = readContextState(messages);
      if (given !== undefined) drawn++;
      for (const Part of [ContextIndicator, ContextBreakdown]) {
        const html = renderToString(createElement(Part as never, { state: given } as never));
        expect(typeof html).toBe('string');
      }
    }),
    { numRuns: propertyRuns(500) },
  );
  expect(drawn).toBeGreaterThan(0);
});
