import { Readable } from 'node:stream';
import type { SessionInfo, Store } from '@everlong/core';
import { ConfigError, CorruptRecordError, UnsupportedFormatError } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { parseTranscripts, streamTranscripts, type TranscriptStream } from '@everlong/formats';
import { isUnfinishedImport } from '../errors/unfinished-import.js';
import type { RecordingFile } from './find-recordings.js';
import { importedFrom, withImportedFrom } from '../output/imported-from.js';
import { type SessionToImport, sessionToImport } from './imported-session.js';
import { opencodeSessions } from './opencode-sessions.js';
import { createSharedBeginnings, type SharedBeginnings } from './shared-beginning.js';
import { type StoredSession, storeSession } from './store-session.js';

/** A stored conversation, for people. */
export interface ImportedSession extends StoredSession {
  agent: string;
  title: string | undefined;
  file: string;
  /** For a sub-agent: the session that it worked for. */
  parent?: string;
  /** The session with the same beginning, whose usage is counted there. */
  sharesWith?: string;
}

/** A file that could not be read, and why. */
interface FailedFile {
  file: string;
  error: unknown;
}

/** What became of the files. */
export interface ImportResult {
  sessions: ImportedSession[];
  /** Files that have not changed since they were imported. */
  unchangedFiles: number;
  /** Files that hold no conversation, or one of no known format. */
  otherFiles: FailedFile[];
  failures: FailedFile[];
  warnings: string[];
}

/** How files are read. */
export interface ImportOptions {
  signal: AbortSignal;
  /** Files whose stored sessions are read, to import them again where they are damaged. */
  named?: ReadonlySet<string>;
  /** Before each file, and now and then while a long session of it is stored. */
  onProgress?(file: RecordingFile, index: number, messages: number): void;
}

/**
 * Imports every conversation of the files, one after the other. A file that cannot be read is among
 * the failures. Rejects only where the store fails, or at the signal, with its reason.
 */
export async function importFiles(
  store: Store,
  files: readonly RecordingFile[],
  { signal, onProgress = () => {}, named = new Set() }: ImportOptions,
): Promise<ImportResult> {
  const result: ImportResult = {
    sessions: [],
    unchangedFiles: 0,
    otherFiles: [],
    failures: [],
    warnings: [],
  };
  const before = await store.listSessions();
  const isRead = readStamps(before);
  const beginnings = createSharedBeginnings(store, before);
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    onProgress(file, index, 0);
    if (isRead(file) && (!named.has(file.path) || (await isSound(store, before, file)))) {
      result.unchangedFiles++;
      continue;
    }
    try {
      await importFile(store, file, {
        signal,
        result,
        beginnings,
        onMessages: (count) => onProgress(file, index, count),
      });
    } catch (error) {
      if (signal.aborted) throw error;
      if (UnsupportedFormatError.isInstance(error)) {
        result.otherFiles.push({ file: file.path, error });
      } else if (CorruptRecordError.isInstance(error) || ConfigError.isInstance(error)) {
        result.failures.push({ file: file.path, error });
      } else throw error;
    }
  }
  return result;
}

/** Whether all that was imported from a file can be read. */
async function isSound(
  store: Store,
  sessions: readonly SessionInfo[],
  { path }: RecordingFile,
): Promise<boolean> {
  try {
    for (const info of sessions) {
      const from = importedFrom(info);
      if (from?.file !== path) continue;
      if (info.entryCount < (from.entryCount ?? 0)) return false;
      for await (const _ of store.read(info.id));
    }
    return true;
  } catch (error) {
    if (CorruptRecordError.isInstance(error)) return false;
    throw error;
  }
}

interface ImportWork extends Pick<ImportOptions, 'signal'> {
  result: ImportResult;
  beginnings: SharedBeginnings;
  onMessages(count: number): void;
}

async function importFile(
  store: Store,
  file: RecordingFile,
  { signal, result, beginnings, onMessages }: ImportWork,
): Promise<void> {
  let index = 0;
  let first: string | undefined;
  let isElsewhere = false;
  for await (const transcript of conversationsIn(file, signal)) {
    signal.throwIfAborted();
    result.warnings.push(...transcript.warnings);
    if (await isEmpty(transcript)) continue;
    const session = await beginnings.withoutCopied(sessionToImport(transcript, file, index++));
    const stored = await storeSession(store, withProgress(session, onMessages), signal);
    beginnings.stored(stored.id, session);
    first ??= stored.id;
    isElsewhere ||= stored.state === 'elsewhere';
    const { agent, found, from } = session;
    const { parent, sharesWith } = from;
    result.sessions.push({
      ...stored,
      agent,
      title: found.title,
      file: file.path,
      ...definedFields({ parent, sharesWith }),
    });
  }
  if (first === undefined) {
    const problem = `${file.path} holds no message. Check that the right file was named.`;
    throw new UnsupportedFormatError(problem);
  }
  if (!isElsewhere) await markRead(store, first, file);
}

/** Messages between two reports of a long session. */
const REPORTED_MESSAGES = 1000;

function withProgress(
  session: SessionToImport,
  onMessages: ImportWork['onMessages'],
): SessionToImport {
  return {
    ...session,
    async *entries() {
      let count = 0;
      for await (const each of session.entries()) {
        if (++count % REPORTED_MESSAGES === 0) onMessages(count);
        yield each;
      }
    },
  };
}

async function* conversationsIn(
  { path, content = path }: RecordingFile,
  signal: AbortSignal,
): AsyncGenerator<TranscriptStream> {
  const sessions = opencodeSessions(content);
  if (sessions === undefined) yield* streamTranscripts(content, { rewound: true, signal });
  else {
    for await (const session of sessions) {
      const options = { file: path, format: 'opencode', rewound: true };
      for (const { entries, ...about } of parseTranscripts(session, options)) {
        yield { ...about, entries: () => Readable.from(entries) };
      }
    }
  }
}

async function isEmpty({ entries }: TranscriptStream): Promise<boolean> {
  for await (const _ of entries()) return false;
  return true;
}

async function markRead(
  store: Store,
  id: string,
  { bytes, modifiedAt }: RecordingFile,
): Promise<void> {
  const { metadata } = await store.getSession(id);
  const from = importedFrom({ metadata });
  if (from === undefined) return;
  const read = { bytes, modifiedAt };
  await store.updateSession(id, { metadata: withImportedFrom(metadata, { ...from, read }) });
}

/** Whether a file has been imported as it is now. */
export function readStamps(sessions: readonly SessionInfo[]): (file: RecordingFile) => boolean {
  const stamps = new Set<string>();
  for (const info of sessions) {
    const { file, read } = importedFrom(info) ?? {};
    if (file === undefined || read === undefined || isUnfinishedImport(info)) continue;
    stamps.add(`${file} ${read.bytes} ${read.modifiedAt}`);
  }
  return ({ path, bytes, modifiedAt }) => stamps.has(`${path} ${bytes} ${modifiedAt}`);
}
