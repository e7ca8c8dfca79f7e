import { describe, expect, it } from 'vitest';

import { changeOf } from './text-change.js';

const name = 'test_no_combined_link_without_cache_manager';

describe('the names of a change', () => {
  it('are whole, however long', () => {
    expect(changeOf('', `def ${name}(self):\n  pass`).names).toEqual([name]);
    expect(changeOf('', 'class Straßenkarte {').names).toEqual(['Straßenkarte']);
    expect(changeOf('', `def ${'x'.repeat(200)}():`).names).toEqual([]);
  });

  it('are no parts of what the limits of a line and of a text cut', () => {
    expect(changeOf('', `${' '.repeat(180)}def ${name}():`).names).toEqual([]);
    const text = `${'run();\n'.repeat(5_713)}def ${name}():`;
    expect(changeOf('', text).names).toEqual([]);
  });
});
