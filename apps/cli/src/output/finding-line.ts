import { relative } from 'node:path';
import type { StoreFinding } from '@everlong/core';
import type { Styles } from './terminal.js';

/** Words for what a store found, before the place and the details. */
const words: Readonly<Record<StoreFinding['kind'], string>> = {
  damaged: 'cannot be read',
  order: 'lines in the wrong order, or twice',
  stray: 'a line that is no message; none is missing',
  'torn-tail': 'unfinished writing of a process that was killed',
  checksum: 'damaged bytes',
  orphan: 'belongs to nothing',
  count: 'a wrong number',
  index: 'a search or line index that does not fit; it is made again when it is needed',
  lock: 'a lock',
};

const marks: Readonly<Record<StoreFinding['cure'], [string, keyof Styles]>> = {
  none: ['damaged   ', 'red'],
  repairable: ['repairable', 'yellow'],
  repaired: ['repaired  ', 'green'],
};

/** A finding in one line: what can be done, where, and what it is. */
export function findingLine(
  { kind, place, sessionId, detail, cure }: StoreFinding,
  directory: string,
  colors: Styles,
): string {
  const [mark, color] = marks[cure];
  const where = place.startsWith(directory) ? relative(directory, place) : place;
  const session = sessionId === undefined ? '' : `session ${sessionId}: `;
  return `${colors[color](mark)} ${session}${words[kind]} (${detail})\n           ${colors.dim(where)}`;
}
