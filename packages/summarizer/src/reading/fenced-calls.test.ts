import { toEntry } from '@everlong/core/store-kit';
import { expect, it } from 'vitest';

import { withFencedCalls } from './fenced-calls.js';

const entriesOf = (...contents: string[]) =>
  contents.map((content, index) =>
    toEntry(
      { message: { role: index % 2 === 0 ? 'assistant' : 'user', content }, id: `${index}` },
      's',
      index + 3,
    ),
  );

const FENCED = 'Let me look.\n\n```bash\nls $&\n```';

it('reads a command in a fence and the program’s answer as a call and its result', () => {
  const [call, result] = withFencedCalls(
    entriesOf(FENCED, '<returncode>0</returncode>\n<output>\na.ts\n</output>'),
  );
  expect(call?.message).toMatchObject({
    role: 'assistant',
    content: [
      { type: 'text', text: 'Let me look.' },
      { type: 'tool-call', toolName: 'bash', input: { command: 'ls $&' } },
    ],
  });
  expect(result?.message).toMatchObject({
    role: 'tool',
    content: [{ type: 'tool-result', output: { value: expect.stringContaining('a.ts') } }],
  });
});

it('leaves a command alone that nobody ran', () => {
  const unanswered = entriesOf(FENCED, 'Why would you do that?');
  expect(withFencedCalls(unanswered)).toEqual(unanswered);
  const last = entriesOf(FENCED);
  expect(withFencedCalls(last)).toEqual(last);
});
