import type { AssistantMessage, Entry } from '@everlong/core';
import { extractValues } from '@everlong/summarizer';

import {
  findRequestFiles,
  type RequestFiles,
  type RequestFilesOptions,
} from '../copies/request-files.js';
import { messageParts, type MessageParts } from '../copies/message-parts.js';
import { comparableLines } from '../messages/comparable-lines.js';
import type { MessageBook, MessageFacts } from '../messages/message-book.js';
import { stringLeaves } from '../messages/message-facts.js';

/**
 * A line of a recorded assistant message that occurs earlier in the log. One that is nothing but an
 * exact value, such as a path, is a `ValueNeed` alone.
 */
export interface LineNeed {
  line: string;
  /** The newest earlier entry that holds it. */
  source: number;
  /** What the source is. */
  kind: LineKind;
  /** How many entries lie between the source and the message. */
  age: number;
  /** The file that the source shows the line of; undefined when it shows none. */
  file: string | undefined;
}

/** An edit that a recorded message makes of a file; without `file` of the one that is open. */
export interface RecordedEdit {
  file: string | undefined;
  before: string;
}

/** `file`: what a tool showed, wrote or edited of a file; `tool`: other results. */
type LineKind = 'user' | 'assistant' | 'file' | 'tool' | 'system';

/** Finds needed lines, and takes requests apart for scores of lines and edits. */
export interface LineFinder {
  /** The needs of the assistant message at `seq`, in the order of their first use. */
  needsOf(seq: number): LineNeed[];
  /** The edits of files that the message at `seq` asks for. */
  editsOf(seq: number): RecordedEdit[];
  /** The first file of which an entry shows more than an edit; undefined when it shows none. */
  fileOf(seq: number): string | undefined;
  /**
   * Whether the entry `source` shows or writes a file that holds the value, and no later whole copy
   * before `seq` lacks it: one read of the file brings it back.
   */
  isInFile(value: string, source: number, seq: number): boolean;
  parts(facts: MessageFacts): MessageParts;
  files(messages: readonly MessageFacts[]): RequestFiles;
}

export function createLineFinder(entries: readonly Entry[], book: MessageBook): LineFinder {
  const facts = entries.map(({ message }) => book.message(message));
  const parts = createPartsCache();
  const log = indexLog(facts, parts);
  const logged = findRequestFiles(facts, log);
  const piecesBySeq = Map.groupBy(logged.pieces, ({ shownAt }) => shownAt);

  function toNeed(line: string, source: number, seq: number): LineNeed {
    const piece = piecesBySeq
      .get(source)
      ?.find(({ lines, before = '' }) => lines.has(line) || before.includes(line));
    const role = entries[source]?.message.role ?? 'tool';
    return {
      line,
      source,
      kind: piece === undefined ? role : 'file',
      age: seq - source,
      file: piece?.file,
    };
  }

  return {
    needsOf(seq) {
      const message = entries[seq]?.message;
      if (message?.role !== 'assistant') return [];
      return [...linesWritten(message)].flatMap((line) => {
        const source = log.holders.get(line)?.findLast((at) => at < seq);
        return source === undefined ? [] : [toNeed(line, source, seq)];
      });
    },
    editsOf(seq) {
      const message = facts[seq];
      const fileParts = message === undefined ? [] : parts(message).parts;
      return fileParts
        .flatMap((part) => (part.type === 'call' ? part.actions : []))
        .filter((action) => action.op === 'edit')
        .filter(({ before }) => before.trim() !== '')
        .map(({ file, before }) => ({ file, before }));
    },
    isInFile: (value, source, seq) =>
      piecesBySeq.get(source)?.some(({ file, text }) => {
        if (!book.text(text).holds(value)) return false;
        const later = logged.piecesOf(file).filter(({ kind, shownAt }) => {
          return kind === 'whole' && shownAt > source && shownAt < seq;
        });
        return later.every((piece) => book.text(piece.text).holds(value));
      }) === true,
    fileOf: (seq) => piecesBySeq.get(seq)?.find(({ kind }) => kind !== 'edit')?.file,
    parts,
    files: (messages) => findRequestFiles(messages, log),
  };
}

function createPartsCache(): (message: MessageFacts) => MessageParts {
  const taken = new WeakMap<MessageFacts, MessageParts>();
  return (message) => {
    let found = taken.get(message);
    if (found === undefined) taken.set(message, (found = messageParts(message.message)));
    return found;
  };
}

interface LogIndex extends RequestFilesOptions {
  /** By line, the entries that hold it, ascending. */
  holders: ReadonlyMap<string, readonly number[]>;
}

/** Where the log holds lines, messages and results. */
function indexLog(
  facts: readonly MessageFacts[],
  parts: (message: MessageFacts) => MessageParts,
): LogIndex {
  const texts = new Set(facts.map(({ text }) => text));
  const holders = new Map<string, number[]>();
  const seqsById = new Map<number, number[]>();
  const results = new Map<string, number>();
  facts.forEach((message, seq) => {
    const { lines, parts: fileParts } = parts(message);
    for (const line of lines) add(holders, line, seq);
    for (const part of fileParts) if (part.type === 'result') results.set(part.id, seq);
    add(seqsById, message.id, seq);
  });
  return {
    holders,
    parts,
    isWhole: ({ text }) => texts.has(text),
    entryOfResult: (id) => (id.startsWith('fenced') ? undefined : results.get(id)),
    entryFrom: ({ id }, seq) => seqsById.get(id)?.find((at) => at >= seq),
  };
}

function add<Key>(lists: Map<Key, number[]>, key: Key, seq: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [seq]);
  else if (list.at(-1) !== seq) list.push(seq);
}

/** The distinct lines of a message's texts and of the strings that it gave to tools. */
function linesWritten({ content }: AssistantMessage): Set<string> {
  const texts =
    typeof content === 'string'
      ? [content]
      : content.flatMap((part) => {
          if (part.type === 'text') return [part.text];
          return part.type === 'tool-call' ? stringLeaves(part.input) : [];
        });
  const lines = texts.flatMap((text) => [...comparableLines(text)].map((line) => line.text));
  return new Set(lines.filter((line) => !isValue(line)));
}

function isValue(line: string): boolean {
  return !/\s/.test(line) && extractValues(line).some(({ value }) => value === line);
}
