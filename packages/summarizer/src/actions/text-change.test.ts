import { makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { entryActions } from './entry-actions.js';
import { changeOf, changeOfInput, joinChanges } from './text-change.js';

describe('changeOf', () => {
  it.each<[name: string, before: string, after: string, names: string[]]>([
    ['what is new', '', 'def get_link(path):\n    return path', ['get_link']],
    [
      'what it stays in',
      'async function load() {\n  a();',
      'async function load() {\n  b();',
      ['load'],
    ],
    ['nothing that it deletes', 'def get_navigation(a):\n    return 1', 'pass', []],
    ['the new name', 'def get_navigation(a):', 'def get_link(a):', ['get_link']],
    ['no comment', '', '  // Interactive mode will let user /login\n  run();', []],
    ['no comment', '', '    # Use the generate_html function but with a link\n    run()', []],
    ['no prose', '', 'Let the function decide.\ntype your name\nclass of its own', []],
    ['no string', '', 'log("a class Foo {")', []],
    ['functions before variables', '', 'const size = 4;\nexport class Box {', ['Box']],
    ['variables', '', 'export const size: number = 4;', ['size']],
    ['Go', '', 'func (s *Server) Listen(port int) error {', ['Listen']],
    ['Rust', '', 'pub(crate) async fn listen<T>(port: u16) {', ['listen']],
    ['Elixir', '', '  defp row_classes(row) do', ['row_classes']],
    ['Java', '', '  public static final class Builder extends Base {', ['Builder']],
    ['settings', 'port: 80', 'port: 81', ['port']],
  ])('names %s', (_, before, after, names) => {
    expect(changeOf(before, after).names).toEqual(names);
  });

  it('forgets names that a later change takes away', () => {
    const first = changeOf('', 'function one() {}\nfunction two() {}');
    const second = changeOf('function one() {}', 'function three() {}');
    expect(joinChanges(first, second).names).toEqual(['two', 'three']);
    const edits = [
      { old_string: '', new_string: 'def one(a):' },
      { old_string: 'def one(a):', new_string: '' },
    ];
    expect(changeOfInput({ edits })?.names).toEqual([]);
  });

  it('names what the lines of a patch stand in', () => {
    const patch =
      '*** Begin Patch\n*** Update File: a.py\n@@ class Parser:\n def scan(self):\n-    old()\n+    new()\n*** End Patch';
    const [action] = entryActions(makeEntries([['call', 'apply_patch', patch]]));
    expect(action?.change).toEqual({
      added: 1,
      removed: 1,
      names: ['Parser', 'scan'],
      sample: { before: 'old()', after: 'new()' },
    });
  });
});

describe('the names of a change', () => {
  const name = 'test_no_combined_link_without_cache_manager';

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
