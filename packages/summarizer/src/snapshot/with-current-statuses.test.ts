import type { Snapshot } from '@everlong/core';
import { countTokens, type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { createExtractiveSummarizer } from './extractive-summarizer.js';
import { withCurrentStatuses } from './with-current-statuses.js';

const options = { maxTokens: 2_000, count: countTokens };

async function summarize(lines: Line[]): Promise<Snapshot> {
  const input = { entries: makeEntries(lines), ...options };
  return (await createExtractiveSummarizer().summarize(input)).snapshot;
}

const asked: Line[] = [
  ['user', 'Rename the parser to scanner.'],
  ['user', 'Write the docs for all of it.'],
  ['user', 'For later: the `amber` team needs a message about it.'],
  ['user', 'To-do list:\n1. add `alpha` to a.md\n2. add `beta` to a.md\n3. add `gamma` to a.md'],
  ['user', 'Then run the linter.'],
];
const after = makeEntries(
  [
    ['call', 'append_line', { path: 'a.md', line: 'alpha' }],
    ['result', 'ok'],
    ['assistant', 'All of it is renamed and documented.'],
    ['user', 'Send the message to the `amber` team.'],
    ['call', 'send_message', { team: 'amber' }],
    ['result', 'Sent.'],
    ['assistant', 'The message to the `amber` team about it is sent.'],
  ],
  asked.length,
);

describe('withCurrentStatuses', () => {
  it('calls nothing open that was answered meanwhile, and shows how far lists are', async () => {
    const snapshot = await summarize(asked);
    expect(snapshot.text).toContain('First request (#0; open)');
    expect(snapshot.text).toContain('- Request (#1; open)');
    expect(snapshot.text).toContain('Asked for later, not done so far (#2)');
    const { text, tokens, sections } = withCurrentStatuses(snapshot, after, options);
    expect(text).toContain('First request (#0; done in #7): "Rename the parser to scanner."');
    expect(text).toContain('Newest summarized request (#4; done in #7): "Then run the linter."');
    expect(text).not.toMatch(/; open\)|not done so far/);
    expect(text).toContain(
      'List of the user (#3), 3 items: item 1 is done, last in #5; open: 2 to 3',
    );
    expect(tokens).toBe(countTokens(text));
    for (const name of ['Latest request', 'Last covered request']) {
      const former = snapshot.text.replace('Newest summarized request', name);
      expect(withCurrentStatuses({ ...snapshot, text: former }, after, options).text).toContain(
        `${name} (#4; done in #7)`,
      );
    }
    // The next snapshot reads the later entries itself.
    expect(sections).toEqual(snapshot.sections);
  });

  it('never grows beyond its tokens, and is the same object if nothing changes', async () => {
    const snapshot = await summarize(asked);
    const small = { ...options, maxTokens: 10 };
    const { tokens, text } = withCurrentStatuses(snapshot, after, small);
    expect(tokens).toBeLessThanOrEqual(snapshot.tokens);
    expect(text).not.toContain('; open)');
    expect(withCurrentStatuses(snapshot, [], options)).toBe(snapshot);
  });

  it('changes only the last of snapshots side by side', async () => {
    const snapshot = await summarize(asked);
    const first = '- First request (#0; open): "Rename the parser to scanner."';
    const parts = [first, snapshot.text];
    const given = { ...snapshot, parts, text: parts.join('\n\n') };
    const { text, parts: changed = [] } = withCurrentStatuses(given, after, options);
    expect(changed[0]).toBe(first);
    expect(changed[1]).toContain('First request (#0; done in #7)');
    expect(text).toBe(changed.join('\n\n'));
  });
});
