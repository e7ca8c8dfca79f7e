import { type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { updateLedger } from '../ledger/ledger.js';

function valuesAfter(...lines: Line[]): string[] {
  return updateLedger([], makeEntries(lines)).map(({ value }) => value);
}

describe('values of code that an edit removes', () => {
  const before = 'old_sessions = loadOld(maxSize)';
  const after = 'links = loadNew(maxSize)';

  it.each<[name: string, line: Line]>([
    [
      'Claude Code',
      ['call', 'Edit', { file_path: '/a.py', old_string: before, new_string: after }],
    ],
    ['pi', ['call', 'edit', { path: '/a.py', oldText: before, newText: after }]],
    [
      'Claude Code',
      [
        'call',
        'MultiEdit',
        { file_path: '/a.py', edits: [{ old_string: before, new_string: after }] },
      ],
    ],
    [
      'Codex',
      [
        'call',
        'apply_patch',
        `*** Begin Patch\n*** Update File: /a.py\n-${before}\n+${after}\n*** End Patch`,
      ],
    ],
  ])('are none that hold (%s)', (_, line) => {
    const values = valuesAfter(line);
    expect(values).toEqual(expect.arrayContaining(['loadNew', 'maxSize']));
    expect(values).not.toContain('loadOld');
    expect(values).not.toContain('old_sessions');
  });

  it('stay where they were read, and where nothing takes their place', () => {
    const read: Line[] = [
      ['call', 'Read', { file_path: '/a.py' }],
      ['result', before],
    ];
    expect(valuesAfter(...read)).toContain('loadOld');
    expect(valuesAfter(['call', 'Grep', { search: 'loadOld(' }])).toContain('loadOld');
  });
});
