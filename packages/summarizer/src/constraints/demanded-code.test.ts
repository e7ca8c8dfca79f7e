import { makeEntries } from '@everlong/testing';
import { expect, it } from 'vitest';

import { demandedCode } from './demanded-code.js';
import { constraintsOf } from './find-constraints.js';

it('finds the short blocks behind a colon', () => {
  const text =
    'Run this:\n\n```bash\nnpm ci\nnpm test\n```\n\nAn example\n```\na\n```\n```\nb\n```\nAll:\n```\n';
  expect([...demandedCode(text)]).toEqual([[0, ['npm ci', 'npm test']]]);
  expect(demandedCode(`Like:\n~~~\n${'line\n'.repeat(4)}~~~`).size).toBe(0);
});

it('a demand that ends with a colon holds the command behind it, verbatim', () => {
  const command = 'echo COMPLETE && git add -A && git diff --cached';
  const text = `When done, you must issue exactly the following command:\n\n\`\`\`bash\n${command}\n\`\`\`\nThanks.`;
  expect(makeEntries([['user', text]]).flatMap(constraintsOf)).toEqual([
    'When done, you must issue exactly the following command:',
    command,
  ]);
  const twice =
    'You must run this:\n```\nnpm ci\n```\nThen on.\nYou must run this:\n```\nnpm test\n```';
  expect(makeEntries([['user', twice]]).flatMap(constraintsOf)).toEqual([
    'You must run this:',
    'npm ci',
    'You must run this:',
    'npm test',
  ]);
  const shown = 'It printed this:\n```\nall is well here\n```';
  expect(makeEntries([['user', shown]]).flatMap(constraintsOf)).toEqual([]);
});
