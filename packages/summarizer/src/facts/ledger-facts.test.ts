import type { LedgerItem, ValueKind } from '@everlong/core';
import { growthOf, type Line, makeEntries, workLines } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { entryText } from '../reading/entry-segments.js';
import { mergeLedgers, updateLedger } from '../ledger/ledger.js';
import { MAX_FACTS } from './ledger-facts.js';

function ledgerOf(lines: readonly Line[], firstSeq = 0, before: LedgerItem[] = []): LedgerItem[] {
  return updateLedger(before, makeEntries(lines, firstSeq));
}

function valuesOf(ledger: readonly LedgerItem[], kind: ValueKind): string[] {
  return ledger.filter((item) => item.kind === kind).map(({ value }) => value);
}

function find(ledger: readonly LedgerItem[], value: string): LedgerItem | undefined {
  return ledger.find((item) => item.value === value);
}

describe('the classes of a ledger', () => {
  it.each<[kind: ValueKind, text: string, value: string, normalized?: string]>([
    ['path', 'see ./src//a.ts', './src//a.ts', 'src/a.ts'],
    ['url', 'see HTTPS://Example.COM/', 'HTTPS://Example.COM/', 'https://example.com'],
    ['email', 'ask Ann@Example.com', 'Ann@Example.com', 'ann@example.com'],
    [
      'uuid',
      'id 550E8400-E29B-41D4-A716-446655440000',
      '550E8400-E29B-41D4-A716-446655440000',
      '550e8400-e29b-41d4-a716-446655440000',
    ],
    ['hash', 'commit 3f2a1bc', '3f2a1bc'],
    ['version', 'use v1.2.3', 'v1.2.3', '1.2.3'],
    ['number', 'at most 1,200 ms', '1,200 ms', '1200ms'],
    ['port', 'listen on port 8080', '8080'],
    ['port', 'at localhost:3000', 'localhost:3000'],
    ['date', 'due 2026/1/5', '2026/1/5', '2026-01-05'],
    ['variable', 'set $NODE_ENV', 'NODE_ENV'],
    ['variable', 'read process.env.API_URL', 'process.env.API_URL', 'API_URL'],
    ['identifier', 'call parseTokens', 'parseTokens'],
    ['name', 'call it "Blue Harbor" please', 'Blue Harbor'],
  ])('%s: %s', (kind, text, value, normalized) => {
    const item = find(ledgerOf([['user', text]]), value);
    expect(item).toMatchObject({ kind, saidBy: ['user'], firstSeq: 0, lastSeq: 0 });
    expect(item?.normalized).toBe(normalized);
  });

  it('holds commands with their last result, errors and frames until the call succeeds', () => {
    const failing: Line[] = [
      ['call', 'Bash', { command: 'npm test' }],
      [
        'error',
        'Error: expected 1 to be 2\n    at run (/repo/src/a.ts:12:5)\nFile "b.py", line 3, in main',
      ],
    ];
    const failed = ledgerOf(failing);
    expect(find(failed, 'npm test')).toMatchObject({ kind: 'command', state: 'failed' });
    expect(find(failed, 'Error: expected 1 to be 2')).toMatchObject({
      kind: 'error',
      of: 'npm test',
      saidBy: ['tool'],
    });
    expect(valuesOf(failed, 'frame')).toEqual([
      'at run (/repo/src/a.ts:12:5)',
      'File "b.py", line 3, in main',
    ]);
    const passing: Line[] = [
      ['call', 'Bash', { command: 'npm test' }],
      ['result', 'ok'],
    ];
    const passed = ledgerOf(passing, 2, failed);
    expect(find(passed, 'npm test')).toMatchObject({ state: 'ok', occurrences: 2, firstSeq: 0 });
    expect(valuesOf(passed, 'error')).toEqual([]);
    expect(valuesOf(passed, 'frame')).toEqual([]);
  });

  it('knows commands of agents without tools, by the exit code that a program reports', () => {
    const ledger = ledgerOf([
      ['assistant', 'Look:\n```bash\nmake check\n```'],
      ['program', '<returncode>2</returncode>\nmake: *** Error: no rule'],
    ]);
    expect(find(ledger, 'make check')).toMatchObject({ kind: 'command', state: 'failed' });
  });

  it('counts no run of a command that the answer rejects', () => {
    const make: Line = ['assistant', 'So:\n```bash\nmake check\n```'];
    const two: Line = ['assistant', '```bash\nmake check\n```\n```bash\nmake clean all\n```'];
    const rejected: Line = [
      'user',
      'Please always provide EXACTLY ONE action in triple backticks, found 2 actions.',
    ];
    expect(valuesOf(ledgerOf([two, rejected]), 'command')).toEqual([]);
    const once = ledgerOf([make, ['program', 'returncode: 0'], two, rejected]);
    expect(find(once, 'make check')).toMatchObject({ occurrences: 1 });
    expect(valuesOf(once, 'command')).toEqual(['make check']);
    const before = ledgerOf([make, ['program', 'returncode: 0'], two]);
    const copy = structuredClone(before);
    expect(find(ledgerOf([rejected], 3, before), 'make check')).toMatchObject({ occurrences: 1 });
    expect(before).toEqual(copy);
  });

  it('says where each value stands in the text of its entries', () => {
    const entries = makeEntries(workLines);
    const texts = entries.map(entryText);
    const ledger = updateLedger([], entries);
    expect(ledger.length).toBeGreaterThan(10);
    for (const { value, places = [], firstSeq, lastSeq } of ledger) {
      expect(places.map(({ seq, start, end }) => texts[seq]?.slice(start, end))).toEqual(
        places.map(() => value),
      );
      expect([places[0]?.seq, places.at(-1)?.seq]).toEqual([firstSeq, lastSeq]);
    }
  });

  it('forgets the errors of a command once another one runs the same programs well', () => {
    const failed: Line[] = [
      ['call', 'Bash', { command: 'pytest -x' }],
      ['error', 'pytest: command not found'],
      ['call', 'Bash', { command: 'cat a.txt' }],
      ['error', 'cat: a.txt: No such file or directory'],
    ];
    const errorsAfter = (command: string): string[] =>
      valuesOf(
        updateLedger([], makeEntries([...failed, ['call', 'Bash', { command }], ['result', 'ok']])),
        'error',
      );
    expect(errorsAfter('source .venv/bin/activate && pytest')).toEqual([
      'cat: a.txt: No such file or directory',
    ]);
    expect(errorsAfter('cat b.txt; npm test')).toHaveLength(2);
  });

  it('holds no error that says nothing but that there was one', () => {
    const lines: Line[] = [
      ['call', 'Bash', { command: 'make' }],
      ['error', 'Exit code 2\n\nmake: no rule for it'],
      ['call', 'Bash', { command: 'false' }],
      ['error', '(no output)'],
    ];
    expect(valuesOf(updateLedger([], makeEntries(lines)), 'error')).toEqual([
      'make: no rule for it',
    ]);
  });

  it('takes no line of code and no prose for an error', () => {
    const ledger = ledgerOf([
      [
        'result',
        '12: throw new Error("x");\nif (error: true) {\n// Error: none\n 7→  Error: x\ndef f(error: str | None)\nno errors found',
      ],
    ]);
    expect(valuesOf(ledger, 'error')).toEqual([]);
  });
});

describe('replaced values', () => {
  it.each<[name: string, lines: Line[], old: string, by: string]>([
    [
      'the user gives a name another value',
      [
        ['user', 'The timeout is 3000 and the port: 8080'],
        ['user', 'Make it timeout=4500 please'],
      ],
      '3000',
      '4500',
    ],
    [
      'a command installs another version',
      [
        ['call', 'Bash', { command: 'npm i react@18.2.0' }],
        ['call', 'Bash', { command: 'npm i react@19.0.0' }],
      ],
      'react@18.2.0',
      'react@19.0.0',
    ],
    [
      'an edit takes one out and puts another in',
      [
        ['result', 'const server = { port: 3000 }'],
        ['call', 'Edit', { path: 'a.ts', old_string: 'port: 3000', new_string: 'port: 8081' }],
      ],
      '3000',
      '8081',
    ],
    [
      'words say so',
      [
        ['user', 'It listens on 9100'],
        ['user', 'No: use 9200 instead of 9100'],
      ],
      '9100',
      '9200',
    ],
    [
      'it was raised',
      [
        ['result', 'limit 2048'],
        ['assistant', 'I changed the limit from 2048 to 4096.'],
      ],
      '2048',
      '4096',
    ],
  ])('leave when %s', (_, lines, old, by) => {
    const ledger = ledgerOf(lines);
    expect(find(ledger, old)).toBeUndefined();
    expect(find(ledger, by)?.replaced).toEqual([{ value: old, seq: lines.length - 1 }]);
  });

  it('stay away while only tools repeat them, over generations, and return when they are used', () => {
    const first = ledgerOf([
      ['user', 'port: 3000'],
      ['user', 'port: 8080'],
    ]);
    const second = ledgerOf([['result', '- port: 3000\n+ port: 8080']], 2, first);
    expect(find(second, '3000')).toBeUndefined();
    const third = ledgerOf([['user', 'Free port 3000 for the other one']], 3, second);
    expect(find(third, '3000')).toBeDefined();
  });

  it('are not those of other names, and not what a tool lists', () => {
    const ledger = ledgerOf([
      ['user', 'port: 3000 and timeout: 5000'],
      ['user', 'retries: 1000'],
      ['result', 'a version: 1.2.3\nb version: 2.3.4'],
    ]);
    for (const value of ['3000', '5000', '1000', '1.2.3', '2.3.4']) {
      expect(find(ledger, value)).toBeDefined();
    }
  });
});

describe('the size of a ledger', () => {
  const noisy = (generation: number): Line[] => [
    ['user', `step_${generation} "Name ${generation}"`],
    ['call', 'Bash', { command: `run --step ${generation}` }],
    [
      'error',
      Array.from(
        { length: 200 },
        (_, index) => `Error: e${generation} at id_${generation}_${index}`,
      ).join('\n'),
    ],
  ];

  it('stays flat over 50 updates and 50 merges', () => {
    let updated: LedgerItem[] = [];
    let merged: LedgerItem[] = [];
    const sizes: number[] = [];
    for (let generation = 0; generation < 50; generation++) {
      const lines = noisy(generation);
      updated = ledgerOf(lines, generation * 3, updated);
      merged = mergeLedgers(merged, ledgerOf(lines, generation * 3));
      sizes.push(JSON.stringify(merged).length);
    }
    for (const ledger of [updated, merged]) {
      expect(valuesOf(ledger, 'command')).toHaveLength(50);
      expect(valuesOf(ledger, 'error')).toHaveLength(MAX_FACTS.error);
      expect(valuesOf(ledger, 'name')).toHaveLength(MAX_FACTS.name);
      expect(ledger.length).toBeLessThan(1_150);
    }
    expect(sizes.at(-1)).toBeLessThan(1.1 * (sizes[10] ?? 0));
    expect(sizes.at(-1)).toBeLessThan(400_000);
  });

  it('is the same merged as updated in one go, as far as counts go', () => {
    const entries = makeEntries(workLines);
    const whole = updateLedger([], entries);
    for (const cut of [1, 3, 5, 7, 10]) {
      const merged = mergeLedgers(
        updateLedger([], entries.slice(0, cut)),
        updateLedger([], entries.slice(cut)),
      );
      const counts = (ledger: readonly LedgerItem[]): Record<string, number[]> =>
        Object.fromEntries(
          ledger.map((item) => [
            item.value,
            [item.firstSeq, item.lastSeq, item.occurrences, item.spokenUses],
          ]),
        );
      expect(counts(merged)).toEqual(counts(whole));
    }
  });

  it('takes time linear in the settings', () => {
    const growth = growthOf(5000, (times) =>
      ledgerOf(
        Array.from({ length: times }, (_, index): Line => [
          'user',
          `POOL_${index}=1 SEED_${index}=2`,
        ]),
      ),
    );
    expect(growth).toBeLessThan(3);
  });
});
