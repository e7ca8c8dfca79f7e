import type { MessageFacts } from '../messages/message-book.js';
import { comparableLines } from '../messages/comparable-lines.js';
import type { FileAction } from './file-action.js';
import { fileName, isSameFile } from './file-actions.js';
import type { FilePart, LineNumbers, MessageParts } from './message-parts.js';

/** What a request shows of a file: all of it, some lines, or an edit of it. */
export interface FilePiece {
  /** Undefined: the file that is open; then no other piece counts as of the same file. */
  file: string | undefined;
  kind: 'whole' | 'part' | 'edit';
  /** As of which recorded entry; pieces of a file are compared by it. */
  asOf: number;
  /** The index of its message. */
  shownAt: number;
  /** The text shown or, of an edit, the new text. */
  text: string;
  lines: LineNumbers;
  /** Added to the places in `lines` to get line numbers of the file. */
  shift: number;
  /** Which lines of the file a part shows, as far as is known. */
  from?: number;
  to?: number;
  /** What an edit replaces. */
  before?: string;
}

/** The files in a list of messages. */
export interface RequestFiles {
  /** Pieces of the same file, or of all files, oldest first. */
  piecesOf(file: string | undefined): FilePiece[];
  pieces: readonly FilePiece[];
  /** Results that show no file. */
  loose: ReadonlySet<FilePart>;
}

export interface RequestFilesOptions {
  parts(facts: MessageFacts): MessageParts;
  /** Whether the message is a whole entry, nothing left out. */
  isWhole(facts: MessageFacts): boolean;
  /** The recorded entry with the result of a call; undefined for calls that were not recorded. */
  entryOfResult(toolCallId: string): number | undefined;
  /** The first recorded entry from `seq` on that is this message; undefined when there is none. */
  entryFrom(facts: MessageFacts, seq: number): number | undefined;
}

type ResultPart = Extract<FilePart, { type: 'result' }>;

const linesByAction = new WeakMap<FileAction, LineNumbers>();

/** Finds the copies of files in a request: which call read, wrote or edited what, and when. */
export function findRequestFiles(
  messages: readonly MessageFacts[],
  { parts, isWhole, entryOfResult, entryFrom }: RequestFilesOptions,
): RequestFiles {
  const pending = new Map<string, { actions: readonly FileAction[]; at: number }>();
  const pieces: FilePiece[] = [];
  const loose = new Set<FilePart>();
  let asOf = -1;

  function addResult(part: ResultPart, shownAt: number, whole: boolean): void {
    const { actions, at } = pending.get(part.id) ?? { actions: [], at: shownAt };
    pending.delete(part.id);
    asOf = entryOfResult(part.id) ?? asOf;
    if (part.isError || actions.length === 0) {
      loose.add(part);
      return;
    }
    for (const action of actions) {
      const shown = { asOf, shownAt };
      pieces.push(
        action.op === 'read' ? readPiece(action, part, whole, shown) : written(action, at),
      );
    }
    // The output of an edit tool shows a part of the edited file.
    const edited = actions.findLast(({ op }) => op === 'edit');
    if (edited !== undefined) {
      const { text, lines } = part;
      pieces.push({ file: edited.file, kind: 'part', asOf, shownAt, text, lines, shift: 0 });
    }
  }

  function written(action: Exclude<FileAction, { op: 'read' }>, shownAt: number): FilePiece {
    const text = action.op === 'write' ? action.text : action.after;
    let lines = linesByAction.get(action);
    if (lines === undefined) {
      lines = new Map(
        Iterator.from(comparableLines(text)).map((line) => [line.text, line.index + 1]),
      );
      linesByAction.set(action, lines);
    }
    const piece = { file: action.file, asOf, shownAt, text, lines, shift: 0 };
    return action.op === 'write'
      ? { ...piece, kind: 'whole' }
      : { ...piece, kind: 'edit', before: action.before };
  }

  messages.forEach((facts, at) => {
    asOf = entryFrom(facts, asOf + 1) ?? asOf;
    for (const part of parts(facts).parts) {
      if (part.type === 'call') pending.set(part.id, { actions: part.actions, at });
      else addResult(part, at, isWhole(facts));
    }
  });
  // Calls without a result yet count as carried out.
  for (const { actions, at } of pending.values()) {
    for (const action of actions) if (action.op !== 'read') pieces.push(written(action, at));
  }
  const ordered = pieces.toSorted((left, right) => left.asOf - right.asOf);
  const byName = Map.groupBy(ordered, ({ file }) => fileName(file ?? ''));
  return {
    pieces: ordered,
    loose,
    piecesOf(file) {
      if (file === undefined) return ordered;
      const named = byName.get(fileName(file)) ?? [];
      return named.filter((piece) => isSameFile(piece.file ?? '', file));
    },
  };
}

function readPiece(
  action: Extract<FileAction, { op: 'read' }>,
  { text, lines, isNumbered }: ResultPart,
  isWhole: boolean,
  shown: Pick<FilePiece, 'asOf' | 'shownAt'>,
): FilePiece {
  const { file, part, asOf = shown.asOf } = action;
  const kind = part === undefined && isWhole ? 'whole' : 'part';
  const shift = isNumbered ? 0 : (part?.from ?? 1) - 1;
  return { ...part, ...shown, file, kind, asOf, text, lines, shift };
}

/** Whether a piece shows that a line of an older piece, at `number`, is gone from the file. */
export function removesLine(piece: FilePiece, line: string, number: number): boolean {
  if (piece.lines.has(line)) return false;
  if (piece.kind === 'whole') return true;
  if (piece.kind === 'edit') return (piece.before ?? '').includes(line);
  const { from, to } = piece;
  return from !== undefined && to !== undefined && number >= from && number <= to;
}
