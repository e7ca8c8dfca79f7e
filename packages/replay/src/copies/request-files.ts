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
  piecesOf(file: string | undefined): readonly FilePiece[];
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
      pieces.push(
        action.op === 'read'
          ? readPiece(action, part, whole, { asOf, shownAt })
          : changedPiece(action, { asOf, shownAt: at }),
      );
    }
    // The output of an edit tool shows a part of the edited file.
    const edited = actions.findLast(({ op }) => op === 'edit');
    if (edited !== undefined) {
      const { text, lines } = part;
      pieces.push({ file: edited.file, kind: 'part', asOf, shownAt, text, lines, shift: 0 });
    }
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
    const changes = actions.filter((action) => action.op !== 'read');
    pieces.push(...changes.map((change) => changedPiece(change, { asOf, shownAt: at })));
  }
  return { loose, ...indexPieces(pieces.toSorted((left, right) => left.asOf - right.asOf)) };
}

function indexPieces(pieces: readonly FilePiece[]): Pick<RequestFiles, 'pieces' | 'piecesOf'> {
  const byName = Map.groupBy(pieces, ({ file }) => fileName(file ?? ''));
  return {
    pieces,
    piecesOf(file) {
      if (file === undefined) return pieces;
      const named = byName.get(fileName(file)) ?? [];
      return named.filter((piece) => isSameFile(piece.file ?? '', file));
    },
  };
}

/** As of which entry a piece shows its file, and the index of its message. */
type Shown = Pick<FilePiece, 'asOf' | 'shownAt'>;

type FileChange = Exclude<FileAction, { op: 'read' }>;

const linesByChange = new WeakMap<FileChange, LineNumbers>();

/** What a call that writes or edits a file shows of it. */
function changedPiece(change: FileChange, shown: Shown): FilePiece {
  const text = change.op === 'write' ? change.text : change.after;
  let lines = linesByChange.get(change);
  if (lines === undefined) {
    const numbered = [...comparableLines(text)].map((line) => [line.text, line.index + 1] as const);
    linesByChange.set(change, (lines = new Map(numbered)));
  }
  const piece = { file: change.file, ...shown, text, lines, shift: 0 };
  return change.op === 'write'
    ? { ...piece, kind: 'whole' }
    : { ...piece, kind: 'edit', before: change.before };
}

function readPiece(
  action: Extract<FileAction, { op: 'read' }>,
  { text, lines, isNumbered }: ResultPart,
  isWhole: boolean,
  shown: Shown,
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
