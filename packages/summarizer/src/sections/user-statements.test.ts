import { countTokens, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { createExtractiveSummarizer } from '../snapshot/extractive-summarizer.js';
import { renderSaid, SAID, updateSaid } from './user-statements.js';

const entries = makeEntries([
  [
    'user',
    'Please look at the parser.\nWhere is it? Thanks!\n| a row of some table |\n~/project $ go build it all\n- The tests run in a container here.',
  ],
  ['assistant', 'It is in src/parser.ts, and all of it is mine.'],
  ['user', 'ok, continue'],
  ['user', 'Never touch src/a.ts. We will deploy on Friday evening.'],
]);
/** More words than a request is quoted with. */
const story = 'It was a day like any other day in that town by the sea. '.repeat(6);

describe('updateSaid', () => {
  it('holds the sentences of the user that are neither demands nor questions, each once', () => {
    const said = updateSaid([], entries);
    expect(said).toEqual([
      '"Please look at the parser." (#0)',
      '"The tests run in a container here." (#0)',
      '"We will deploy on Friday evening." (#3)',
    ]);
    expect(updateSaid(said, entries)).toEqual(said);
  });

  it('holds the sentences between code that the user pasted, after his own', () => {
    const code = Array.from({ length: 30 }, (_, index) => `  row ${index} = call(${index});`);
    const pasted = 'There is no need to convert when both zones are the same.';
    const own = 'We will deploy on Friday evening.';
    const text = ['Fix this.', 'It fails.', 'Always.', ...code, pasted, ...code, '', own].join(
      '\n',
    );
    const said = updateSaid([], makeEntries([['user', text]]));
    expect(said).toContain(`"${pasted}" (#0; pasted)`);
    const options = { maxTokens: 1_000, count: countTokens, visibleText: '' };
    const shown = [...renderSaid(said, options).values()].flat().join('\n');
    expect(shown).toContain(pasted);
    const few = { ...options, maxTokens: 25 };
    expect([...renderSaid(said, few).values()].flat().join('\n')).not.toContain(pasted);
    expect([...renderSaid(said, few).values()].flat().join('\n')).toContain(own);
  });

  it('is bounded, and what sounds like a demand stays longest', () => {
    const idle = Array.from({ length: 200 }, (_, index): ['user', string] => [
      'user',
      `It was rather cold on day ${index}.`,
    ]);
    const said = updateSaid(updateSaid([], entries), makeEntries(idle));
    expect(said.length).toBeLessThanOrEqual(160);
    expect(said).toContain('"We will deploy on Friday evening." (#3)');
    expect(said.at(-1)).toContain('day 199');
    const long = makeEntries(
      Array.from({ length: 160 }, () => ['user', `${'aa bb '.repeat(25)}c`]),
    );
    expect(updateSaid([], long).join('').length).toBeLessThanOrEqual(20_000);
  });
});

describe('renderSaid', () => {
  const said = updateSaid([], entries);
  const count = (text: string): number => Math.ceil(text.length / 4);

  it('quotes what is not visible, by entry, within its tokens', () => {
    const options = { maxTokens: 100, count, visibleText: '' };
    expect(renderSaid(said, options).get('Constraints')).toEqual([
      '- also said (#0): "Please look at the parser." / "The tests run in a container here."',
      '- also said (#3): "We will deploy on Friday evening."',
    ]);
    expect(renderSaid(said, { ...options, maxTokens: 16 }).get('Constraints')).toEqual([
      '- also said (#3): "We will deploy on Friday evening."',
    ]);
    const visibleText = 'Well: The tests run in a container here. Please look at the parser.';
    expect(renderSaid(said, { ...options, visibleText }).get('Constraints')).toHaveLength(1);
    expect(renderSaid(['no line of it'], options).size).toBe(0);
  });

  it('repeats no request that is shown as one, and nothing twice', () => {
    const options = { maxTokens: 100, count, visibleText: '' };
    const askedText = 'Please look at the parser.';
    const carriedOut = new Set(['"We will deploy on Friday evening."']);
    expect(renderSaid(said, { ...options, askedText, carriedOut }).get('Constraints')).toEqual([
      '- also said (#0): "The tests run in a container here."',
    ]);
    const twice = [...said, '"The tests run in a container here." (#9)'];
    expect(renderSaid(twice, { ...options, askedText }).get('Constraints')).toEqual([
      '- also said (#3): "We will deploy on Friday evening."',
      '- also said (#9): "The tests run in a container here."',
    ]);
  });

  it('puts decisions and findings, values, and others where they belong', () => {
    const told = updateSaid(
      [],
      makeEntries([
        ['user', 'The staging port is 5432. We use Postgres as the test database.'],
        ['user', 'It is cold. So `dns-cache` was not the cause of it.'],
        ['user', 'Forget the staging port from before, we take 5433.'],
      ]),
    );
    const lines = renderSaid(told, { maxTokens: 200, count, visibleText: '' });
    expect(lines.get('Key Decisions')).toEqual([
      '- the user said (#0): "We use Postgres as the test database."',
      '- the user said (#1): "So `dns-cache` was not the cause of it."',
      '- the user said (#2): "Forget the staging port from before, we take 5433."',
    ]);
    expect(lines.get('Important Values')).toEqual([
      '- No longer so since #2, said by the user in #0: "The staging port is 5432."',
    ]);
    // Without room for all, the replaced value is the first to go.
    const few = renderSaid(told, { maxTokens: 62, count, visibleText: '' });
    expect([...few.values()].flat().join()).not.toContain('5432');
    expect([...few.values()].flat().join()).toContain('5433');
  });

  it('stands behind the demands of a snapshot, which come first', async () => {
    const summarizer = createExtractiveSummarizer();
    const told = makeEntries([
      ['user', `Fix it. ${story} Never touch src/a.ts. We will deploy on Friday evening.`],
    ]);
    const { snapshot } = await summarizer.summarize({
      entries: told,
      maxTokens: 600,
      count: countTokens,
    });
    const [, constraints = ''] = snapshot.text.split('## Constraints\n');
    expect(constraints).toMatch(
      /^- "Never touch src\/a\.ts\." \(#0\)\n- also said \(#0\): "We will deploy on Friday evening\."/,
    );
    expect(snapshot.sections[SAID]).toContain('"We will deploy on Friday evening." (#0)');
    const later = await summarizer.summarize({
      entries: makeEntries([['assistant', 'Done.']], 1),
      previous: snapshot,
      maxTokens: 600,
      count: countTokens,
    });
    expect(later.snapshot.text).toContain('We will deploy on Friday evening.');
  });
});
