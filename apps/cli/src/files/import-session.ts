import {
  ConfigError,
  type Entry,
  type SessionInfo,
  type SessionInput,
  type SessionRecord,
  type Store,
  StoreConflictError,
} from '@everlong/core';
import { countRecords, definedFields, isObject, untilAborted } from '@everlong/core/internal';
import { decodeValue } from '@everlong/core/store-kit';
import { errorText } from '../errors/error-text.js';
import { hasImportMark, importMark, isUnfinishedImport } from '../errors/unfinished-import.js';
import { RECORD_LINE, SESSION_LINE } from '../output/export-lines.js';
import { fileLines, type FileLine } from './file-lines.js';

/** A session as its export begins with it. */
type ExportedSession = SessionInput &
  Pick<SessionInfo, 'id' | 'entryCount' | 'epoch'> & { recordCount: number };

type Fields = Readonly<Record<string, unknown>>;

interface PlacedEntry {
  entry: Entry;
  line: FileLine;
}

/** Entries that are stored at once. */
const BATCH_ENTRIES = 200;

/** An export, and what ends its import before it is stored. */
interface ImportSource {
  /** For errors. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
  signal: AbortSignal;
}

/**
 * Stores the session of an export as it was: its ids, title and settings, its entries with their
 * times, its decisions. Rejects with `ConfigError`, and leaves nothing, where the id is taken or the
 * export is not whole; the same at the signal, with its reason. If the process is killed, what it
 * leaves has a mark (`isUnfinishedImport`), and the next import of the session replaces it.
 */
export async function importSession(
  store: Store,
  { name, chunks, signal }: ImportSource,
): Promise<SessionInfo> {
  const lines = untilStopped(fileLines(name, chunks), signal);
  const { value: first } = await lines.next();
  const session = readSession(name, first ?? undefined);
  const mark = importMark();
  await createSession(store, session, mark);
  try {
    await storeLines(store, session.id, lines);
    await requireWhole(store, name, { session, mark });
    return await store.updateSession(session.id, { metadata: session.metadata ?? {} });
  } catch (error) {
    await removeOwn(store, session.id, mark);
    throw error;
  }
}

async function* untilStopped<Value>(
  values: AsyncGenerator<Value>,
  signal: AbortSignal,
): AsyncGenerator<Value> {
  for (;;) {
    const { value, done } = await untilAborted(values.next(), signal);
    if (done === true) return;
    yield value;
  }
}

/** Removes what an import stored, unless another one of the same session has replaced it. */
async function removeOwn(store: Store, id: string, mark: Record<string, string>): Promise<void> {
  const info = await store.getSession(id).catch(() => undefined);
  if (info !== undefined && hasImportMark(info, mark)) await store.deleteSession(id);
}

function readSession(name: string, line: FileLine | undefined): ExportedSession {
  const fields = line === undefined ? {} : parseLine(line);
  const { object, id, agent, title, metadata, ...counts } = fields;
  const { entryCount, recordCount, epoch } = counts;
  const isWhole =
    object === SESSION_LINE &&
    typeof id === 'string' &&
    typeof entryCount === 'number' &&
    typeof recordCount === 'number' &&
    typeof epoch === 'number';
  if (!isWhole) {
    throw new ConfigError(
      `${name} is no whole export of a session. Make one with everlong sessions --export ID --full.`,
    );
  }
  const input = { agent, ...definedFields({ title, metadata }) } as SessionInput;
  return { ...input, id, entryCount, recordCount, epoch };
}

async function createSession(
  store: Store,
  { id, agent, title, metadata }: ExportedSession,
  mark: Record<string, string>,
): Promise<void> {
  const input = { id, agent, metadata: { ...metadata, ...mark }, ...definedFields({ title }) };
  try {
    await store.createSession(input);
  } catch (error) {
    if (!StoreConflictError.isInstance(error)) throw error;
    if (isUnfinishedImport(await store.getSession(id))) {
      await store.deleteSession(id);
      await store.createSession(input);
      return;
    }
    throw new ConfigError(
      `Session "${id}" is here already. Delete it first with everlong sessions delete ${id}, or ` +
        'import into another folder with --dir.',
      error,
    );
  }
}

/** Stores entries and records. */
async function storeLines(store: Store, id: string, lines: AsyncIterable<FileLine>): Promise<void> {
  let entryCount = 0;
  let recordCount = 0;
  let batch: PlacedEntry[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await storeEntries(store, id, batch);
    batch = [];
  };
  for await (const line of lines) {
    const { object, session_id: _, ...fields } = parseLine(line);
    if (object === RECORD_LINE) {
      await flush();
      const { recordSeq, recordedAt: _at, ...record } = fields;
      requirePlace('record', line, { found: recordSeq, expected: recordCount++ });
      await at(line, store.appendRecord(id, record as unknown as SessionRecord));
    } else {
      const { withdrawn: _mark, ...entry } = fields;
      requirePlace('entry', line, { found: entry['seq'], expected: entryCount++ });
      batch.push({ entry: entry as unknown as Entry, line });
      if (batch.length >= BATCH_ENTRIES) await flush();
    }
  }
  await flush();
}

async function storeEntries(
  store: Store,
  id: string,
  batch: readonly PlacedEntry[],
): Promise<void> {
  try {
    await store.append(
      id,
      batch.map(({ entry }) => entry),
    );
  } catch (error) {
    if (!ConfigError.isInstance(error)) throw error;
    // One by one, so that the error names the line that the store refuses.
    for (const { entry, line } of batch) await at(line, store.append(id, [entry]));
  }
}

/** Both logs are dense: a line that is missing would move all that follow. */
function requirePlace(
  what: 'entry' | 'record',
  { place }: FileLine,
  { found, expected }: { found: unknown; expected: number },
): void {
  if (found === expected) return;
  throw new ConfigError(
    `${place}: ${what} ${expected} is missing here. Export the session again: a part of it cannot ` +
      'be imported.',
  );
}

/** Says where in the file the value is that the store refused. */
async function at<Result>({ place }: FileLine, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!ConfigError.isInstance(error)) throw error;
    throw new ConfigError(`${place}: ${errorText(error)}`, error);
  }
}

async function requireWhole(
  store: Store,
  name: string,
  { session, mark }: { session: ExportedSession; mark: Record<string, string> },
): Promise<void> {
  const info = await store.getSession(session.id);
  if (!hasImportMark(info, mark)) {
    throw new ConfigError(
      `Another import of session "${session.id}" began meanwhile. Import one at a time.`,
    );
  }
  const recordCount = await countRecords(store, session.id);
  const isWhole = info.entryCount === session.entryCount && recordCount === session.recordCount;
  if (isWhole && info.epoch === session.epoch) return;
  throw new ConfigError(
    `${name} is not whole: it has ${info.entryCount} of ${session.entryCount} entries, ` +
      `${recordCount} of ${session.recordCount} records, and epoch ${info.epoch} of ` +
      `${session.epoch}. Export the session again.`,
  );
}

function parseLine({ text, place }: FileLine): Fields {
  let value: unknown;
  try {
    value = decodeValue(text);
  } catch (error) {
    throw new ConfigError(`${place} is not JSON: ${errorText(error)}. Export the session again.`);
  }
  if (isObject(value)) return value;
  throw new ConfigError(`${place} is no line of an export. Export the session again.`);
}
