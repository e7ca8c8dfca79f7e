import type { LedgerItem } from '@everlong/core';
import { countTokens, type Line, makeEntries, propertyRuns, workLines } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { extractValues } from '../values/extract-values.js';
import { holdsValue } from '../values/holds-value.js';
import { MAX_LEDGER_ITEMS, updateLedger } from './ledger.js';
import { renderLedger } from './render-ledger.js';

describe('updateLedger', () => {
  it('counts the entries with a value, and those in which somebody uses it', () => {
    const ledger = updateLedger(
      [],
      makeEntries([
        ['user', 'Fix src/a.ts and src/a.ts again'],
        ['call', 'Read', { file_path: 'src/a.ts' }],
        ['result', 'src/a.ts has an import of ./b.js'],
      ]),
    );
    expect(ledger).toContainEqual({
      value: 'src/a.ts',
      kind: 'path',
      cue: 'import read file path',
      firstSeq: 0,
      lastSeq: 2,
      occurrences: 3,
      spokenUses: 2,
      saidBy: ['user', 'assistant', 'tool'],
      places: [
        { seq: 0, start: 4, end: 12 },
        { seq: 1, start: 16, end: 24 },
        { seq: 2, start: 0, end: 8 },
      ],
    });
    expect(ledger[0]?.value).toBe('src/a.ts');
    expect(ledger.find(({ value }) => value === './b.js')?.spokenUses).toBe(0);
  });

  it('returns the same in two steps as in one', () => {
    const entries = makeEntries(workLines);
    const pick = (items: readonly LedgerItem[]): Map<string, LedgerItem> =>
      new Map(items.map((item) => [item.value, { ...item, cue: '' }]));
    for (let cut = 1; cut < entries.length; cut++) {
      const steps = updateLedger(updateLedger([], entries.slice(0, cut)), entries.slice(cut));
      expect(pick(steps)).toEqual(pick(updateLedger([], entries)));
    }
  });

  it('changes neither argument', () => {
    const entries = makeEntries(workLines);
    const first = updateLedger([], entries.slice(0, 5));
    const copy = structuredClone(first);
    updateLedger(first, entries.slice(5));
    expect(first).toEqual(copy);
  });

  it('contains no secret', () => {
    const secret = ['ghp', 'aB3dE5gH'.repeat(5)].join('_');
    const entries = makeEntries([
      ['user', `token ${secret}`],
      ['call', 'login', { apiKey: 'abc123def456' }],
      ['result', '{"password":"hunter2_x1"}'],
    ]);
    const text = JSON.stringify(updateLedger([], entries));
    for (const value of [secret, 'abc123def456', 'hunter2_x1']) expect(text).not.toContain(value);
  });

  it('reads no values in the content of files', () => {
    const data = 'JVBERi0xLjcKMSAw+Ca1B/2b'.repeat(20);
    const result = `{"type":"base64","media_type":"application/pdf","data":"${data}"}`;
    const ledger = updateLedger([], makeEntries([['result', result]]));
    expect(ledger.map(({ value }) => value)).not.toContain('JVBERi0xLjcKMSAw');
    expect(ledger.filter(({ value }) => data.includes(value) && value.length > 6)).toEqual([]);
  });

  it('is bounded, and removes the least used values first', () => {
    const output = Array.from({ length: 3_000 }, (_, index) => `id_${index}`).join(' ');
    const ledger = updateLedger(
      [],
      makeEntries([
        ['user', 'keep my_value'],
        ['result', output],
      ]),
    );
    expect(ledger.length).toBe(MAX_LEDGER_ITEMS);
    expect(ledger[0]?.value).toBe('my_value');
  });
});

describe('renderLedger', () => {
  const options = { maxTokens: 1_000, count: countTokens };

  it('groups values by the words near them', () => {
    const lines: Line[] = [
      ['assistant', 'The theme color of mdLink, the theme color of mdCode'],
      ['result', 'server listens at localhost:3000'],
    ];
    const ledger = updateLedger([], makeEntries(lines));
    expect(renderLedger(ledger, options).lines).toEqual([
      '- color theme: mdCode mdLink #0',
      'Seen only in tool output:',
      '- listens server: localhost:3000 #1',
    ]);
  });

  it('spares names and paths of tools their words unless three share them; an id keeps its own', () => {
    const lines: Line[] = [
      ['result', 'callback given: sortRows'],
      ['result', 'callback lately: joinRows'],
      ['result', 'opened quickly src/rows.ts'],
      ['result', 'pending order ORD_5512'],
      ['result', 'exports groupRows\nexports countRows\nexports splitRows'],
      ['assistant', 'The reviewer prefers mergeRows'],
    ];
    const ledger = updateLedger([], makeEntries(lines));
    expect(renderLedger(ledger, options).lines).toEqual([
      '- prefers reviewer: mergeRows #5',
      'Seen only in tool output:',
      '- exports: countRows groupRows splitRows #4',
      '- order pending: ORD_5512 #3',
      '- joinRows sortRows src/rows.ts #2',
    ]);
  });

  it('shows paths of installed packages last, unless somebody names them', () => {
    const listed = ['node_modules/ms/package.json', 'src/billing/package.json'];
    const shown = (lines: Line[]): string[] =>
      renderLedger(updateLedger([], makeEntries(lines)), { maxTokens: 14, count: countTokens })
        .lines;
    expect(shown([['result', listed.join('\n')]]).join('\n')).not.toContain(listed[0]);
    const named: Line = ['assistant', `See ${listed[0]}`];
    expect(shown([named, ['result', listed.join('\n')]]).join('\n')).toContain(listed[0]);
  });

  it('keeps a value that shares its line behind the name that it was given under', () => {
    const lines: Line[] = [
      ['user', 'Listen with timeout: 1500 and listen with retries: 2500'],
      ['user', 'Listen with lib/server.ts too.'],
    ];
    const ledger = updateLedger([], makeEntries(lines));
    expect(renderLedger(ledger, options).lines).toEqual([
      '- listen: timeout=1500 retries=2500 lib/server.ts #1',
    ]);
  });

  it('names the file that values were written into, whatever the order of its inputs', () => {
    const text = 'const limitOf = parseLimit(maxSize);\nsetLimit(limitOf, minSize, nextSize);';
    const lines: Line[] = [
      ['call', 'Write', { content: text, file_path: 'src/limits.ts' }],
      ['assistant', 'It is noted in the file docs/limits.md, see limitOf.'],
    ];
    const ledger = updateLedger([], makeEntries(lines));
    expect(ledger.find(({ value }) => value === 'limitOf')?.of).toBe('src/limits.ts');
    expect(renderLedger(ledger, options).lines).toEqual([
      '- file write: docs/limits.md src/limits.ts #1',
      'In limits.ts #0:',
      '- const: limitOf maxSize parseLimit',
      '- minSize nextSize setLimit',
    ]);
  });

  it('shows values related to the newest text and the last entries first', () => {
    const said: Line[] = ['billing_sums', 'parser_depth', 'socket_count'].map((value) => [
      'assistant',
      `the ${value} is fine`,
    ]);
    const idle = Array.from({ length: 12 }, (): Line => ['assistant', 'Well.']);
    const ledger = updateLedger(
      [],
      makeEntries([...said, ...idle, ['assistant', 'see parserTest']]),
    );
    const shownWith = (newestText: string): string[] =>
      renderLedger(ledger, { maxTokens: 100, count: countTokens, newestText }).shown.map(
        ({ value }) => value,
      );
    expect(shownWith('')).toEqual(['parserTest', 'parser_depth', 'socket_count', 'billing_sums']);
    expect(shownWith('The billing page is wrong.').slice(1)).toEqual([
      'billing_sums',
      'parser_depth',
      'socket_count',
    ]);
  });

  it('omits visible values, and counts those without room', () => {
    const ledger = updateLedger([], makeEntries([['assistant', 'one_a two_b three_c']]));
    expect(renderLedger(ledger, { ...options, visibleText: 'two_b' })).toMatchObject({
      lines: ['- one_a three_c #0'],
      left: 0,
    });
    expect(renderLedger(ledger, { ...options, maxTokens: 4 })).toMatchObject({ left: 1 });
    expect(renderLedger(ledger, { ...options, maxTokens: 0 })).toEqual({
      lines: [],
      shown: [],
      left: 3,
    });
  });

  it('never exceeds its tokens and shows every value whole', () => {
    const name = fc.stringMatching(/^[a-z]{1,12}_[a-z0-9]{1,12}$/);
    const sentence = fc.array(fc.oneof(name, fc.lorem({ maxCount: 3 })), { maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(sentence, { minLength: 1, maxLength: 10 }),
        fc.nat({ max: 400 }),
        (sentences, maxTokens) => {
          const lines = sentences.map((words): Line => ['assistant', words.join(' ')]);
          const ledger = updateLedger([], makeEntries(lines));
          const rendered = renderLedger(ledger, { maxTokens, count: countTokens });
          const text = rendered.lines.join('\n');
          expect(text === '' ? 0 : countTokens(text)).toBeLessThanOrEqual(maxTokens);
          expect(rendered.shown.length + rendered.left).toBe(ledger.length);
          for (const { value } of rendered.shown) expect(holdsValue(text, value)).toBe(true);
          expect(extractValues(text).length).toBe(rendered.shown.length);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});
