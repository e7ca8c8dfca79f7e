import { countTokens, makeEntries, workLines } from '@everlong/testing';
import { expect, it } from 'vitest';

import { createExtractiveSummarizer } from './extractive-summarizer.js';
import { formatForReading } from './format-for-reading.js';

it('tells people what is open and next first, and values last, by kind', async () => {
  const entries = makeEntries([
    ...workLines,
    ['assistant', 'Set MAX_POOL=37 and use import clsx from "clsx" with bg-red-500 duration-500.'],
  ]);
  const input = { entries, maxTokens: 1_200, count: countTokens };
  const { snapshot } = await createExtractiveSummarizer().summarize(input);
  const text = formatForReading(snapshot);
  expect(text.match(/^## .*$/gm)).toEqual([
    '## Next',
    '## Done',
    '## Decided',
    '## Files',
    '## Constraints',
    '## Values',
  ]);
  const next = text.slice(0, text.indexOf('## Done'));
  expect(next).toMatch(/^- First request \(#0\)/m);
  expect(next).toMatch(/^- Newest summarized request \(#10\)/m);
  expect(text).toContain('- Settings: `MAX_POOL=37` (#11)');
  expect(text).toContain('Paths: ');
  const values = text.slice(text.indexOf('## Values'));
  expect(values).not.toMatch(/bg-red|duration-500|scanAll/);
  // What is stored keeps its order.
  expect(snapshot.text.indexOf('## Files Modified')).toBeLessThan(
    snapshot.text.indexOf('## Current State'),
  );
});

it('begins with what the user asked for last and nobody answered', async () => {
  const entries = makeEntries([['user', 'Please rename the parser.']]);
  const input = { entries, maxTokens: 600, count: countTokens };
  const { snapshot } = await createExtractiveSummarizer().summarize(input);
  expect(formatForReading(snapshot)).toMatch(/^## Open\n- "Please rename the parser\." \(#0\)\n/);
});
