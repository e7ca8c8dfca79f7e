import { execFile } from 'node:child_process';
import { lstat, open, readdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

/** The files that the demo may read: a fixed list of relative paths, sorted by code unit. */
export interface Workspace {
  root: string;
  files: readonly string[];
  /** Whether git named the files, or the folder was walked. */
  source: 'git' | 'walk';
}

/** More files than any demo reads; a huge repository is read up to here. */
const maxFiles = 5000;
/** The most bytes read of one file. */
const maxFileBytes = 1_000_000;
const skippedFolders = new Set(['.git', 'node_modules', '.everlong']);

/**
 * The files of a folder that git tracks; without git, those found by walking it. Files in the
 * folder `excluded` are left out.
 */
export async function openWorkspace(root: string, excluded: string): Promise<Workspace> {
  const isOurs = (path: string): boolean =>
    !resolve(root, path).startsWith(resolve(excluded) + sep);
  const tracked = (await trackedFiles(root)).filter(isOurs);
  if (tracked.length > 0) return { root, files: tracked, source: 'git' };
  const found: string[] = [];
  await walk(root, '', found);
  return { root, files: found.filter(isOurs).toSorted(byCodeUnit), source: 'walk' };
}

/** The text of a listed file; rejects with an error that says why it cannot be read. */
export async function readWorkspaceFile({ root, files }: Workspace, path: string): Promise<string> {
  if (!files.includes(path)) throw new Error(`${path}: no such file in this folder`);
  const absolute = resolve(root, path);
  const status = await lstat(absolute).catch((error: unknown) => unreadable(path, error));
  if (!status.isFile()) throw new Error(`${path}: not a regular file`);
  const handle = await open(absolute).catch((error: unknown) => unreadable(path, error));
  try {
    const buffer = Buffer.alloc(Math.min(status.size, maxFileBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) throw new Error(`${path}: binary file, ${status.size} bytes`);
    return bytes.toString('utf8');
  } finally {
    await handle.close();
  }
}

function unreadable(path: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  throw new Error(`${path}: cannot be read (${code})`, { cause: error });
}

function trackedFiles(root: string): Promise<string[]> {
  return new Promise((resolveFiles) => {
    const options = { cwd: root, maxBuffer: 256 * 1024 * 1024 };
    execFile('git', ['ls-files', '-z'], options, (error, stdout) => {
      const paths = error === null ? stdout.split('\0').filter(isListed) : [];
      resolveFiles(paths.toSorted(byCodeUnit).slice(0, maxFiles));
    });
  });
}

/** Leaves out paths that the scripted model could not quote. */
function isListed(path: string): boolean {
  if (path === '' || /[`\n]/.test(path)) return false;
  return !path.split('/').some((name) => skippedFolders.has(name));
}

/** In sorted order, so that a walk that stops at the limit finds the same files each time. */
async function walk(root: string, folder: string, found: string[]): Promise<void> {
  const items = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  items.sort((left, right) => byCodeUnit(left.name, right.name));
  for (const item of items) {
    if (found.length >= maxFiles) return;
    const path = folder === '' ? item.name : `${folder}/${item.name}`;
    if (item.isFile() && isListed(path)) found.push(path);
    else if (item.isDirectory() && !skippedFolders.has(item.name)) await walk(root, path, found);
  }
}

function byCodeUnit(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
