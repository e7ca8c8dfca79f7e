import type { Action } from './entry-actions.js';

/** The most files that the record carries; those changed longest ago leave first. */
const MAX_FILES = 60;

interface FileChange {
  path: string;
  done: Map<string, number>;
  first: number;
  last: number;
}

const changing: ReadonlySet<string> = new Set(['edited', 'written', 'deleted']);
const ownLine = /^(.+): ((?:(?:edited|written|deleted) \d+×(?:, )?)+) \(#(\d+)(?:–#(\d+))?\)$/;

/**
 * Lines `path: edited 3×, written 1× (#4–#87)`, the file changed last at the end. Lines of
 * `previous` that have this form are counted on; others stay as they are, before the rest.
 */
export function filesSection(previous: readonly string[], actions: readonly Action[]): string[] {
  const files = new Map<string, FileChange>();
  const other: string[] = [];
  for (const line of previous) {
    const file = parseLine(line);
    if (file === undefined) other.push(line);
    else files.set(file.path, file);
  }
  for (const { verb, target, seq, error } of actions) {
    if (!changing.has(verb) || target === '' || error !== undefined) continue;
    const file = files.get(target) ?? { path: target, done: new Map(), first: seq, last: seq };
    files.delete(target);
    file.done.set(verb, (file.done.get(verb) ?? 0) + 1);
    file.last = seq;
    files.set(target, file);
  }
  const kept = other.filter((line) => ![...files.keys()].some((path) => line.includes(path)));
  const lines = [...files.values()].map(fileLine);
  return [...kept, ...lines].slice(-MAX_FILES);
}

function fileLine({ path, done, first, last }: FileChange): string {
  const counts = [...done].map(([verb, times]) => `${verb} ${times}×`).join(', ');
  return `${path}: ${counts} (#${first}${last === first ? '' : `–#${last}`})`;
}

function parseLine(line: string): FileChange | undefined {
  const match = ownLine.exec(line);
  if (match === null) return undefined;
  const [, path = '', counts = '', first = '0', last = first] = match;
  const done = new Map(
    counts.split(', ').map((count): [string, number] => {
      const [verb = '', times = '1'] = count.split(' ');
      return [verb, Number.parseInt(times, 10)];
    }),
  );
  return { path, done, first: Number(first), last: Number(last) };
}
