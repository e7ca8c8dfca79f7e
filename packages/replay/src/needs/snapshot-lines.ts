/** A line of a snapshot, headings and the program's own first line apart. */
export interface SnapshotLine {
  text: string;
  /** Whether it names things and says nothing of them. */
  isList: boolean;
}

/** What stands before the first word: a bullet, a label, numbers of entries. */
const LEAD = /^\s*(?:[-*•]|\d+[.)])?\s*(?:[^\s:][^:\n]{0,40}:\s)?/;
const ENTRY_NUMBERS = /[[(]?#\d+(?:[–-]#?\d+)?[\])]?/g;
const PLAIN_WORD = /^[("'“‘«„]*\p{L}[\p{L}'’]*[.,;:!?)"'”’»“]*$/u;
/** Inside a word only a name has a capital. */
const NAME = /\p{Ll}\p{Lu}/u;
const LEAST_WORDS = 3;
const MOST_PLAIN = 1 / 3;
const LEAST_NEIGHBOURS = 3;

/**
 * The lines of a snapshot. One is a list when, its label and entry numbers taken off, at most a
 * third of three or more words are plain words; so are three neighbouring lines of one shape.
 */
export function snapshotLines(text: string): SnapshotLine[] {
  const lines = text
    .split('\n')
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^#{1,6} |^\[[^\]]*\]?$/.test(line));
  const shapes = lines.map(shapeOf);
  return lines.map((line, index) => ({
    text: line,
    isList: namesOnly(line) || isInRow(shapes, index),
  }));
}

function wordsOf(line: string): string[] {
  const said = line.replaceAll(ENTRY_NUMBERS, ' ').replace(LEAD, '');
  return said.split(/[\s,、|]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function isPlain(word: string): boolean {
  return PLAIN_WORD.test(word) && !NAME.test(word);
}

function namesOnly(line: string): boolean {
  const words = wordsOf(line);
  return words.length >= LEAST_WORDS && words.filter(isPlain).length <= words.length * MOST_PLAIN;
}

/** A line with a mark for each word that is not plain. */
function shapeOf(line: string): string {
  const words = line.replaceAll(ENTRY_NUMBERS, ' ').split(/[\s,、|]+/);
  return words.map((word) => (isPlain(word) ? word : '•')).join(' ');
}

/** Whether the line is one of three neighbours of the same shape, with a name in it. */
function isInRow(shapes: readonly string[], index: number): boolean {
  const shape = shapes[index] ?? '';
  if (!shape.includes('• ') && !shape.endsWith(' •')) return false;
  let [first, last] = [index, index];
  while (shapes[first - 1] === shape) first--;
  while (shapes[last + 1] === shape) last++;
  return last - first + 1 >= LEAST_NEIGHBOURS;
}
