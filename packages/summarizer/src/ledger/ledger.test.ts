import { countTokens, type Line, makeEntries, propertyRuns, workLines } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergeLedgers, updateLedger } from './ledger.js';
import { renderLedger } from './render-ledger.js';

const options = { maxTokens: 1_000, count: countTokens };
const valuesOf = (...lines: Line[]): string[] =>
  updateLedger([], makeEntries(lines)).map(({ value }) => value);

describe('updateLedger', () => {
  // promise: context-16
  it('keeps values with the words on their line, and who said them', () => {
    const ledger = updateLedger(
      [],
      makeEntries([
        ['user', 'Bill Adatum.\nThe order of Adatum is ORD-5512, as always.'],
        ['call', 'invoice', { item: 'ORD-5512' }],
        ['result', 'created invoice INV-2227 for ORD-5512'],
      ]),
    );
    expect(ledger.find(({ value }) => value === 'INV-2227')).toMatchObject({
      cue: 'created invoice INV-2227 for ORD-5512',
      saidBy: ['tool'],
    });
    expect(ledger.find(({ value }) => value === 'ORD-5512')).toMatchObject({
      firstSeq: 0,
      lastSeq: 2,
      occurrences: 3,
      spokenUses: 2,
      saidBy: ['user', 'assistant', 'tool'],
    });
  });

  // promise: context-15
  it('takes none of what stands in a file or comes again when a call is repeated', () => {
    expect(
      valuesOf(
        ['user', 'Read the settings; the room is C-1142.'],
        ['call', 'Read', { file_path: 'a.yaml' }],
        ['result', 'port: 48211'],
        ['call', 'Write', { file_path: 'b.yaml', content: 'limit: 99817' }],
        ['result', 'ok'],
        ['call', 'Bash', { command: 'cat c.yaml' }],
        ['result', 'depth: 77613'],
        ['assistant', 'The port is 48211.'],
      ),
    ).toEqual(['C-1142']);
  });

  it('has of values with the same words the newest', () => {
    const values = valuesOf(
      ['user', 'The budget of Ann is 4400 EUR.'],
      ['user', 'The budget of Ann is 5200 EUR.'],
      ['user', 'The budget of Bob is 3100 EUR.'],
    );
    expect(values.join()).not.toContain('4400');
    expect(values.join()).toContain('5200');
    expect(values.join()).toContain('3100');
  });

  it('changes neither argument', () => {
    const entries = makeEntries(workLines);
    const first = updateLedger([], entries.slice(0, 5));
    const copy = structuredClone(first);
    updateLedger(first, entries.slice(5));
    expect(first).toEqual(copy);
  });

  it('contains no secret, and no values of the content of files', () => {
    const secret = ['ghp', 'aB3dE5gH'.repeat(5)].join('_');
    const data = 'JVBERi0xLjcKMSAw+Ca1B/2b'.repeat(20);
    const text = JSON.stringify(
      updateLedger(
        [],
        makeEntries([
          ['user', `token ${secret}`],
          ['call', 'login', { apiKey: 'abc123def456' }],
          ['result', '{"password":"hunter2_x1"}'],
          ['result', `{"type":"base64","data":"${data}"}`],
        ]),
      ),
    );
    for (const value of [secret, 'abc123def456', 'hunter2_x1', 'JVBERi0xLjcKMSAw']) {
      expect(text).not.toContain(value);
    }
  });

  it('is bounded, and removes the least used values first', () => {
    const output = Array.from({ length: 3_000 }, (_, index) => `id_${1000 + index}`).join(' ');
    const ledger = updateLedger(
      [],
      makeEntries([
        ['user', 'keep my_value_77'],
        ['call', 'list_orders_of', {}],
        ['result', output],
      ]),
    );
    expect(ledger.length).toBeLessThanOrEqual(600);
    expect(ledger[0]?.value).toBe('my_value_77');
  });
});

describe('mergeLedgers', () => {
  it('adds what two ranges say of a value', () => {
    const one = updateLedger([], makeEntries([['user', 'The order is ORD-5512.']]));
    const two = updateLedger([], makeEntries([['assistant', 'ORD-5512 is billed.']], 7));
    const merged = mergeLedgers(one, two);
    expect(merged).toEqual(mergeLedgers(two, one));
    expect(merged).toMatchObject([
      { firstSeq: 0, lastSeq: 7, occurrences: 2, saidBy: ['user', 'assistant'] },
    ]);
  });
});

describe('renderLedger', () => {
  const ledger = updateLedger(
    [],
    makeEntries([
      ['user', 'The order is ORD-5512 for Adatum.'],
      ['assistant', 'The invoice is INV-2227.'],
    ]),
  );

  // promise: context-15
  it('shows each value with its words and its entry, but none that is visible', () => {
    const { lines } = renderLedger(ledger, options);
    expect(lines.join('\n')).toMatch(/The order is ORD-5512 for Adatum\..*#0/);
    expect(lines).toHaveLength(2);
    const seen = renderLedger(ledger, { ...options, visibleText: 'see ORD-5512' });
    expect(seen.lines.join('\n')).not.toContain('ORD-5512');
    expect(seen.left).toBe(0);
  });

  it('counts what has no room', () => {
    expect(renderLedger(ledger, { ...options, maxTokens: 0 })).toEqual({ lines: [], left: 2 });
  });

  it('never exceeds its tokens', () => {
    const name = fc.stringMatching(/^[a-z]{1,12}_[0-9]{2,12}$/);
    const sentence = fc.array(fc.oneof(name, fc.lorem({ maxCount: 3 })), { maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(sentence, { minLength: 1, maxLength: 10 }),
        fc.nat({ max: 400 }),
        (sentences, maxTokens) => {
          const lines = sentences.map((words): Line => ['assistant', words.join(' ')]);
          const rendered = renderLedger(updateLedger([], makeEntries(lines)), {
            maxTokens,
            count: countTokens,
          });
          expect(countTokens(rendered.lines.join('\n'))).toBeLessThanOrEqual(maxTokens);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});
