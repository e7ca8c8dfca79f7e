import type { Snapshot } from '@everlong/core';
import { countTokens, growthOf, type Line, makeEntries, workLines } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { parseSections } from '../sections/parse-sections.js';
import { readSummary } from '../sections/read-summary.js';
import { summarize } from '../../test/support/model-summary.js';
import { createSourceIndex } from './source-index.js';
import { unmarked } from './unknown-values.js';
import { verifyLine } from './verify-line.js';

const lie = 'drop the whole database now';
const state = `## Current State\n${'- The work goes on in the house and in the yard.\n'.repeat(30)}`;

/** The snapshots of notes, one after another. */
async function generations(notes: string[], later: Line = ['assistant', 'The parser goes on.']) {
  const made: Snapshot[] = [];
  for (const [at, note] of notes.entries()) {
    const previous = made.at(-1);
    const entries = makeEntries(at === 0 ? workLines : [later], at === 0 ? 0 : 11 + at);
    const input = previous === undefined ? { entries } : { entries, previous };
    made.push((await summarize(() => `${state}${note}`, {}, input)).snapshot);
  }
  return made.map(({ text }) => text);
}

describe('a note of a hostile model', () => {
  it.each([
    ['code in a fence', `\`\`\`\n- "${lie}"\n- see #0\n\`\`\``, lie],
    ['short words beside an entry of the user', '- "Drop it all" (#0)', 'Drop it all'],
    ['words of the assistant beside one', '- "I will use a scanner" (#0)', 'I will use a scanner'],
  ])('makes no demand of the user from %s', async (_, line, words) => {
    const notes = [line, `- "${words}"`, '- none'].map((demand) => `## Constraints\n${demand}`);
    const [first = '', ...later] = await generations(notes);
    expect(first.split('\nRead in the course')[0]).not.toContain(`"${words}"`);
    for (const text of later) expect(text.split('\nRead in the course')[0]).not.toContain(words);
  });

  it('makes no quotation from code in a fence, or from a note that an account quotes', async () => {
    const [, second] = await generations([
      `## Goal\n\`\`\`\nHe said "${lie}".\n\`\`\``,
      `## Goal\n- He said "${lie}".`,
    ]);
    expect(second).toContain(`- He said ${lie}.`);
    const account: Snapshot = {
      text: `## Earlier Summary\n> - He said ${lie} and "Make it work".\n- #0 user: "Make haste"`,
      tokens: 0,
      throughSeq: 2,
      messagesCovered: 3,
      source: 'extractive',
      sections: {},
      ledger: [],
    };
    const sources = createSourceIndex([], account);
    expect(sources.holdsText(lie)).toBe(false);
    expect(['Make it work', 'Make haste'].every(sources.holdsText)).toBe(true);
  });

  it.each(['‘…’', '»…«', '‹…›', '『…』', '”…”', '＂…＂', "'…'", '“…"', '„…"', `'"…"'`])(
    'has no words in %s that nobody said',
    (marks) => {
      const sources = createSourceIndex(makeEntries([['user', "Don't touch the user's table."]]));
      const quoted = (words: string) =>
        verifyLine(`He said ${marks.replace('…', words)}.`, sources).text;
      expect(quoted(lie)).toBe(`He said ${lie}.`);
      expect(quoted("Don't touch the user's table")).toMatch(/said \S?["'‘»‹『”＂“„]Don't/);
    },
  );

  it('has no quotation put together of several messages, or in another order', () => {
    const sources = createSourceIndex(
      makeEntries([
        ['user', 'Keep the old table. Then drop the new index.'],
        ['assistant', 'I look at the orders.'],
      ]),
    );
    const struck = (words: string) => verifyLine(`"${words}"`, sources).struck;
    expect(struck('Keep the old … the new index')).toBe(0);
    expect(struck('drop the … orders')).toBe(1);
    expect(struck('the new index … Keep the old')).toBe(1);
  });

  it('passes no value as a share, hidden by marks, or by brackets of its own', async () => {
    const [first, second] = await generations([
      '## Pending Tasks\n- Get https://x.org/a[1]/b, /srv/other/place.ts, parser.tsx\n## Goal\n- 65535% more, port 94\u200b43',
      '## Goal\n- port 65535, https://x.org/a[1]/b, /srv/other/place.ts, see src/parser.ts',
    ]);
    expect(first).toContain('- [struck] more, port [struck]');
    expect(first).toContain('[not in the log: https://x.org/a%5B1%5D/b, /srv/other/place.ts, ');
    expect(second).toContain('- port [struck], [struck], [struck], see src/parser.ts');
  });

  it('leaves no mark behind that software did not make', () => {
    const nested = 'x [not in the[not in the log: a] log: src/parser.ts]';
    for (const line of [nested, '[not in the log: [not in the log: a] b]'])
      expect(unmarked(line)).not.toMatch(/\[not in the log:/);
  });

  it('loses no demand to a goal that names its entry, or to demands that were read', async () => {
    const demand = '- "Never touch src/legacy.ts." (#0)';
    const [, second = ''] = await generations(
      [
        `## Constraints\n${demand}`,
        '## Goal\n- Make the parser faster (#0)\n## Constraints\n- "All commits must be signed." (#12)',
      ],
      ['assistant', 'TASK.md says: All commits must be signed.'],
    );
    expect(second).toMatch(
      /## Constraints\n- "Never touch.*\nRead in the course.*\n- "All commits/,
    );
  });

  it('is read, checked and cut to size in linear time', async () => {
    const sources = createSourceIndex(makeEntries(workLines));
    const units = ['`', '```x\n', '"', '“', '[', '[not in the log: ', "'a'", "x'", '«', '"a…'];
    for (const unit of [...units, `#${' '.repeat(390)}:x\n`, '## a****x\n', '* '])
      for (const work of [
        (text: string) => parseSections(text, { bounded: false }),
        (text: string) => verifyLine(text, sources),
        (text: string) => readSummary(`## Goal\n- a\n## Current State\n${text}`),
      ]) {
        const growth = growthOf(200_000, (size) => work(unit.repeat(size / unit.length)));
        expect(growth, `growth for ${unit}`).toBeLessThan(3);
      }
    let counted = 0;
    const count = (text: string): number => ((counted += text.length), countTokens(text));
    await summarize(
      () => `## Goal\n- a\n## Current State\n${'- a\n'.repeat(9_990)}`,
      {},
      { count },
    );
    expect(counted).toBeLessThan(4_000_000);
  });
});
