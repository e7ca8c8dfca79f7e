import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { type EntryInput, messageText, originOf } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { encodeValue } from '@everlong/core/store-kit';
import type { TranscriptStream } from '@everlong/formats';
import { redactSecrets } from '@everlong/redaction';
import type { ImportedFrom } from '../output/imported-from.js';
import type { RecordingFile } from './find-recordings.js';

/** An entry with an id that the same message of the same file gets again, and its length. */
export interface EntryToImport {
  entry: EntryInput & { id: string };
  characters: number;
}

/** A conversation as a session that is yet to be stored. */
export interface SessionToImport {
  id: string;
  agent: string;
  from: ImportedFrom;
  /** Reads the entries, from the first one at every call. */
  entries(): AsyncGenerator<EntryToImport>;
  /** What the entries say that were read so far. */
  found: FoundInEntries;
}

interface FoundInEntries {
  title?: string | undefined;
  startedAt?: string | undefined;
  endedAt?: string | undefined;
  /** Whether the program compacted. */
  isCompacted: boolean;
  /** The first response, and the first one behind each compaction: there a copy may begin. */
  anchors: string[];
}

/** Characters of a title that is made from the first words. */
const MAX_TITLE = 80;

/** The session that a conversation of a file becomes; `index` is its place in the file. */
export function sessionToImport(
  { format: agent, entries, title, metadata = {} }: TranscriptStream,
  file: RecordingFile,
  index: number,
): SessionToImport {
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
  const from: ImportedFrom = {
    tool: agent,
    file: file.path,
    ...definedFields({
      // Aider keeps its history in the folder that it works in.
      project: text(metadata['cwd']) ?? (agent === 'aider' ? dirname(file.path) : undefined),
      sessionId: recordedId,
      parent: parentId === undefined ? undefined : sessionId(parentId),
      forkedFrom: text(metadata['forkedFrom']),
    }),
  };
  const written = new Date(file.modifiedAt).toISOString();
  const found: FoundInEntries = { title, isCompacted: false, anchors: [] };
  return {
    id,
    agent,
    from,
    found,
    async *entries() {
      const idOf = createIds();
      const say = createTitle();
      found.anchors = [];
      let isAnchor = true;
      for await (const entry of entries()) {
        const { entryId, characters } = idOf(entry);
        const { createdAt = written } = entry;
        if (found.startedAt === undefined || createdAt < found.startedAt)
          found.startedAt = createdAt;
        if (found.endedAt === undefined || createdAt > found.endedAt) found.endedAt = createdAt;
        if (isCompaction(entry)) isAnchor = found.isCompacted = true;
        if (isAnchor && entry.usage !== undefined) {
          isAnchor = false;
          found.anchors.push(entryId);
        }
        if (title === undefined) found.title = say(entry);
        const imported = { ...entry.metadata, imported: agent };
        yield { entry: { ...entry, id: entryId, createdAt, metadata: imported }, characters };
      }
    },
  };
}

/** Whether an entry is the summary with which another program went on. */
export function isCompaction(entry: EntryInput): boolean {
  return originOf(entry) === 'summary' && entry.metadata?.['event'] === 'compaction';
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
function createIds(): (entry: EntryInput) => { entryId: string; characters: number } {
  const counts = new Map<string, number>();
  return ({ createdAt = null, message, usage = null }) => {
    const content = encodeValue([createdAt, message, usage]);
    const said = hash(content).slice(0, 24);
    const count = (counts.get(said) ?? 0) + 1;
    counts.set(said, count);
    return { entryId: count === 1 ? said : `${said}-${count}`, characters: content.length };
  };
}

/** A title from the first words of the user, once he has said some. */
function createTitle(): (entry: EntryInput) => string | undefined {
  let first: string | undefined;
  let isSure = false;
  return (entry) => {
    if (isSure || entry.message.role !== 'user' || originOf(entry) !== 'user') return first;
    const said = messageText(entry.message);
    // A command that was typed into a program stands in tags, or alone behind its slash.
    isSure = !/^(?:<|\/\S+\s*$)/.test(said);
    if (isSure || first === undefined) first = shortened(said);
    return first;
  };
}

function shortened(said: string): string | undefined {
  const words = redactSecrets(said.slice(0, 100_000)).trim().replaceAll(/\s+/g, ' ');
  if (words.length <= MAX_TITLE) return words === '' ? undefined : words;
  return `${words.slice(0, MAX_TITLE - 1).toWellFormed()}…`;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
