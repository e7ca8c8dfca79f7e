import { createContextManager } from '@everlong/context/manager';
import type { ContextState } from '@everlong/core';
import {
  CompactionDivider,
  ContextIndicator,
  ContextIndicatorDetails,
  ContextIndicatorLabel,
  ContextIndicatorMeter,
  ContextIndicatorRow,
  ContextLocaleProvider,
  useContextIndicator,
} from '@everlong/react';
import '@everlong/react/styles.css';
import { createRef, type ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { sampleStates, stateAt } from '../support/states.js';

const variants = ['bar', 'ring', 'text'] as const;

describe.each(variants)('as a %s', (variant) => {
  // promise: sdk-26
  test('it is a meter with a value and, spoken, what the value means', async () => {
    const screen = await render(<ContextIndicator state={stateAt(0.29)} variant={variant} />);
    const meter = screen.getByRole('meter', { name: 'Context' });
    await expect.element(meter).toHaveAttribute('aria-valuenow', '29');
    await expect.element(meter).toHaveAttribute('aria-valuemin', '0');
    await expect.element(meter).toHaveAttribute('aria-valuemax', '100');
    await expect
      .element(meter)
      .toHaveAttribute('aria-valuetext', '56,813 of 195,904 tokens, 29%, summarizes at 75%');
  });

  // promise: sdk-26
  test('it draws no more than all of itself', async () => {
    const screen = await render(<ContextIndicator state={stateAt(1.5)} variant={variant} />);
    const meter = screen.getByRole('meter');
    await expect.element(meter).toHaveAttribute('aria-valuenow', '100');
    await expect.element(meter).toHaveAttribute('data-state', 'over');
    await expect.element(screen.getByText('over the limit')).toBeVisible();
    await expect.element(screen.getByText('150%')).toBeVisible();
    expect(drawnShare(screen.container)).toBeLessThanOrEqual(1);
  });

  test('what is unknown is called so, and not drawn as empty', async () => {
    const screen = await render(<ContextIndicator state={undefined} variant={variant} />);
    await expect.element(screen.getByRole('img', { name: 'Context: unknown' })).toBeInTheDocument();
    await expect.element(screen.getByText('unknown')).toBeInTheDocument();
    expect(screen.container.querySelector('[data-slot="context-indicator"]')).toHaveAttribute(
      'data-state',
      'unknown',
    );
    expect(screen.container.querySelector('[role="meter"]')).toBeNull();
    expect(drawnShare(screen.container)).toBe(0);
  });
});

// promise: sdk-26
test('what createContextManager says of itself is drawn as it is', async () => {
  const contextManager = createContextManager({ maxTokens: 8000 });
  const screen = await render(<ContextIndicator state={contextManager.getState()} />);
  await expect.element(screen.getByRole('meter')).toHaveAttribute('aria-valuenow', '0');
  contextManager.recordUsage({ inputTokens: 7000, outputTokens: 120 });
  await screen.rerender(<ContextIndicator state={contextManager.getState()} />);
  await expect.element(screen.getByRole('meter')).toHaveAttribute('aria-valuenow', '89');
  await expect.element(screen.getByText('7.1K of 8K')).toBeVisible();
  const notes = screen.container.querySelectorAll('[data-slot="context-indicator-notes"] li');
  expect([...notes].map((note) => note.textContent)).toEqual([
    'Compacts next: above the hard threshold',
  ]);
});

test('a state without triggers, as a server of another version may send it, is drawn', async () => {
  const { triggers: _, ...partial } = stateAt(0.29);
  const screen = await render(<ContextIndicator state={partial as ContextState} />);
  await expect.element(screen.getByText('29%')).toBeInTheDocument();
});

test.each(sampleStates)('$name is told by more than colour', async ({ state, name }) => {
  const screen = await render(<ContextIndicator state={state} />);
  const words = { soft: 'filling up', hard: 'nearly full', over: 'over the limit' };
  const label = screen.container.querySelector('[data-slot="context-indicator-label"]');
  const word = name in words ? words[name as keyof typeof words] : name;
  if (word in { empty: 0, normal: 0 })
    expect(label?.textContent).toMatch(/^\d+% [\d.K]+ of 195.9K$/);
  else if (word === 'estimated') expect(label?.textContent).toContain('about 42%');
  else expect(label?.textContent).toContain(word);
});

test('the bar is filled to its share, from the start of the text direction', async () => {
  const screen = await render(
    <div dir="rtl" style={{ inlineSize: 400 }}>
      <ContextIndicator state={stateAt(0.5)} />
    </div>,
  );
  const meter = screen.getByRole('meter').element().getBoundingClientRect();
  const fill = screen.container
    .querySelector('[data-slot="context-indicator-fill"]')
    ?.getBoundingClientRect();
  expect(fill?.width).toBeCloseTo(meter.width / 2, 0);
  expect(fill?.right).toBeCloseTo(meter.right, 0);
});

test('triggers that watch the gauge are marked on it, others are rows', async () => {
  const screen = await render(<ContextIndicator state={stateAt(0.5)} />);
  const marks = [...screen.container.querySelectorAll('[data-slot="context-indicator-mark"]')];
  expect(marks.map((mark) => mark.getAttribute('data-trigger'))).toEqual([
    'soft threshold',
    'hard threshold',
  ]);
  await userEvent.click(screen.getByText('50%'));
  await expect.element(screen.getByText('18 of 30')).toBeVisible();
});

test('details open and close under a finger', async () => {
  const screen = await render(<ContextIndicator state={stateAt(0.5)} />);
  const tools = screen.getByText('12,450');
  const touched: string[] = [];
  screen.container.addEventListener('touchstart', () => touched.push('finger'));
  await commands.tap('[data-slot="context-indicator-summary"]');
  await expect.element(tools).toBeVisible();
  await commands.tap('[data-slot="context-indicator-summary"]');
  await expect.element(tools).not.toBeVisible();
  expect(touched).toEqual(['finger', 'finger']);
  const { height } = screen.getByText('50%').element().closest('summary')!.getBoundingClientRect();
  expect(height).toBeGreaterThanOrEqual(24);
});

test('nothing moves where the person wants less motion', async () => {
  const screen = await render(
    <>
      <ContextIndicator state={stateAt(0.5)} />
      <CompactionDivider status="running" />
    </>,
  );
  const moves = () => {
    const style = (slot: string) =>
      getComputedStyle(screen.container.querySelector(`[data-slot="${slot}"]`)!);
    const { transitionDuration } = style('context-indicator-fill');
    const { animationName } = style('compaction-divider-label');
    return { fill: Number.parseFloat(transitionDuration) > 0, divider: animationName !== 'none' };
  };
  expect(moves()).toEqual({ fill: true, divider: true });
  try {
    await commands.reduceMotion(true);
    expect(moves()).toEqual({ fill: false, divider: false });
  } finally {
    await commands.reduceMotion(false);
  }
});

test('details open by keyboard and by click, and close by Escape', async () => {
  const screen = await render(<ContextIndicator state={stateAt(0.5)} />);
  const tools = screen.getByText('12,450');
  await expect.element(tools).not.toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(tools).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tools).not.toBeVisible();
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  await userEvent.click(screen.getByText('50%'));
  await expect.element(tools).toBeVisible();
});

test('what was billed is a number of its own, never in the gauge', async () => {
  const screen = await render(<ContextIndicator state={stateAt(0.1)} />);
  await userEvent.click(screen.getByText('10%'));
  await expect.element(screen.getByText('912,345 in (800,000 cached), 4,321 out')).toBeVisible();
  await expect.element(screen.getByRole('meter')).toHaveAttribute('aria-valuenow', '10');
  const spend = { inputTokens: 5, outputTokens: 1, unreportedCalls: 2 };
  await screen.rerender(<ContextIndicator state={{ ...stateAt(0.1), spend }} />);
  await expect.element(screen.getByText('5 in, 1 out, calls without a report: 2')).toBeVisible();
});

test('a status is announced when a threshold is crossed, and only then', async () => {
  const screen = await render(<ContextIndicator state={undefined} />);
  const status = screen.getByRole('status');
  const said: string[] = [];
  for (const ratio of [0.1, 0.2, 0.8, 0.81, 0.95, 1.2, 0.3, 0.31]) {
    await screen.rerender(<ContextIndicator state={stateAt(ratio)} />);
    const text = status.element().textContent ?? '';
    if (text !== said.at(-1)) said.push(text);
  }
  expect(said).toEqual([
    '',
    'The context is filling up',
    'The context is nearly full',
    'The context is over its limit',
    'The context has room again',
  ]);
});

test('strings and locale can be replaced, for all parts at once', async () => {
  const strings = { context: 'Kontext', tokens: (used: string, of: string) => `${used} von ${of}` };
  const screen = await render(
    <ContextLocaleProvider locale="de" strings={strings}>
      <ContextIndicator state={stateAt(0.29)} />
      <ContextIndicator state={stateAt(0.29)} strings={{ context: 'Fenster' }} />
    </ContextLocaleProvider>,
  );
  await expect.element(screen.getByRole('meter', { name: 'Kontext' })).toBeInTheDocument();
  await expect.element(screen.getByRole('meter', { name: 'Fenster' })).toBeInTheDocument();
  expect(screen.container.textContent).toContain('29\u00a0%');
  expect(screen.container.textContent).toContain('56.813');
});

test('parts can be put together anew, with classes, refs and attributes', async () => {
  const root = createRef<HTMLDivElement>();
  const meter = createRef<HTMLDivElement>();
  const screen = await render(
    <ContextIndicator ref={root} state={stateAt(0.29)} className="mine" data-testid="root">
      <ContextIndicatorMeter ref={meter} aria-label="Window" style={{ blockSize: 20 }} />
      <ContextIndicatorLabel>How full?</ContextIndicatorLabel>
      <ContextIndicatorDetails open label="More">
        <dl>
          <ContextIndicatorRow term="Mine" className="row">
            <Percent />
          </ContextIndicatorRow>
        </dl>
      </ContextIndicatorDetails>
    </ContextIndicator>,
  );
  expect(root.current).toHaveClass('mine');
  expect(root.current).toHaveAttribute('data-testid', 'root');
  expect(meter.current?.getBoundingClientRect().height).toBe(20);
  await expect.element(screen.getByRole('meter', { name: 'Window' })).toBeVisible();
  await expect.element(screen.getByText('How full?')).toBeVisible();
  await expect.element(screen.getByText('29 of a hundred')).toBeVisible();
});

function Percent(): ReactElement {
  return <>{useContextIndicator().gauge.percent} of a hundred</>;
}

/** How much of the meter is covered, by what the browser lays out. */
function drawnShare(container: Element): number {
  const fill = container.querySelector('[data-slot="context-indicator-fill"]');
  if (fill === null) return 0;
  if (fill instanceof SVGElement) {
    return Number.parseFloat(fill.getAttribute('stroke-dasharray') ?? '') / 100;
  }
  const meter = fill.closest('[data-slot="context-indicator-meter"]');
  return fill.getBoundingClientRect().width / (meter?.getBoundingClientRect().width ?? 0);
}
