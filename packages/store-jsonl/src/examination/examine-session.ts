import { readFileSync, truncateSync } from 'node:fs';

import { CorruptRecordError, type StoreFinding } from '@everlong/core';

import { entryLineKind } from '../lines/entry-line.js';
import { decodeRecordLine, recordLineKind } from '../lines/record-line.js';
import type { LineKind } from '../log/line-kind.js';
import type { LogFiles } from '../log/log-table.js';
import type { OpenLog } from '../log/open-log.js';
import { createEntryReader } from '../session/entry-reader.js';
import { entryFiles, openSessionLogs, recordFiles } from '../session/session-logs.js';
import type { SessionPaths } from '../session/session-paths.js';
import { isIndexWrong } from './examine-index.js';
import { examineLog, type LogExamination } from './examine-log.js';
import { createNamedMedia, examineMedia } from './examine-media.js';
import { rewriteLog } from './rewrite-log.js';
import type { SetAside } from './set-aside.js';

type Fault = Omit<StoreFinding, 'cure'> & { repair?: () => void };

/**
 * Examines the files of a session. With `aside`, repairs what loses nothing; the caller holds the
 * session's lock then.
 */
export async function* examineSession(
  paths: SessionPaths,
  aside: SetAside | undefined,
): AsyncGenerator<StoreFinding> {
  const named = createNamedMedia(paths.media);
  const logs = [
    { files: entryFiles(paths), kind: entryLineKind(paths.id) },
    { files: recordFiles(paths), kind: recordLineKind },
  ];
  for (const { files, kind } of logs) {
    const examined = await examineLog(files.log, kind, named.visit);
    if (examined === undefined) continue;
    for (const fault of logFaults(files, kind, examined, aside)) yield settle(fault, paths, aside);
  }
  for await (const fault of readingFaults(paths)) yield settle(fault, paths, aside);
  for (const { path, fault } of examineMedia(paths.media, named)) {
    const isOrphan = fault === 'orphan';
    const detail = isOrphan ? 'no message names it' : 'its bytes are not those of its name';
    const repair = isOrphan ? { repair: () => aside?.move(path) } : {};
    yield settle({ kind: fault, place: path, detail, ...repair }, paths, aside);
  }
}

function settle(
  { repair, ...fault }: Fault,
  { id: sessionId }: SessionPaths,
  aside: SetAside | undefined,
): StoreFinding {
  if (repair === undefined) return { ...fault, sessionId, cure: 'none' };
  if (aside === undefined) return { ...fault, sessionId, cure: 'repairable' };
  repair();
  return { ...fault, sessionId, cure: 'repaired' };
}

function* logFaults(
  files: LogFiles,
  kind: LineKind,
  examined: LogExamination,
  aside: SetAside | undefined,
): Generator<Fault> {
  const { end, size, late, doubled, contested, stray, tailFillsGap } = examined;
  const place = files.log;
  if (isIndexWrong(files, kind, examined)) {
    const detail = 'it does not fit its log';
    yield { kind: 'index', place: files.index, detail, repair: () => aside?.move(files.index) };
  }
  for (const seq of contested) {
    yield { kind: 'damaged', place, detail: `two different lines say that they are item ${seq}` };
  }
  const isRepairable = contested.length === 0 && !tailFillsGap;
  if (end < size) {
    const lines = countLines(place, end);
    const whole = lines === 0 ? '' : `, among them whole lines of an unfinished batch: ${lines}`;
    const detail = `${size - end} bytes after the last complete line${whole}`;
    const repair = (): void => {
      aside?.copy(place);
      truncateSync(place, end);
    };
    yield { kind: 'torn-tail', place, detail, ...(isRepairable ? { repair } : {}) };
  }
  const moved = [...late, ...doubled];
  let isRewritten = false;
  const repair = (): void => {
    if (isRewritten) return;
    isRewritten = true;
    aside?.copy(place);
    rewriteLog(place, kind, end);
    aside?.move(files.index);
  };
  const rewrite = isRepairable ? { repair } : {};
  if (moved.length > 0) {
    yield { kind: 'order', place, detail: `item ${listed(moved)}`, ...rewrite };
  }
  if (stray.length > 0) {
    yield { kind: 'stray', place, detail: `before item ${listed(stray)}`, ...rewrite };
  }
}

/** Lines that end behind a place. */
function countLines(path: string, from: number): number {
  return readFileSync(path)
    .subarray(from)
    .filter((byte) => byte === NEWLINE).length;
}

const NEWLINE = 10;

function listed(seqs: readonly number[]): string {
  const more = seqs.length > 5 ? ` and ${seqs.length - 5} more` : '';
  return `${seqs.slice(0, 5).join(', ')}${more}`;
}

/** Items that cannot be read, each with its line. */
async function* readingFaults(paths: SessionPaths): AsyncGenerator<Fault> {
  const logs = await openSessionLogs(paths);
  try {
    const reader = await createEntryReader(logs);
    for await (const page of logs.entries.pages({})) {
      for (const line of page) yield* faultOf(await reader.decoderOf(line));
    }
    if (logs.records !== undefined) yield* recordFaults(logs.records);
  } finally {
    logs.close();
  }
}

async function* recordFaults(records: OpenLog): AsyncGenerator<Fault> {
  for await (const page of records.pages({})) {
    for (const line of page) yield* faultOf(() => records.decode(line, decodeRecordLine));
  }
}

function* faultOf(decode: () => unknown): Generator<Fault> {
  try {
    decode();
  } catch (error) {
    if (!CorruptRecordError.isInstance(error)) throw error;
    const { place, message } = error;
    yield { kind: 'damaged', place, detail: message.slice(`${place}: `.length) };
  }
}
