import type { Entry, Snapshot, SummarizeInput } from '@everlong/core';
import {
  anyCharacter,
  countTokens,
  type Line,
  makeEntries,
  propertyRuns,
  workLines,
} from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { entryText } from '../reading/entry-segments.js';
import { createExtractiveSummarizer } from './extractive-summarizer.js';
import { holdsValue } from '../values/holds-value.js';
import { countWords } from '../reading/quote.js';
import { SECTION_NAMES } from '../sections/section-names.js';

async function summarize(
  entries: readonly Entry[],
  options: Partial<SummarizeInput> = {},
): Promise<Snapshot> {
  const input = { entries, maxTokens: 1_200, count: countTokens, ...options };
  const { snapshot } = await createExtractiveSummarizer().summarize(input);
  return snapshot;
}

describe('createExtractiveSummarizer', () => {
  it('names the request before the latest in short where its whole line has no room', async () => {
    const words = (of: string): string => `${of}: ${'the words of a long request '.repeat(12)}`;
    const entries = makeEntries(
      ['Q0', 'Q1', 'Q2'].flatMap((name): Line[] => [
        ['user', words(name)],
        ['assistant', `I did it. ${words(name)}`],
      ]),
    );
    const { text } = await summarize(entries, { maxTokens: 230 });
    expect(text).toContain('Newest summarized request (#4; answered in #5): "Q2: ');
    expect(text).toMatch(/^- Request \(#2; done in #3\): "Q1: .* \[…\] Reply: "I did it\."$/m);
    expect(text).not.toContain('Earlier request');
  });

  it('does not show a request as open if entriesAfter answer it', async () => {
    const entries = makeEntries([
      ['user', 'Rename the parser.'],
      ['assistant', 'I renamed it in 9 files.'],
      ['user', 'Which port does the server use?'],
      ['assistant', 'The server uses port 8443.'],
      ['user', 'Fine. Now add a test.'],
    ]);
    const covered = entries.slice(0, 3);
    const alone = await summarize(covered);
    expect(alone.text).toContain('Newest summarized request (#2; open)');
    const answered = await summarize(covered, { entriesAfter: entries.slice(3, 4) });
    expect(answered.text).toContain('Newest summarized request (#2; answered in #3)');
    expect(answered.text).not.toMatch(/; open|8443/);
    const done = await summarize(covered, { entriesAfter: entries.slice(3) });
    expect(done.text).toContain('Newest summarized request (#2; done in #3)');
    expect(done.text).not.toContain('add a test');
    // What is carried on is what the covered entries show: the next snapshot reads the others.
    expect(done.sections['Requests']).toEqual(alone.sections['Requests']);
    const next = await summarize(entries.slice(3), { previous: done });
    expect(next.text).toMatch(/#2; done in #3[^]*Newest summarized request \(#4; open\)/);
  });

  it('shows a request as open if only an error of the provider follows', async () => {
    const [asked, failed] = makeEntries([
      ['user', 'Rename the parser.'],
      ['assistant', 'API Error: 400 the model is not available'],
    ]);
    if (asked === undefined || failed === undefined) throw new Error('two entries expected');
    const { text } = await summarize([asked, { ...failed, metadata: { apiError: true } }]);
    expect(text).toContain('First request (#0; open)');
    expect(text).not.toContain('The assistant last said');
  });

  it('says how much that the user said has no room, and how to look it up in the least room', async () => {
    const said = Array.from(
      { length: 40 },
      (_, n) => `The limit of shelf ${n} is ${n + 300} boxes.`,
    );
    const entries = makeEntries([
      ['user', `Note this down for later work. ${said.join(' ')}`],
      ['assistant', 'I have noted all of it.'],
    ]);
    const { text } = await summarize(entries, { maxTokens: 900 });
    const shown = said.filter((sentence) => text.includes(sentence)).length;
    expect(shown).toBeGreaterThan(5);
    const [, left] = /\b(\d+) sentences of the user\b/.exec(text) ?? [];
    expect(Number(left)).toBeGreaterThanOrEqual(said.length - shown);
    const { text: small } = await summarize(entries, { maxTokens: 760 });
    expect(small).toMatch(/\n## Not Shown\n- .*look them up by number or by search\.$/);
  });

  it('shows finished work, constraints and open tasks', async () => {
    const { text } = await summarize(makeEntries(workLines));
    expect(text).toMatchInlineSnapshot(`
      "[Record of messages #0 to #10 (11 messages, 2026-01-01, depth 1), made by software: quotes and facts, no instructions. #n: log entry.]

      ## Files Modified
      - src/parser.ts: edited 1× (#3), +1 −1, read #1, stale

      ## Key Decisions
      - "The root cause is the regular expression in parseTokens." (#7)

      ## Important Values
      - edited parser.ts (#3): \`split\` → \`scanAll\`
      - tool error: FAIL src/parser.test.ts #6
      - todo write: in_progress #8
      Seen only in tool output:
      - /x input.split #2

      ## Current State
      - First request (#0; open): "Please make the parser faster." / "Never touch src/legacy.ts. Do not add dependencies!"
      - Newest summarized request (#10; open): "Good. Use version 2.4.1 of the grammar at https://example.com/grammar.json"
      - The assistant last said (#7): "The root cause is the regular expression in parseTokens. I will use a scanner instead of it."
      - Last action (#5): Bash "npm test -- parser_speed" failed: "Error: expected 1200 to be less than 1000"

      ## Pending Tasks
      - in progress: "Write the scanner" (#8)
      - pending: "Measure with bench/parse.mjs" (#8)

      ## Constraints
      - "Never touch src/legacy.ts." (#0)
      - "Do not add dependencies!" (#0)
      - "Use version 2.4.1 of the grammar at https://example.com/grammar.json" (#10)

      ## Not Shown
      - the full text of 11 messages. All entries up to #10 are kept: look them up by number or by search."
    `);
  });

  it('shows only what is new beside the last snapshot', async () => {
    const [before, after] = [workLines.slice(0, 8), workLines.slice(8)];
    const previous = await summarize(makeEntries(before));
    const entries = makeEntries(workLines).slice(before.length);
    const visibleText = previous.text;
    const beside = await summarize(entries, { previous, visibleText, beside: true });
    const first = `#${before.length} to #${workLines.length - 1} (${after.length} messages`;
    expect(beside.text).toContain(`[Record of messages ${first}`);
    expect(beside.text).not.toContain('Never touch src/legacy.ts.');
    const told = new Set(previous.text.split('\n').filter((line) => line.startsWith('- ')));
    expect(beside.text.split('\n').filter((line) => told.has(line))).toEqual([]);
    expect(beside.sections['Constraints']).toContain('"Never touch src/legacy.ts." (#0)');
    expect(beside.messagesCovered).toBe(workLines.length);
  });

  it('describes what it covers', async () => {
    const snapshot = await summarize(makeEntries(workLines));
    expect(snapshot).toMatchObject({
      source: 'extractive',
      throughSeq: 10,
      messagesCovered: 11,
      firstAt: '2026-01-01T00:00:00.000Z',
      lastAt: '2026-01-01T00:10:00.000Z',
      tokens: countTokens(snapshot.text),
    });
  });

  it('extends the snapshot before it', async () => {
    const first = await summarize(makeEntries(workLines));
    const next = await summarize(
      makeEntries(
        [
          ['call', 'Write', { file_path: 'src/scanner.ts', content: 'export const scanAll = 1;' }],
          ['result', 'ok'],
          ['call', 'Edit', { file_path: 'src/parser.ts', old_string: 'a', new_string: 'b' }],
          ['result', 'ok'],
          ['user', 'Always run npm run lint before you stop.'],
        ],
        11,
      ),
      { previous: first },
    );
    expect(next).toMatchObject({ throughSeq: 15, messagesCovered: 16, firstAt: first.firstAt });
    expect(next.text).toContain('depth 2');
    expect(next.text).toContain(
      '- src/scanner.ts: written 1× (#11), +1 −0 in scanAll\n- src/parser.ts: edited 2× (#3–#13), +2 −2',
    );
    expect(next.text).toContain('- "Never touch src/legacy.ts." (#0)');
    expect(next.text).toContain('- "Always run npm run lint before you stop." (#15)');
    expect(next.text).toContain('First request (#0; open): "Please make the parser faster."');
    expect(next.text).toContain('Newest summarized request (#15; open)');
    expect(next.text).toContain('2.4.1');
  });

  it('does not repeat visible values', async () => {
    const entries = makeEntries(workLines);
    const whole = await summarize(entries);
    const { text } = await summarize(entries, { visibleText: 'it calls scanAll' });
    const values = (snapshot: string): string =>
      snapshot.split('## Important Values\n')[1]?.split('\n##')[0] ?? '';
    expect(values(whole.text)).toContain('scanAll');
    expect(values(text)).not.toContain('scanAll');
  });

  it('is deterministic', async () => {
    const entries = makeEntries(workLines);
    expect(await summarize(entries)).toEqual(await summarize(structuredClone(entries)));
  });

  it('stops when aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(summarize(makeEntries(workLines), { signal })).rejects.toThrow('enough');
  });

  it.each([0, 1, 5, 20, 50, 120, 300, 1_000, 10_000])(
    'keeps within %i tokens',
    async (maxTokens) => {
      const { text, tokens } = await summarize(makeEntries(workLines), { maxTokens });
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(text.split('\n').length).toBeGreaterThanOrEqual(1);
      if (maxTokens >= 50) expect(text).toMatch(/^\[Record of messages #0 to #10/);
    },
  );

  it('never exceeds its tokens and 600 words of prose, whatever was said', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLine, { minLength: 1, maxLength: 30 }),
        fc.nat({ max: 3_000 }),
        fc.constantFrom<SummarizeInput['count']>(
          countTokens,
          (text) => text.length,
          (text) => text.split(/\s/).length,
          (text) => new TextEncoder().encode(text).length + 3,
        ),
        async (lines, maxTokens, count) => {
          const entries = makeEntries(lines);
          const snapshot = await summarize(entries, { maxTokens, count });
          expect(snapshot.text === '' ? 0 : count(snapshot.text)).toBeLessThanOrEqual(maxTokens);
          expect(proseWords(snapshot.text)).toBeLessThanOrEqual(600);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  it('has only verbatim values of the entries in its ledger', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 20 }), async (lines) => {
        const entries = makeEntries(lines);
        const { ledger } = await summarize(entries);
        for (const { value, firstSeq, lastSeq } of ledger) {
          for (const seq of [firstSeq, lastSeq]) {
            const entry = entries[seq];
            expect(entry !== undefined && holdsValue(entryText(entry), value)).toBe(true);
          }
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('does not grow over 50 generations, in text and in data', async () => {
    let previous: Snapshot | undefined;
    const sizes: number[] = [];
    for (let generation = 0; generation < 50; generation++) {
      const entries = makeEntries(manyLines(generation), generation * 120);
      previous = await summarize(entries, {
        maxTokens: 2_000,
        ...(previous === undefined ? {} : { previous }),
      });
      expect(previous.tokens).toBeLessThanOrEqual(2_000);
      sizes.push(JSON.stringify(previous).length);
    }
    expect(previous?.text).toContain('depth 50');
    expect(previous?.ledger.length).toBeLessThanOrEqual(1_000);
    expect(Math.max(...sizes.slice(25))).toBeLessThan(1.1 * Math.max(...sizes.slice(15, 25)));
    expect(previous?.text).toContain('"request number 0 of them"');
  });
});

function proseWords(text: string): number {
  const sections = text.split(/\n\n## /).slice(1);
  return sections
    .filter((section) => !/^(?:Constraints|Important Values)\n/.test(section))
    .map((section) => countWords(section.slice(section.indexOf('\n')).replaceAll('\n- ', '\n')))
    .reduce((sum, words) => sum + words, 0);
}

function manyLines(generation: number): Line[] {
  return Array.from({ length: 40 }, (_, index): Line[] => {
    const id = generation * 40 + index;
    return [
      [
        'user',
        id % 10 === 0 ? `request number ${id} of them` : `Never call tool_${id} twice, please.`,
      ],
      [
        'call',
        'Edit',
        { path: `src/part-${id}/file_${id}.ts`, text: `const value_${id} = ${id * 7919};` },
      ],
      ['result', `changed the line of value_${id} because item ${id} was wrong`],
    ];
  }).flat();
}

const word = fc.constantFrom(
  ...'never must only src/a.ts ./b/c.py foo_bar https://x.io/y 1234 v1.2.3 because decided Error: \n ## ## - " ` ``` é 文 😀 password=hunter22 {"a":1} I\'ll use'.split(
    ' ',
  ),
);
const anyText = fc.oneof(
  fc.array(word, { maxLength: 60 }).map((words) => words.join(' ')),
  fc.string({ unit: anyCharacter, maxLength: 80 }),
);
const anyLine: fc.Arbitrary<Line> = fc.oneof(
  fc.tuple(fc.constantFrom('user', 'assistant', 'program'), anyText),
  fc.tuple(
    fc.constant('call'),
    fc.constantFrom('Edit', 'Bash', 'write_file', 'apply_patch', 'TodoWrite'),
    fc.oneof(
      fc.record({ file_path: anyText, command: anyText }),
      fc.record({ todos: fc.array(fc.record({ content: anyText, status: anyText })) }),
      fc.jsonValue(),
      anyText.map((text) => `*** Update File: ${text}`),
    ),
  ),
  fc.tuple(fc.constantFrom('result', 'error'), anyText),
);

it('exports the headings in the order of the text', () => {
  expect(SECTION_NAMES.slice(0, 5)).toEqual([
    'Files Modified',
    'Key Decisions',
    'Important Values',
    'Current State',
    'Pending Tasks',
  ]);
});
