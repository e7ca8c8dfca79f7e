import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { ConfigError } from '@everlong/core';
import { errorText } from '@everlong/core/internal';
import { makeFolder } from '@everlong/core/node';

import { hashOf } from '../text/stored-text.js';
import { withFolderLock } from './with-folder-lock.js';

export type NotesFolder = ReturnType<typeof createNotesFolder>;

export interface DailyNote {
  key: string;
  /** ISO 8601. */
  date: string;
  title: string;
  text: string;
}

/** File systems allow 255 bytes for a name. */
const MAX_ENCODED = 200;

/** A scope's notes as Markdown files for people: one a day, and `MEMORY.md`. */
export function createNotesFolder(directory: string) {
  const folderOf = (scope: string): string => join(directory, folderName(scope));
  const locked = <Result>(scope: string, work: (folder: string) => Promise<Result>) => {
    const folder = folderOf(scope);
    return withFolderLock(folder, async () => {
      await removeTemporary(folder);
      return work(folder);
    });
  };

  return {
    /** Adds a section unless its key is there already; resolves with the file's path. */
    async add(scope: string, note: DailyNote): Promise<string> {
      const file = join(folderOf(scope), `${note.date.slice(0, 10)}.md`);
      makeFolderOf(file);
      await locked(scope, async () => {
        const before = (await readText(file)) ?? `# ${note.date.slice(0, 10)}\n`;
        if (!before.includes(marker(note.key)))
          await replaceFile(file, `${before}\n${section(note)}`);
      });
      return file;
    },
    /** Removes sections, and files that have none left. */
    removeSections: (scope: string, keys: ReadonlySet<string>) =>
      locked(scope, async (folder) => {
        await editNotes(folder, (part) => ![...keys].some((key) => part.includes(marker(key))));
      }),
    /** Removes the sections, and the lines of `MEMORY.md`, that match; resolves with their number. */
    removeMatching: (scope: string, matches: (text: string) => boolean) =>
      locked(scope, async (folder) => {
        const removed = await editNotes(folder, (part) => !matches(part));
        const file = join(folder, 'MEMORY.md');
        const text = await readText(file);
        if (text === undefined || !matches(text)) return removed;
        const kept = text.split('\n').filter((line) => !matches(line));
        await replaceFile(file, kept.join('\n'));
        return removed + 1;
      }),
    /** `MEMORY.md`; `undefined` when there is none. */
    memoryFile: (scope: string) => readText(join(folderOf(scope), 'MEMORY.md')),
    /** Removes all notes of the scope, `MEMORY.md` included; resolves with the number of files. */
    removeAll: (scope: string) =>
      locked(scope, async (folder) => {
        const files = await noteFiles(folder);
        await rm(folder, { recursive: true, force: true });
        return files.length;
      }),
  };
}

/** A section starts with `## `; its key is in a comment, hidden from readers. */
function section({ key, title, text }: DailyNote): string {
  const body = text
    .trim()
    .replace(/^(#{1,2}) /gm, '### ')
    .replaceAll('<!--', '&lt;!--');
  return `## ${title.replace(/\s+/g, ' ')}\n${marker(key)}\n\n${body}\n`;
}

function marker(key: string): string {
  return `<!-- everlong:${key} -->`;
}

async function editNotes(folder: string, keep: (section: string) => boolean): Promise<number> {
  let removed = 0;
  for (const file of await noteFiles(folder)) {
    const text = (await readText(file)) ?? '';
    const [head = '', ...sections] = text.split(/^(?=## )/m);
    const kept = sections.filter(keep);
    if (kept.length === sections.length) continue;
    removed += sections.length - kept.length;
    if (kept.length === 0) await rm(file, { force: true });
    else await replaceFile(file, head + kept.join(''));
  }
  return removed;
}

/** What a killed process has left behind may say what is to be forgotten. */
async function removeTemporary(folder: string): Promise<void> {
  const names = await namesIn(folder);
  const left = names.filter((name) => name.endsWith('.tmp'));
  for (const name of left) await rm(join(folder, name), { force: true });
}

async function noteFiles(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  return names
    .filter((name) => /^\d{4}-\d\d-\d\d\.md$/.test(name))
    .map((name) => join(folder, name));
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}

function readText(file: string): Promise<string | undefined> {
  return unlessMissing(readFile(file, 'utf8'));
}

async function unlessMissing<Result>(read: Promise<Result>): Promise<Result | undefined> {
  try {
    return await read;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Atomic: readers see the old file or the new one, after a crash too. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  makeFolderOf(file);
  try {
    const handle = await open(temporary, 'w');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw cannotWrite(file, error);
  }
}

function makeFolderOf(file: string): void {
  try {
    makeFolder(dirname(file));
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

function cannotWrite(file: string, error: unknown): ConfigError {
  return new ConfigError(
    `Cannot write the note ${file}: ${errorText(error)}. Give a notesDirectory that is writable.`,
    error,
  );
}

/** A folder name that no other scope has; encoded unless the scope is a plain name. */
function folderName(scope: string): string {
  if (/^[\w-][\w.-]{0,127}$/.test(scope)) return scope;
  const encoded = Buffer.from(scope).toString('base64url');
  const isShort = encoded.length <= MAX_ENCODED;
  return isShort ? `%${encoded}` : `%${encoded.slice(0, 100)}.${hashOf(scope)}`;
}
