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
import { redactEntries } from '../reading/redact-entries.js';
import { spokenText } from '../reading/spoken-text.js';
import { holdsValue } from '../values/holds-value.js';
import { ACCOUNT_HEADINGS } from './account-sections.js';
import { createExtractiveSummarizer } from './extractive-summarizer.js';

async function summarize(
  entries: readonly Entry[],
  options: Partial<SummarizeInput> = {},
): Promise<Snapshot> {
  const input = { entries, maxTokens: 1_200, count: countTokens, ...options };
  const { snapshot } = await createExtractiveSummarizer().summarize(input);
  return snapshot;
}

const REQUESTS = 'Requests and what came of them';

describe('an account', () => {
  // promise: context-12, context-13, context-14
  it('tells the words of the user with what was done and came of it', async () => {
    const { text, sections } = await summarize(makeEntries(workLines));
    expect(text).toContain('Never touch src/legacy.ts. Do not add dependencies!');
    expect(text).toContain(
      '"Good. Use version 2.4.1 of the grammar at https://example.com/grammar.json"',
    );
    expect(sections[REQUESTS]?.join('\n')).toMatch(/src\/parser\.ts[^]*npm test -- parser_speed/);
    expect(sections['Open errors']?.join('\n')).toContain('expected 1200 to be less than 1000');
    expect(sections['Files']?.join('\n')).toContain('src/parser.ts');
    expect(text).toMatch(/look them up by number or by search\.$/);
    const headings = text.match(/^## .*$/gm)?.map((line) => line.slice(3)) ?? [];
    expect(headings).toEqual(Object.keys(sections).toSorted(byPlace));
    for (const line of Object.values(sections).flat()) expect(text).toContain(line);
  });

  // promise: context-19
  it('leaves no message of the user bare', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `customer ${index} of the list`);
    const entries = makeEntries(
      names.flatMap((name): Line[] => [
        ['user', `Bill ${name}.`],
        ['call', 'invoice', { item: name }],
        ['result', `created for ${name}`],
        ['assistant', `Billed ${name}.`],
      ]),
    );
    for (const maxTokens of [250, 500, 1_000, 4_000]) {
      const { sections } = await summarize(entries, { maxTokens });
      const lines = sections[REQUESTS] ?? [];
      const asked = lines.flatMap((line, at) => (/^#\d+ user/.test(line) ? [at] : []));
      expect(asked.length).toBeGreaterThan(0);
      for (const at of asked) {
        const isBrief = /^#\d+ user: "[^"]*" .*#\d+/.test(lines[at] ?? '');
        expect(isBrief || lines[at + 1]?.startsWith('- ')).toBe(true);
      }
      const newest = lines.filter((line) => line.includes('customer 59 of'));
      expect(newest.length).toBeGreaterThanOrEqual(2);
    }
  });

  it('gives the room to words before acts, and shortens before it drops', async () => {
    const parts = ['lamp', 'door', 'roof', 'wall', 'gate', 'yard', 'well', 'barn'];
    const words = (part: string): string =>
      `The ${part}: ${`make the ${part} of the house better `.repeat(20)}, and that is all`;
    const entries = makeEntries(
      parts.flatMap((part): Line[] => [
        ['user', words(part)],
        ['call', 'Bash', { command: `make ${part}` }],
        ['result', 'made '.repeat(30)],
      ]),
    );
    const { text } = await summarize(entries, { maxTokens: 1_300 });
    for (const part of parts) expect(text).toContain(`The ${part}: make the ${part}`);
    expect(text).toContain(words('barn'));
    expect(text).not.toContain(words('wall'));
  });

  // promise: context-19
  it('says that the log holds no answer, or that the turn goes on', async () => {
    const [asked, answer] = makeEntries([
      ['user', 'Which port?'],
      ['assistant', 'Port 8443.'],
    ]);
    if (asked === undefined || answer === undefined) throw new Error('two entries expected');
    const alone = await summarize([asked]);
    expect(alone.text).toContain('no answer');
    const followed = await summarize([asked], { entriesAfter: [answer] });
    expect(followed.text).not.toContain('no answer');
    expect(followed.text).not.toContain('8443');
    expect((await summarize([asked, answer])).text).toContain('"Port 8443."');
  });

  it('tells the user’s newest words once where the request shows them besides', async () => {
    const entries = makeEntries([['user', 'Rename the parser in all files.']]);
    const { text } = await summarize(entries, {
      visibleUserText: 'Rename the parser in all files.',
    });
    expect(text).not.toContain('Rename the parser');
  });

  it('extends the account before it', async () => {
    const first = await summarize(makeEntries(workLines));
    const lines: Line[] = [
      ['call', 'Bash', { command: 'npm test -- parser_speed' }],
      ['result', 'ok'],
      ['user', 'Always run npm run lint before you stop.'],
    ];
    const next = await summarize(makeEntries(lines, 11), { previous: first });
    expect(next).toMatchObject({
      depth: 2,
      throughSeq: 13,
      messagesCovered: 14,
      firstAt: first.firstAt,
    });
    expect(next.text).toContain('Never touch src/legacy.ts.');
    expect(next.text).toContain('Always run npm run lint before you stop.');
    expect(next.sections['Open errors']).toBeUndefined();
  });

  it('quotes a text that stands nowhere else, through all generations', async () => {
    const foreign: Snapshot = {
      text: 'The lamp is green, said Ann.\nHer room is C-114.',
      tokens: 10,
      throughSeq: 4,
      messagesCovered: 5,
      source: 'model',
      sections: {},
      ledger: [],
    };
    let previous = foreign;
    for (let seq = 5; seq < 9; seq++) {
      previous = await summarize(makeEntries([['user', 'Go on.']], seq), { previous });
      expect(previous.text).toContain('> The lamp is green, said Ann.\n> Her room is C-114.');
    }
  });

  it('quotes what a person or a model wrote in its place, and that alone', async () => {
    let previous = await summarize(makeEntries(workLines));
    for (const [seq, source] of (['person', 'model', 'person'] as const).entries()) {
      const written: Snapshot = {
        ...previous,
        source,
        text: `[By others]\nThe ${source} said ${seq}.`,
      };
      previous = await summarize(makeEntries([['user', 'Go on.']], 20 + seq), {
        previous: written,
      });
      expect(previous.text.match(/> .* said .*/g)).toEqual([`> The ${source} said ${seq}.`]);
      expect(previous.text).toContain('Never touch src/legacy.ts.');
    }
  });

  it('shows only new turns beside the account before it', async () => {
    const previous = await summarize(makeEntries(workLines.slice(0, 8)));
    const entries = makeEntries(workLines).slice(8);
    const { text, spans } = await summarize(entries, { previous, beside: true });
    expect(text).not.toContain('Never touch');
    expect(text).toContain('2.4.1');
    expect(spans).toHaveLength(2);
  });

  it('describes what it covers, and is the same each time', async () => {
    const snapshot = await summarize(makeEntries(workLines));
    expect(snapshot).toMatchObject({
      source: 'extractive',
      throughSeq: 10,
      messagesCovered: 11,
      firstAt: '2026-01-01T00:00:00.000Z',
      lastAt: '2026-01-01T00:10:00.000Z',
      tokens: countTokens(snapshot.text),
    });
    expect(await summarize(makeEntries(workLines))).toEqual(snapshot);
  });

  it('stops when aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(summarize(makeEntries(workLines), { signal })).rejects.toThrow('enough');
  });

  // promise: context-18
  it.each([0, 1, 5, 20, 50, 120, 300, 1_000, 10_000])('fits %i tokens', async (maxTokens) => {
    const { text, tokens } = await summarize(makeEntries(workLines), { maxTokens });
    expect(tokens).toBe(countTokens(text));
    expect(tokens).toBeLessThanOrEqual(maxTokens);
    if (maxTokens >= 50) expect(text).toMatch(/^\[Record of messages #0 to #10/);
  });

  it('fits, and quotes what the log holds, whatever was said', async () => {
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
          const half = Math.floor(entries.length / 2);
          const first = await summarize(entries.slice(0, half), { maxTokens, count });
          const second = await summarize(entries.slice(half), {
            maxTokens,
            count,
            ...(half === 0 ? {} : { previous: first }),
          });
          for (const { text, sections } of [first, second]) {
            expect(text === '' ? 0 : count(text)).toBeLessThanOrEqual(maxTokens);
            for (const [seq, quoted] of quotationsOf(sections[REQUESTS] ?? [])) {
              const [redacted] = redactEntries(entries.slice(seq, seq + 1));
              const said = redacted === undefined ? '' : spokenText(redacted);
              for (const part of quoted.split(/\n?\[…(?: as in #\d+)?\]\n?/)) {
                expect(trimmedLines(said)).toContain(trimmedLines(part).trim());
              }
            }
          }
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  // promise: context-15
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
    expect(previous?.depth).toBe(50);
    expect(Math.max(...sizes.slice(25))).toBeLessThan(1.1 * Math.max(...sizes.slice(15, 25)));
    expect(previous?.text).toContain('"request number 0 of them"');
  });
});

function byPlace(one: string, other: string): number {
  const names: readonly string[] = ACCOUNT_HEADINGS;
  return names.indexOf(one) - names.indexOf(other);
}

/** The user's words in lines of an account, each with its entry. */
function quotationsOf(lines: readonly string[]): [seq: number, words: string][] {
  return lines.flatMap((line, at): [number, string][] => {
    const [, seq, words] = /^#(\d+) user:(?: "(.*)")?$/u.exec(line) ?? [];
    if (seq === undefined) return [];
    if (words !== undefined) return [[Number(seq), words]];
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((each) => !each.startsWith('>'));
    const quoted = rest.slice(0, end < 0 ? rest.length : end);
    return [[Number(seq), quoted.map((each) => each.slice(2)).join('\n')]];
  });
}

function trimmedLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function manyLines(generation: number): Line[] {
  return Array.from({ length: 40 }, (_, index): Line[] => {
    const id = generation * 40 + index;
    return [
      ['user', id % 10 === 0 ? `request number ${id} of them` : `Never call tool_${id} twice.`],
      [
        'call',
        'Edit',
        { path: `src/part-${id}/file_${id}.ts`, text: `const value_${id} = ${id};` },
      ],
      ['result', `changed the line of value_${id} because item ${id} was wrong`],
    ];
  }).flat();
}

const word = fc.constantFrom(
  ...'never must only src/a.ts ./b/c.py foo_bar https://x.io/y 1234 v1.2.3 because decided Error: \n ## ## - " ` ``` é 文 😀 password=hunter22 {"a":1} I\'ll use #3 > […]'.split(
    ' ',
  ),
);
const anyText = fc.oneof(
  fc.array(word, { maxLength: 60 }).map((words) => words.join(' ')),
  fc.array(word, { minLength: 80, maxLength: 300 }).map((words) => words.join('\n')),
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
