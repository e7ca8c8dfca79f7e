import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { type EntryInput, messageText, originOf } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { encodeValue } from '@everlong/core/store-kit';
import type { Transcript } from '@everlong/formats';
import { redactSecrets } from '@everlong/redaction';
import type { ImportedFrom } from '../output/imported-from.js';
import type { RecordingFile } from './find-recordings.js';

/** A conversation as a session that is yet to be stored. */
export interface SessionToImport {
  id: string;
  agent: string;
  title: string | undefined;
  from: ImportedFrom;
  /** Each with an id that the same message of the same file gets again. */
  entries: (EntryInput & { id: string })[];
  warnings: readonly string[];
}

/** Characters of a title that is made from the first words. */
const MAX_TITLE = 80;

/** The session that a conversation of a file becomes; `index` is its place in the file. */
export function sessionToImport(
  { format, entries, title, metadata = {}, warnings }: Transcript,
  file: RecordingFile,
  index: number,
): SessionToImport {
  const agent = format;
  const recordedId = text(metadata['sessionId']);
  const agentId = text(metadata['agentId']);
  const parentId = text(metadata['parentId']) ?? (agentId === undefined ? undefined : recordedId);
  const own = ownName(file.path, agentId) ?? recordedId;
  const id =
    agentId === undefined
      ? sessionId(own ?? `${agent}-${hash(`${file.path}#${index}`).slice(0, 8)}`)
      : sessionId(
          `agent-${agentId.replace(/^agent-/, '')}-${(recordedId ?? hash(file.path)).slice(0, 8)}`,
        );
  const written = new Date(file.modifiedAt).toISOString();
  const times = entries.flatMap(({ createdAt = [] }) => createdAt).toSorted();
  const from: ImportedFrom = {
    tool: agent,
    file: file.path,
    ...definedFields({
      // Aider keeps its history in the folder that it works in.
      project: text(metadata['cwd']) ?? (format === 'aider' ? dirname(file.path) : undefined),
      sessionId: recordedId,
      parent: parentId === undefined ? undefined : sessionId(parentId),
    }),
    startedAt: times[0] ?? written,
    endedAt: times.at(-1) ?? written,
  };
  return {
    id,
    agent,
    title: title ?? firstWords(entries),
    from,
    entries: withIds(entries).map((entry) => ({
      ...entry,
      createdAt: entry.createdAt ?? written,
      metadata: { ...entry.metadata, imported: agent },
    })),
    warnings,
  };
}

/** Claude Code names its files by the session; lines of one that was resumed may say another id. */
function ownName(path: string, agentId: string | undefined): string | undefined {
  if (agentId !== undefined) return undefined;
  return /^([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})\.jsonl/.exec(basename(path))?.[1];
}

/** An id that a store takes. */
function sessionId(name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_.-]/g, '-').replace(/^\.|\.$/, '-');
  return safe.length <= 100 ? safe : `${safe.slice(0, 80)}-${hash(name).slice(0, 8)}`;
}

/**
 * Ids by what was said, when, and what it cost, which a program may write later: one that occurs again
 * gets a number.
 */
function withIds(entries: readonly EntryInput[]): (EntryInput & { id: string })[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    const said = hash(
      encodeValue([entry.createdAt ?? null, entry.message, entry.usage ?? null]),
    ).slice(0, 24);
    const count = (counts.get(said) ?? 0) + 1;
    counts.set(said, count);
    return { ...entry, id: count === 1 ? said : `${said}-${count}` };
  });
}

function firstWords(entries: readonly EntryInput[]): string | undefined {
  const said = entries
    .filter((entry) => entry.message.role === 'user' && originOf(entry) === 'user')
    .map(({ message }) => messageText(message));
  // A command that was typed into a program stands in tags.
  const first = said.find((words) => !words.startsWith('<')) ?? said[0];
  if (first === undefined) return undefined;
  const words = redactSecrets(first.slice(0, 100_000)).trim().replaceAll(/\s+/g, ' ');
  if (words.length <= MAX_TITLE) return words === '' ? undefined : words;
  return `${words.slice(0, MAX_TITLE - 1).toWellFormed()}…`;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
