import { describe, expect, it } from 'vitest';

import { drawPolicies } from './draw-policies.js';
import { createPolicyTally, toPolicyResult } from './policy-tally.js';
import { replayPage } from './replay-page.js';

const loop = { calls: 12, extraCalls: 2, unmet: 0, neverHad: 0, readAgain: 3 };

function result(policy: string, costToFinish: number, readAgainPer100: number) {
  const tally = createPolicyTally();
  tally.requests = 10;
  tally.closedLoop = { ...loop, costToFinish, readAgainPer100 };
  const heading = { policy, window: 16_000, reserve: 4000, model: 'claude-sonnet-4-5' };
  return toPolicyResult(heading, tally, false);
}

describe('drawPolicies', () => {
  it('sets a point where the axes say', () => {
    const points = [
      { policy: 'a', cost: 0, readAgainPer100: 0 },
      { policy: 'b <&>', cost: 50, readAgainPer100: 20 },
    ];
    const svg = drawPolicies([{ title: 'window 16,000', points }]);
    // The corner of the axes, and the far end of both: 50 and 20 are round.
    expect(svg).toContain('<circle cx="46.0" cy="214.0"');
    expect(svg).toContain('<circle cx="362.0" cy="36.0"');
    expect(svg).toContain('b &lt;&amp;&gt;: 50, 20 read again');
    expect(svg).not.toContain('b <');
  });

  it('has a panel a window, and none of nothing', () => {
    const panel = { title: 'x', points: [] };
    expect(drawPolicies([panel, panel, panel]).match(/<g /g)).toHaveLength(3);
    const shares = [{ title: 'solved', shares: [{ policy: 'a', share: 0.25 }] }];
    const solved = drawPolicies([panel], { shares });
    expect(solved.match(/<g /g)).toHaveLength(2);
    expect(solved).toContain('>25 %<');
    expect(drawPolicies([])).toMatch(/^<svg [^]*<\/svg>\n$/);
  });
});

describe('replayPage', () => {
  it('is one page that loads nothing, with a plot of the closed loop', () => {
    const page = replayPage({ files: [], total: [result('newest', 2, 30), result('<x>', 1, 10)] });
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('<svg ');
    expect(page).toContain('&lt;x&gt;: 1, 10 read again');
    expect(page).not.toContain('<x>');
    expect(page.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/src=|href=|https?:/);
  });

  it('says so when nothing was replayed', () => {
    expect(replayPage({ files: [], total: [] })).toContain('Nothing was replayed.');
  });
});
