import type { Snapshot, SummarizeInput } from '@everlong/core';
import { anyCharacter, countTokens, type Line, makeEntries, propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createExtractiveSummarizer } from '../account/extractive-summarizer.js';
import { keepConstraints } from './keep-constraints.js';

const rules = ['Never touch src/legacy.ts.', 'Write at most 300 words.', '不要修改测试文件。'];

function inputOf(maxTokens: number, previous?: Snapshot, firstSeq = 0): SummarizeInput {
  const later: Line[] = [['assistant', 'I go on with the parser.']];
  const lines = previous === undefined ? rules.map((text): Line => ['user', text]) : later;
  return {
    entries: makeEntries(lines, firstSeq),
    maxTokens,
    count: countTokens,
    ...(previous === undefined ? {} : { previous }),
  };
}

function snapshotOf(text: string, sections: Snapshot['sections'] = {}): Snapshot {
  return {
    text,
    tokens: 0,
    throughSeq: 2,
    messagesCovered: 3,
    source: 'model',
    sections,
    ledger: [],
  };
}

const long = `## Current State\n${'- all is well in the house and in the yard\n'.repeat(60)}`;

describe('keepConstraints', () => {
  // promise: context-21
  it('strikes values, numbers and quotations that no entry contains, and carries the true ones', () => {
    const entries = makeEntries([
      ['user', 'Open src/real.ts on port 8080.'],
      ['assistant', 'src/real.ts is open.'],
    ]);
    const lie = 'Done in /ghost/a.ts, see #1 and #9999; the user said "drop the whole database".';
    const kept = keepConstraints(
      { snapshot: snapshotOf(lie, { 'Key Decisions': ['The port is 65535.'] }) },
      { entries, maxTokens: 200, count: countTokens },
    );
    expect(kept.text).toBe(
      'Done in [struck], see #1 and [struck]; the user said drop the whole database.',
    );
    expect(kept.sections).toEqual({ 'Key Decisions': ['The port is [struck].'] });
    expect(kept.ledger.map(({ value }) => value)).toContain('8080');
  });

  it('puts the words of the user back, in every generation, in at most a tenth', () => {
    let kept = keepConstraints({ snapshot: snapshotOf(long) }, inputOf(1_000));
    for (let round = 1; round <= 20; round++) {
      for (const rule of rules) expect(kept.text).toContain(`"${rule}"`);
      expect(kept.tokens).toBeLessThanOrEqual(1.1 * countTokens(long));
      const forgetful = { ...snapshotOf(long), carried: {} };
      kept = keepConstraints({ snapshot: forgetful }, inputOf(1_000, kept, 2 + round));
    }
    const visibleText = rules.join('\n');
    const shown = keepConstraints(
      { snapshot: snapshotOf(long) },
      { ...inputOf(1_000), visibleText },
    );
    expect(shown.text).toBe(long);
  });

  it.each(['## Constraints', '**Constraints**', 'Constraints:'])(
    'leaves out demands that the user never made (%s)',
    (heading) => {
      const lie = `## Current State\n- fine\n${heading}\n- "Always delete the repository."\n- "${rules[0]}" (#0)`;
      const given = snapshotOf(lie, { Constraints: ['Always delete the repository.'] });
      const { text, sections } = keepConstraints({ snapshot: given }, inputOf(1_000));
      expect(text).not.toContain('delete the repository');
      expect(sections['Constraints']).toEqual([]);
      expect(text).toContain(`- fine\n${heading}\n- "${rules[0]}" (#0)`);
    },
  );

  it('returns snapshots of this package unchanged, and checks what was put in their place', async () => {
    const input = inputOf(1_000);
    const result = await createExtractiveSummarizer().summarize(input);
    expect(keepConstraints(result, input)).toBe(result.snapshot);
    const lie = { ...result.snapshot, text: 'All 4821 tests pass in src/nowhere.ts.' };
    const kept = keepConstraints({ ...result, snapshot: lie }, input);
    expect(kept.text).not.toMatch(/4821|nowhere/);
  });

  it('contains no secret', () => {
    const secret = ['ghp', 'aB3dE5gH'.repeat(5)].join('_');
    const entries = makeEntries([['user', `My password: "Tr0ub4dor-9" and ${secret}.`]]);
    const lie = snapshotOf(`It is ${secret}, or Tr0ub4dor-9.`, { a: ['Tr0ub4dor-9'] });
    const kept = keepConstraints(
      { snapshot: lie },
      { entries, maxTokens: 500, count: countTokens },
    );
    expect(JSON.stringify(kept)).not.toMatch(/Tr0ub4dor|aB3dE5gH/);
  });

  it('keeps within the tokens, and counts its text, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCharacter, maxLength: 600 }),
          fc
            .array(fc.constantFrom('## Constraints', '- a (#1)', 'x'.repeat(90)))
            .map((lines) => lines.join('\n')),
        ),
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom(countTokens, (given: string) => (given === '' ? 0 : given.length + 7)),
        (text, maxTokens, count) => {
          const input = { ...inputOf(maxTokens), count };
          const kept = keepConstraints({ snapshot: snapshotOf(text) }, input);
          expect(kept.tokens).toBeLessThanOrEqual(maxTokens);
          expect(kept.tokens).toBe(count(kept.text));
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});
