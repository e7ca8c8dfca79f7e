import { createPolicy } from '@everlong/context';
import { describe, expect, it } from 'vitest';

import { type Candidate, chooseWithout } from '../../bench/fit/fit-choice.ts';
import { readFitted } from '../../bench/fit/fitted-settings.ts';

const candidate = (name: string, costs: Record<string, number>, reads = 10): Candidate => ({
  name,
  settings: { carryFactor: name.length },
  scores: Object.fromEntries(
    Object.entries(costs).map(([source, cost]) => [
      source,
      { cost, readAgainPer100: reads, unmetPer100: 0 },
    ]),
  ),
});

const usual = candidate('default', { pi: 0.5, codex: 0.6, kimi: 0.4 });

describe('chooseWithout', () => {
  it('takes what is cheaper everywhere, and shows it on the source left out', () => {
    const better = candidate('better', { pi: 0.45, codex: 0.52, kimi: 0.9 });
    const choice = chooseWithout('kimi', [usual, better]);
    // Cheaper by 0.05 and 0.08: 0.065 on average, which differ from it by 0.015.
    expect(choice).toMatchObject({ name: 'better', tuned: true, leftOut: { chosen: 0.9 } });
    expect(choice.win).toBeCloseTo(0.065, 12);
    expect(choice.spread).toBeCloseTo(0.015, 12);
    expect(choice.fitted.default).toBeCloseTo(0.55, 12);
    expect(choice.fitted.chosen).toBeCloseTo(0.485, 12);
  });

  it('is not tuned where the win is smaller than the spread between sources', () => {
    const lucky = candidate('lucky', { pi: 0.2, codex: 0.65, kimi: 0.4 });
    const choice = chooseWithout('kimi', [usual, lucky]);
    expect(choice).toMatchObject({ name: 'lucky', tuned: false });
    expect(choice.fitted.chosen).toBe(choice.fitted.default);
    expect(choice.leftOut.chosen).toBe(0.4);
  });

  it('does not buy cheapness with what has to be read again', () => {
    const greedy = candidate('greedy', { pi: 0.1, codex: 0.1, kimi: 0.1 }, 11);
    expect(chooseWithout('kimi', [usual, greedy])).toMatchObject({ name: 'default', win: 0 });
  });
});

describe('the settings that are checked in', () => {
  it('were compared with what the default has now; otherwise run lab:fit again', () => {
    expect(readFitted().defaults).toEqual(createPolicy('everlong').settings);
  });

  it('are those of six windows, without each source in turn, taken where they win clearly', () => {
    const { windows } = readFitted();
    expect(Object.keys(windows)).toEqual(['4000', '8000', '16000', '32000', '64000', '128000']);
    for (const choices of Object.values(windows)) {
      expect(Object.keys(choices).length).toBeGreaterThan(5);
      for (const { win, spread, tuned, fitted } of Object.values(choices)) {
        expect(tuned).toBe(win > spread);
        expect(fitted.chosen).toBeLessThanOrEqual(fitted.default);
      }
    }
  });
});
