import { expect, it } from 'vitest';

import type { TrialLine } from '../statements/trial-lines.js';
import { fitTrials } from './fit-trials.js';

const count = (text: string): number => Math.ceil(text.length / 4);
const said = (name: string): TrialLine => ({
  line: `"Under ${name} it stalled in none of forty runs." (#3)`,
  trials: 1,
  isListed: true,
});
const names = ['a-1', 'b-2', 'c-3', 'd-4', 'e-5', 'f-6'];
const spoken = names.map(said);
const short = [
  { line: 'soak with a-1, b-2, c-3, d-4, e-5 and f-6: "0" (#3)', trials: 6, isListed: true },
];
const test: TrialLine = { line: 'npm test: "12 passed" (#9)', trials: 1, isListed: false };

function fit(forms: TrialLine[][], maxTokens: number): string[] {
  return fitTrials(forms, { maxTokens, maxOtherTokens: 10, count });
}

it('shows what was said where all of it has room, else the shorter form', () => {
  expect(fit([[...spoken, test], short], 200)).toEqual(
    [...spoken, test].map(({ line }) => `- ${line}`),
  );
  expect(fit([spoken, short], 50)).toEqual(short.map(({ line }) => `- ${line}`));
});

it('says how many are left out, within its room', () => {
  const lines = fit([spoken], 60);
  expect(lines.at(-1)).toBe(
    `- Not complete: what came of ${names.length + 1 - lines.length} more that the user listed is not ` +
      'shown here. Search before trying one of them again.',
  );
  expect(count(`${lines.join('\n')}\n`)).toBeLessThanOrEqual(60);
  expect(fit([spoken], 10)).toEqual([]);
});

it('leaves out other runs without a word', () => {
  expect(fit([[{ ...test, line: 'npm test '.repeat(9) }]], 100)).toEqual([]);
});
