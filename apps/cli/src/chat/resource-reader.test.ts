import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { createResourceReader } from './resource-reader.js';

function setUp() {
  const outside = temporaryFolder();
  const root = join(outside, 'project');
  mkdirSync(join(root, 'src'), { recursive: true });
  writeFileSync(join(root, 'src', 'a.ts'), 'export {};');
  writeFileSync(join(root, 'large'), 'x'.repeat(2000));
  writeFileSync(join(outside, 'secret'), 'outside');
  symlinkSync(join(outside, 'secret'), join(root, 'link'));
  symlinkSync(outside, join(root, 'folder'));
  symlinkSync(join(root, 'src', 'a.ts'), join(root, 'inside'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const read = createResourceReader(root);
  const options = { signal: new AbortController().signal, maxBytes: 1000 };
  const readText = async (path: string): Promise<string | undefined> => {
    const content = await read(path, options);
    return content === undefined ? undefined : Buffer.from(content as Uint8Array).toString();
  };
  return { root, outside, readText };
}

test('files below the folder are read, also by their whole path and by a link that stays there', async () => {
  const { root, readText } = setUp();
  for (const path of ['src/a.ts', './src/../src/a.ts', join(root, 'src/a.ts'), 'inside']) {
    expect(await readText(path)).toBe('export {};');
  }
  expect(await readText('src/gone.ts')).toBeUndefined();
});

test('nothing leads out of the folder, and what is no plain file is not read', async () => {
  const { outside, readText } = setUp();
  const paths = ['../secret', 'src/../../secret', join(outside, 'secret'), 'link', 'folder/secret'];
  for (const path of [...paths, '/etc/passwd', '..', '.', '', 'a\0b', 'src', 'pipe', 'large']) {
    await expect(readText(path)).rejects.toThrow(/outside|not a file|too large|null bytes|ENXIO/);
  }
});
