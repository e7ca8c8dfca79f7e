import { type FilePiece, removesLine, type RequestFiles } from '../copies/request-files.js';
import type { FilePart } from '../copies/message-parts.js';
import { plainLines } from '../messages/comparable-lines.js';
import type { MessageFacts } from '../messages/message-book.js';
import type { LineFinder, LineNeed, RecordedEdit } from './line-needs.js';

/** `stale`: only in a copy of a file after which the request shows a newer one without it. */
export type Presence = 'present' | 'stale' | 'absent';

/** What a request shows of lines and files. */
export interface RequestLines {
  find(need: LineNeed): Presence;
  /** Whether the old text of an edit is in the newest state of the file that the request shows. */
  findEdit(edit: RecordedEdit): Presence;
}

/**
 * Looks up lines in a request; instructions are a message without file. A line outside of any copy
 * of a file (in a snapshot, a message, other results) is stale only if the request shows its file
 * whole as of a later entry.
 */
export function createRequestLines(
  finder: LineFinder,
  messages: readonly MessageFacts[],
): RequestLines {
  let files: RequestFiles | undefined;
  const filesOf = (): RequestFiles => (files ??= finder.files(messages));

  function isLoose(line: string, holders: readonly MessageFacts[]): boolean {
    const { loose } = filesOf();
    const shows = (part: FilePart): boolean =>
      part.type === 'result' && loose.has(part) && part.lines.has(line);
    return holders.some((facts) => {
      const parts = finder.parts(facts);
      return parts.loose.has(line) || parts.parts.some(shows);
    });
  }

  return {
    find({ line, source, file }) {
      const holders = messages.filter((facts) => finder.parts(facts).lines.has(line));
      if (holders.length === 0) return 'absent';
      const { pieces, piecesOf } = filesOf();
      for (const piece of pieces) {
        if (piece.lines.has(line) && isCurrent(piece, line, piecesOf)) return 'present';
      }
      if (!isLoose(line, holders)) return 'stale';
      const isOutdated =
        file !== undefined &&
        piecesOf(file).some(({ kind, asOf }) => kind === 'whole' && asOf > source);
      return isOutdated ? 'stale' : 'present';
    },
    findEdit({ file, before }) {
      const wanted = plainLines(before).trim();
      const { now, outdated } = fileTexts(filesOf().piecesOf(file));
      if (now.some((text) => text.includes(wanted))) return 'present';
      return outdated.some((text) => text.includes(wanted)) ? 'stale' : 'absent';
    },
  };
}

/** Whether no later piece of the same file shows that the line is gone. */
function isCurrent(piece: FilePiece, line: string, piecesOf: RequestFiles['piecesOf']): boolean {
  if (piece.file === undefined) return true;
  const all = piecesOf(piece.file);
  const number = piece.lines.get(line) ?? 0;
  const later = all.slice(all.indexOf(piece) + 1);
  return !later.some((next) => removesLine(next, line, number + piece.shift));
}

/** The texts of a file after all edits, and earlier states of them. */
function fileTexts(pieces: readonly FilePiece[]): { now: string[]; outdated: string[] } {
  let now: string[] = [];
  const outdated: string[] = [];
  for (const { kind, text, before } of pieces) {
    const shown = plainLines(text);
    if (kind === 'whole') {
      outdated.push(...now);
      now = [shown];
    } else if (kind === 'part') now.push(shown);
    else {
      const old = plainLines(before ?? '');
      now = now.map((held) => {
        if (old === '' || !held.includes(old)) return held;
        outdated.push(held);
        return held.replace(old, () => shown);
      });
      now.push(shown);
    }
  }
  return { now, outdated };
}
