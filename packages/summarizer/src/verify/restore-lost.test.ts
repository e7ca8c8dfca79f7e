import { countTokens, type Line, makeEntries, workLines } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { createExtractiveSummarizer } from '../account/extractive-summarizer.js';
import { summarize } from '../../test/support/model-summary.js';

const state = `## Current State\n${'- The work goes on in the house and in the yard.\n'.repeat(30)}`;
const demand = '- "Never touch src/legacy.ts." (#0)';
const ids = makeEntries([...workLines, ['user', 'The order is ORD-5512, keep it.']]);

describe('what a model’s summary lost', () => {
  // promise: context-15
  it('is put back in at most a tenth of its tokens: demands that the last one quoted, values', async () => {
    const first = await summarize(
      () => `${state}\n## Constraints\n${demand}`,
      {},
      { entries: ids },
    );
    expect(first.snapshot.text).toContain(demand);
    const entries = makeEntries([['assistant', 'The parser goes on.']], 12);
    const forgetful = `${state}\n## Pending Tasks\n- none`;
    const { snapshot } = await summarize(
      () => forgetful,
      {},
      { previous: first.snapshot, entries },
    );
    expect(snapshot.text).toContain(demand);
    expect(snapshot.text).toContain('ORD-5512');
    expect(snapshot.verification?.restored).toBeGreaterThanOrEqual(2);
    const [, written = ''] = snapshot.text.split(/\]\n\n(.*)/s);
    expect(countTokens(written)).toBeLessThan(1.15 * countTokens(forgetful));
  });

  it('stays out where the summary names its entry, or the request shows it', async () => {
    const first = await summarize(() => `${state}\n## Constraints\n${demand}`);
    const entries = makeEntries([['user', 'You may touch all files now.']], 12);
    const told = `${state}\n## Key Decisions\n- All files may be touched (#12), unlike #0 said.`;
    const { snapshot } = await summarize(() => told, {}, { previous: first.snapshot, entries });
    expect(snapshot.text).not.toContain('Never touch');
    const seen = { previous: first.snapshot, entries, visibleText: 'see ORD-5512' };
    const later = await summarize(() => `${state}\n## Pending Tasks\n- none`, {}, seen);
    expect(later.snapshot.text).not.toContain('ORD-5512');
  });

  it('is named by its own number alone: #12 does not name #1', async () => {
    const rule: Line[] = [...workLines.slice(0, 1), ['user', 'Never touch src/legacy.ts.']];
    const first = await summarize(
      () => `${state}\n## Constraints\n- "Never touch src/legacy.ts." (#1)`,
      {},
      { entries: makeEntries(rule) },
    );
    const entries = makeEntries([['user', 'You may touch all files now.']], 12);
    for (const [number, isBack] of [
      ['#12', true],
      ['#1', false],
    ] as const) {
      const told = `${state}\n## Key Decisions\n- All files may be touched (${number}).`;
      const { snapshot } = await summarize(() => told, {}, { previous: first.snapshot, entries });
      expect(snapshot.text.includes('Never touch')).toBe(isBack);
    }
  });

  it('comes back later where a text had no room for it, also after an account', async () => {
    const first = await summarize(
      () => `${state}\n## Constraints\n${demand}`,
      {},
      { entries: ids },
    );
    const next = (seq: number) => makeEntries([['assistant', 'The parser goes on.']], seq);
    const short = '## Current State\n- goes on\n## Pending Tasks\n- none';
    const brief = await summarize(() => short, {}, { previous: first.snapshot, entries: next(12) });
    expect(brief.snapshot.text).not.toContain('Never touch');
    const byCode = { entries: next(13), maxTokens: 1_200, count: countTokens };
    const account = await createExtractiveSummarizer().summarize({
      ...byCode,
      previous: brief.snapshot,
    });
    const long = `${state}\n## Pending Tasks\n- none`;
    for (const previous of [brief.snapshot, account.snapshot]) {
      const { snapshot } = await summarize(() => long, {}, { previous, entries: next(14) });
      expect(snapshot.text).toContain(demand);
      expect(snapshot.text).toContain('ORD-5512');
    }
  });
});
