import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { trimTurns, turnsToRestore } from './trim-turns.js';

function turnsOf(count: number, tokens: number, textTokens = 10): Parameters<typeof trimTurns>[0] {
  return Array.from({ length: count }, () => ({ tokens, textTokens }));
}

const roomy = { maxTurns: 20, maxTokens: 50_000 };

describe('004, turn trimming', () => {
  it('keeps everything up to 20 turns', () => {
    expect(trimTurns(turnsOf(20, 100), roomy)).toEqual({ from: 0, textOnly: false });
  });

  // promise: cowagent-6
  it('trims the oldest half of the turns when there are more', () => {
    expect(trimTurns(turnsOf(21, 100), roomy)).toEqual({ from: 10, textOnly: false });
  });

  it('halves again while there are still too many', () => {
    expect(trimTurns(turnsOf(100, 100), roomy)).toEqual({ from: 87, textOnly: false });
  });
});

describe('004, token budget trimming', () => {
  it('trims the first half of five or more turns', () => {
    expect(trimTurns(turnsOf(5, 11_000), roomy)).toEqual({ from: 2, textOnly: false });
    expect(trimTurns(turnsOf(20, 4000), roomy)).toEqual({ from: 10, textOnly: false });
  });

  it('checks the budget again after a half went', () => {
    expect(trimTurns(turnsOf(20, 9000), roomy)).toEqual({ from: 15, textOnly: false });
  });

  it('leaves user text and final reply of fewer than five turns', () => {
    expect(trimTurns(turnsOf(4, 15_000), roomy)).toEqual({ from: 0, textOnly: true });
  });

  it('leaves out the oldest texts that do not fit beside the newest turn (law 1)', () => {
    expect(trimTurns(turnsOf(4, 40_000, 4000), roomy)).toEqual({ from: 1, textOnly: true });
    expect(trimTurns(turnsOf(4, 60_000), roomy)).toEqual({ from: 3, textOnly: true });
  });

  it('keeps the newest turn and whatever it says fits', () => {
    const turns = fc.array(fc.record({ tokens: fc.nat(9000), textTokens: fc.nat(100) }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(turns, fc.nat(25), fc.nat(60_000), (list, maxTurns, maxTokens) => {
        const { from, textOnly } = trimTurns(list, { maxTurns, maxTokens });
        expect(from).toBeLessThan(list.length);
        if (maxTurns > 0) expect(list.length - from).toBeLessThanOrEqual(maxTurns);
        const past = list
          .slice(from, -1)
          .reduce((sum, turn) => sum + (textOnly ? turn.textTokens : turn.tokens), 0);
        if (past > 0) expect(past + (list.at(-1)?.tokens ?? 0)).toBeLessThanOrEqual(maxTokens);
      }),
    );
  });
});

describe('004, session persistence', () => {
  // promise: cowagent-16
  it('restores the most recent max(3, turns / 6) turns', () => {
    expect([6, 18, 20, 30].map(turnsToRestore)).toEqual([3, 3, 3, 5]);
  });
});
