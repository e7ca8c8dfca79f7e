import { constants } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CorruptRecordError } from '@everlong/core';
import { fieldsOf, parseJson } from '@everlong/core/internal';
import openDatabase from 'better-sqlite3';
import { errorText } from '../errors/error-text.js';
import { isMissingFile } from '../errors/missing-file.js';

type Fields = Readonly<Record<string, unknown>>;

/** A session as `opencode export` writes it, as JSON. */
type Export = string;

/** Files of opencode's database, and of the folder in which older versions kept a file a session. */
const database = /^opencode(?:-\w+)?\.db$/;
const sessionFile = /[/\\]storage[/\\]session[/\\][^/\\]+[/\\](ses_[^/\\]+)\.json$/;

/** The sessions in what opencode keeps; `undefined` for another file. */
export function opencodeSessions(path: string): AsyncGenerator<Export> | undefined {
  if (database.test(basename(path))) return sessionsInDatabase(path);
  const id = sessionFile.exec(path)?.[1];
  return id === undefined ? undefined : sessionInFolder(path, id);
}

/** Reads a copy: opening a database makes files beside it. */
async function* sessionsInDatabase(path: string): AsyncGenerator<Export> {
  const folder = await mkdtemp(join(tmpdir(), 'everlong-opencode-'));
  try {
    const copy = join(folder, 'copy.db');
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    await copyFile(`${path}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE).catch(passMissing);
    yield* readDatabase(copy);
  } catch (error) {
    if (!(error instanceof openDatabase.SqliteError)) throw error;
    const problem = `is no database of opencode that can be read: ${errorText(error)}`;
    throw new CorruptRecordError(path, `${problem}. Import it again when opencode is idle.`, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function passMissing(error: unknown): void {
  if (!isMissingFile(error)) throw error;
}

function* readDatabase(path: string): Generator<Export> {
  const opened = openDatabase(path);
  try {
    const sessions = opened.prepare('SELECT * FROM session ORDER BY time_created, id');
    const messages = opened.prepare<[unknown], Row>(
      'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id',
    );
    const parts = opened.prepare<[unknown], Row>(
      'SELECT id, data FROM part WHERE message_id = ? ORDER BY id',
    );
    for (const row of sessions.all().map(fieldsOf)) {
      yield exported(
        {
          ...row,
          parentID: row['parent_id'],
          revert: parsed(row['revert']),
          time: { created: row['time_created'] },
        },
        messages.all(row['id']).map((message) => ({
          info: { ...fieldsOf(parsed(message.data)), id: message.id },
          parts: parts
            .all(message.id)
            .map(({ id, data }): Fields => ({ ...fieldsOf(parsed(data)), id })),
        })),
      );
    }
  } finally {
    opened.close();
  }
}

interface Row {
  id: string;
  data: unknown;
}

function parsed(value: unknown): unknown {
  return typeof value === 'string' ? parseJson(value) : undefined;
}

/** Older versions: `session/PROJECT/ID.json`, `message/ID/…json`, `part/MESSAGE/…json`. */
async function* sessionInFolder(path: string, id: string): AsyncGenerator<Export> {
  const storage = dirname(dirname(dirname(path)));
  const info = await readObject(path);
  const messages: Message[] = [];
  for (const message of await objectsIn(join(storage, 'message', id))) {
    const parts = await objectsIn(join(storage, 'part', String(message['id'])));
    messages.push({ info: message, parts });
  }
  yield exported(info, messages);
}

interface Message {
  info: Fields;
  parts: readonly Fields[];
}

function exported(info: Fields, messages: readonly Message[]): Export {
  return JSON.stringify({ info, messages });
}

/** The objects of a folder in the order of their names, which is that of their making. */
async function objectsIn(folder: string): Promise<Fields[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    passMissing(error);
    return [];
  });
  const files = names.filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(files.map((name) => readObject(join(folder, name))));
}

/** The object of a file, with the id that is its name. */
async function readObject(path: string): Promise<Fields> {
  const value = parseJson(await readFile(path, 'utf8'));
  if (value === undefined) throw new CorruptRecordError(path, 'not JSON.');
  return { ...fieldsOf(value), id: basename(path, '.json') };
}
