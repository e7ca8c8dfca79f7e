import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkspace, readWorkspaceFile } from './workspace.js';

function makeFolder(files: Record<string, string | Buffer>): string {
  const root = mkdtempSync(join(tmpdir(), 'everlong-workspace-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

test('without git the folder is walked, in the order of code units', async () => {
  const root = makeFolder({
    'b.txt': '',
    'a/z.txt': '',
    'a.txt': '',
    'B.txt': '',
    'node_modules/x.js': '',
    '.git/config': '',
    '.everlong/sessions/demo/1.jsonl': '',
    'kept/2.jsonl': '',
  });
  const workspace = await openWorkspace(root, join(root, 'kept'));
  expect(workspace.source).toBe('walk');
  expect(workspace.files).toEqual(['B.txt', 'a.txt', 'a/z.txt', 'b.txt']);
});

test('with git only tracked files are listed, also from a folder inside the checkout', async () => {
  const root = makeFolder({ 'in/b.txt': '', 'in/a.txt': '', 'out.txt': '', 'untracked.txt': '' });
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root });
  git('init', '--quiet');
  git('add', 'in', 'out.txt');
  const whole = await openWorkspace(root, join(root, '.everlong'));
  expect(whole).toMatchObject({ source: 'git', files: ['in/a.txt', 'in/b.txt', 'out.txt'] });
  const inner = await openWorkspace(join(root, 'in'), join(root, '.everlong'));
  expect(inner.files).toEqual(['a.txt', 'b.txt']);
});

test('an empty folder has no files', async () => {
  expect((await openWorkspace(makeFolder({}), '/nowhere')).files).toEqual([]);
});

test('what cannot be read says why, and nothing outside can be asked for', async () => {
  const root = makeFolder({
    'text.txt': 'hello\n',
    'image.png': Buffer.from([137, 80, 0, 1]),
    'gone.txt': '',
  });
  const workspace = await openWorkspace(root, join(root, '.everlong'));
  rmSync(join(root, 'gone.txt'));
  await expect(readWorkspaceFile(workspace, 'text.txt')).resolves.toBe('hello\n');
  await expect(readWorkspaceFile(workspace, 'image.png')).rejects.toThrow('binary file, 4 bytes');
  await expect(readWorkspaceFile(workspace, 'gone.txt')).rejects.toThrow('cannot be read (ENOENT)');
  await expect(readWorkspaceFile(workspace, '../x')).rejects.toThrow('no such file in this folder');
});

test('a link is not followed', async () => {
  const root = makeFolder({ 'text.txt': 'hello\n' });
  symlinkSync('/etc/hostname', join(root, 'link'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  execFileSync('git', ['add', '.'], { cwd: root });
  const workspace = await openWorkspace(root, join(root, '.everlong'));
  expect(workspace.files).toEqual(['link', 'text.txt']);
  await expect(readWorkspaceFile(workspace, 'link')).rejects.toThrow('not a regular file');
});
