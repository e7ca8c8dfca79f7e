import type { Snapshot } from '@everlong/core';
import { countTokens, makeEntries, workLines } from '@everlong/testing';
import { expect, it } from 'vitest';

import { createSummarizer } from '../../src/model/model-summarizer.js';

const limits = { maxTokens: 1_200, count: countTokens };
const first = `## Key Decisions
- A scanner instead of the regular expression in parseTokens (#7)
## Current State
- parser_speed fails (#6)
## Pending Tasks
- Write the scanner`;

/** As an engine does it: the new text behind those that go on being sent. */
function sideBySide(before: Snapshot, added: Snapshot): Snapshot {
  const parts = [...(before.parts ?? [before.text]), added.text];
  return { ...added, parts, text: parts.join('\n\n') };
}

it('folds snapshots that stand side by side into one of the next depth, and knows from which', async () => {
  const prompts: string[] = [];
  const answers = [
    first,
    'ADD Key Decisions: The limit of parser_speed is 1500 (#11)\nADD Pending Tasks: Ask Ann about parser_speed (#11)',
    'CLOSE P1 (#13)',
  ];
  const summarizer = createSummarizer({
    compactify: ({ prompt }) => {
      prompts.push(prompt);
      return answers[prompts.length - 1] ?? 'NO CHANGES';
    },
  });
  const one = await summarizer.summarize({ ...limits, entries: makeEntries(workLines) });
  const said = 'The limit of parser_speed is 1500. Next I will ask Ann about parser_speed.';
  const two = await summarizer.summarize({
    ...limits,
    previous: one.snapshot,
    entries: makeEntries([['assistant', said]], 11),
    beside: true,
    visibleText: one.snapshot.text,
  });
  const both = sideBySide(one.snapshot, two.snapshot);
  expect(both.parts?.[1]).toContain(
    '[Record of messages #11 to #11 (1 messages, 2026-01-01, depth 1)',
  );
  expect(both.spans).toEqual([
    { fromSeq: 0, throughSeq: 10, depth: 1 },
    { fromSeq: 11, throughSeq: 11, depth: 1 },
  ]);
  const { snapshot } = await summarizer.summarize({
    ...limits,
    previous: both,
    entries: makeEntries(
      [
        ['user', 'Go on.'],
        ['assistant', 'The scanner is written.'],
      ],
      12,
    ),
  });
  const asked = prompts.at(-1) ?? '';
  expect(asked).toContain('[K1] A scanner instead of the regular expression in parseTokens (#7)');
  expect(asked).toContain('[K2] The limit of parser_speed is 1500 (#11)');
  expect(asked).toMatch(/\[P\d\] Write the scanner/);
  expect(asked).toMatch(/\[P\d\] Ask Ann about parser_speed \(#11\)/);
  expect(snapshot.text).toMatch(
    /^\[Record of messages #0 to #13 \(14 messages, 2026-01-01, depth 2\)/,
  );
  for (const line of [
    'A scanner instead of the regular expression in parseTokens (#7)',
    'The limit of parser_speed is 1500 (#11)',
    'parser_speed fails (#6)',
    '"Never touch src/legacy.ts." (#0)',
  ]) {
    expect(snapshot.text).toContain(`- ${line}`);
  }
  expect(snapshot.text).toContain('- Ask Ann about parser_speed (#11)');
  expect(snapshot.text).not.toContain('- Write the scanner');
  expect(snapshot).not.toHaveProperty('parts');
  expect(snapshot.depth).toBe(2);
  expect(snapshot.spans).toEqual([
    {
      fromSeq: 0,
      throughSeq: 13,
      depth: 2,
      foldedFrom: [
        { fromSeq: 0, throughSeq: 10, depth: 1 },
        { fromSeq: 11, throughSeq: 11, depth: 1 },
      ],
    },
  ]);
});
