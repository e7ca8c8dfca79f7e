import { ContextBreakdown } from '@everlong/react';
import '@everlong/react/styles.css';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { sampleStates, stateAt } from '../support/states.js';

test('legend and table say the same numbers as the segments', async () => {
  const screen = await render(<ContextBreakdown state={stateAt(0.5)} />);
  expect(
    screen
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual([
    'Tools 12.5K',
    'Summary 580',
    'Messages 84.9K',
    'Free 98K',
    'Kept for the answer 4.1K',
  ]);
  await userEvent.click(screen.getByText('As a table'));
  const rows = screen
    .getByRole('row')
    .elements()
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'PartTokensShare',
    'Tools12,4506%',
    'Summary5800%',
    'Messages84,92242%',
    'Free97,95249%',
    'Kept for the answer4,0962%',
  ]);
});

test.each(sampleStates)('$name: the segments are never wider than the bar', async ({ state }) => {
  const screen = await render(
    <div style={{ inlineSize: 500 }}>
      <ContextBreakdown state={state} />
    </div>,
  );
  const segments = [
    ...screen.container.querySelectorAll('[data-slot="context-breakdown-segment"]'),
  ];
  const widths = segments.map((segment) => segment.getBoundingClientRect().width);
  const sum = widths.reduce((total, width) => total + width, 0);
  expect(sum).toBeLessThanOrEqual(501);
  if (state === undefined) await expect.element(screen.getByText('unknown')).toBeVisible();
  else expect(sum).toBeCloseTo(500, 0);
});
