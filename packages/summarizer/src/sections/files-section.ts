import type { FileState } from '@everlong/core';
import { largestThatFits } from '@everlong/core/internal';

import type { Action } from '../actions/action.js';
import { isChanged, updateFileTable } from './file-table.js';

/** The maximum number of lines in the section. */
const MAX_LINES = 60;
/** The number of files named that were only read, the last ones. */
const MAX_READ_SHOWN = 8;

const verbs = ['edited', 'written', 'deleted'] as const;
const ownLine =
  /^(.+): (restored|(?:(?:edited|written|deleted) \d+×(?:, )?)+) \(#(\d+)(?:–#(\d+))?\)(?:, \+(>?\d+) −(>?\d+)(?: in ([^\s,]+(?: [^\s,]+)*))?)?(?:, read #(\d+)(, stale)?)?$/;
const readLine = /^(?:Only read|Read): (.+)$/;

/**
 * Lines `path: edited 3×, written 1× (#4–#87), +12 −3 in parseTokens, read #80, stale`, the file
 * changed last at the end: how often, where and by how many lines, as far as the calls show it. A
 * file is stale if it changed after it was last seen whole. A file that was restored lost its
 * changes. A last line names files that were read. Counts of lines of `previous` in this form
 * continue; other lines stay unchanged, before the rest.
 */
export function filesSection(previous: readonly string[], actions: readonly Action[]): string[] {
  const other = previous.filter((line) => !ownLine.test(line) && !readLine.test(line));
  const files = updateFileTable(fileStates(previous), actions);
  const kept = other.filter((line) => !files.some(({ path }) => line.includes(path)));
  const read = files.filter((file) => !isChanged(file)).slice(-MAX_READ_SHOWN);
  const named = read.map(({ path, lastReadSeq }) => `${path} #${lastReadSeq}`).join(', ');
  const lines = [...kept, ...files.filter(isChanged).map(fileLine)].slice(-MAX_LINES);
  return named === '' ? lines : [...lines, `Read: ${named}`];
}

/** Ranks lines for when not all fit: the files changed last stay longest. */
export function filePriority(line: string, index: number): number {
  return readLine.test(line) ? Infinity : -index;
}

/** Reads the file table from the lines of a section, as far as they show it. */
export function fileStates(lines: readonly string[]): FileState[] {
  return lines.flatMap((line) => {
    const [, names] = readLine.exec(line) ?? [];
    return names === undefined ? changedFile(line) : readFiles(names);
  });
}

function fileLine(file: FileState): string {
  const { path, firstSeq, lastWriteSeq = firstSeq, lastReadSeq, stale } = file;
  const counts = verbs.flatMap((verb) => (file[verb] === 0 ? [] : [`${verb} ${file[verb]}×`]));
  if (counts.length === 0) counts.push('restored');
  const range = `#${firstSeq}${lastWriteSeq === firstSeq ? '' : `–#${lastWriteSeq}`}`;
  const read = lastReadSeq === undefined ? '' : `, read #${lastReadSeq}`;
  const hint = stale && lastReadSeq !== undefined ? ', stale' : '';
  return `${path}: ${counts.join(', ')} (${range})${changed(file)}${read}${hint}`;
}

/** Larger numbers would look like exact values. */
const MAX_LINES_SHOWN = 999;

function changed({ added, removed, names = [] }: FileState): string {
  if (added === undefined || removed === undefined || added + removed === 0) return '';
  const where = names.length === 0 ? '' : ` in ${names.join(' ')}`;
  return `, +${lineCount(added)} −${lineCount(removed)}${where}`;
}

function lineCount(lines: number): string {
  return lines > MAX_LINES_SHOWN ? `>${MAX_LINES_SHOWN}` : String(lines);
}

/** A count above the maximum shown stays so when it is read back. */
function readCount(shown = ''): number {
  return shown.startsWith('>') ? MAX_LINES_SHOWN + 1 : Number(shown);
}

const details = /(?<=\)), \+>?\d+ −>?\d+(?: in [^\s,]+(?: [^\s,]+)*)?(?=$|, read #)/;

/** The line of a changed file without the details of the change. */
export function withoutDetails(line: string): string {
  return line.replace(details, '');
}

/**
 * One line that names the files of lines without room, those changed last if not all fit, and how
 * many it names.
 */
export function nameOthers(
  lines: readonly string[],
  fits: (line: string) => boolean,
): { line: string; named: number } | undefined {
  const names = lines.flatMap((line) => {
    const file = changedFile(line)[0];
    return file === undefined ? [] : [file.path];
  });
  const lineOf = (named: number): string => `Also changed: ${names.slice(-named).join(', ')}`;
  const named = largestThatFits(names.length, (most) => most === 0 || fits(lineOf(most)));
  return named === 0 ? undefined : { line: lineOf(named), named };
}

function changedFile(line: string): FileState[] {
  const match = ownLine.exec(line);
  if (match === null) return [];
  const [, path = '', counts = '', first = '0', last = first, added, removed, names, read, hint] =
    match;
  const file: FileState = {
    path,
    firstSeq: Number(first),
    lastWriteSeq: Number(last),
    edited: 0,
    written: 0,
    deleted: 0,
    ...(added === undefined ? {} : { added: readCount(added), removed: readCount(removed) }),
    ...(names === undefined ? {} : { names: names.split(' ') }),
    stale: hint !== undefined,
  };
  for (const count of counts.split(', ')) {
    const verb = verbs.find((name) => count.startsWith(name));
    if (verb !== undefined) file[verb] = Number.parseInt(count.slice(verb.length), 10);
  }
  return [read === undefined ? file : { ...file, lastReadSeq: Number(read) }];
}

function readFiles(names: string): FileState[] {
  return names.split(', ').flatMap((name) => {
    const [, path = '', seq] = /^(.+) #(\d+)$/.exec(name) ?? [];
    const lastReadSeq = Number(seq);
    const none = { edited: 0, written: 0, deleted: 0, stale: false };
    return path === '' ? [] : [{ path, firstSeq: lastReadSeq, lastReadSeq, ...none }];
  });
}
