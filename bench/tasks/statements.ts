import type { Block } from './request-view.ts';

const MAX_MARKER_LENGTH = 60;
const MARKERS = new RegExp(
  String.raw`^\s*#{1,6} .*$|</?[A-Za-z][^<>\n]*>|\[[^[\]\n]{0,${MAX_MARKER_LENGTH}}\]|#\d+`,
  'gm',
);

/**
 * A text without what only a program's format says: headings, tags, short texts in brackets,
 * numbers of entries. So no agent's reading can rest on them.
 */
export function withoutMarkers(text: string): string {
  return text.replace(MARKERS, ' ');
}

const known = new WeakMap<Block, readonly string[]>();

/**
 * The sentences of what somebody said, a line holding at least one. Of search answers oldest first.
 */
export function sentencesOf(block: Block): readonly string[] {
  const cached = known.get(block);
  if (cached !== undefined) return cached;
  const text = block.tool === 'history_search' ? inOrder(block.text) : block.text;
  const sentences = withoutMarkers(text)
    .split(/\n|(?<=[.!?])(?<!\b\d{1,2}\.)\s+|(?<=[。！？])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  known.set(block, sentences);
  return sentences;
}

/** The lines of a search answer by the numbers of their entries. */
function inOrder(answer: string): string {
  const found = answer.split(/^(?=entry \d+:)/m);
  const numberOf = (text: string): number => Number(/^entry (\d+):/.exec(text)?.[1] ?? -1);
  return found.toSorted((left, right) => numberOf(left) - numberOf(right)).join('\n');
}

/** What files and programs print is nobody's statement; what is shown of the history is. */
function isSaid({ speaker, tool = '' }: Block): boolean {
  if (speaker === 'call') return false;
  return speaker !== 'result' || tool.startsWith('history_');
}

/**
 * Every sentence that somebody said, oldest first; found ones, which are older, before the shown.
 */
export function statements(blocks: readonly Block[]): string[] {
  const said = blocks.filter(isSaid);
  const found = said.filter(({ speaker }) => speaker === 'result');
  const shown = said.filter(({ speaker }) => speaker !== 'result');
  return [...found, ...shown].flatMap(sentencesOf);
}

/** What the newest sentence says that the reader understands. */
export function newestStatement<Read>(
  blocks: readonly Block[],
  read: (sentence: string) => Read | undefined,
): Read | undefined {
  const said = blocks.filter(isSaid);
  for (const fromHistory of [false, true]) {
    for (const block of said.toReversed()) {
      if ((block.speaker === 'result') !== fromHistory) continue;
      for (const sentence of sentencesOf(block).toReversed()) {
        const understood = read(sentence);
        if (understood !== undefined) return understood;
      }
    }
  }
  return undefined;
}

/** Whether a text holds all these words, in any order and case; a word may go on. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => new RegExp(String.raw`\b${word}`, 'i').test(text));
}

const DENIED =
  /\b(?:instead of|rather than|no longer(?: on| in| at)?|not(?: on| in| at| the)?|away from|as opposed to)\s+(?:port\s+)?`?[\w.:-]+`?/gi;

/** A sentence without the values that it takes back: "5433, not 5432", "b instead of a". */
export function withoutDenied(sentence: string): string {
  return sentence.replace(DENIED, ' ');
}

/** Those of the names that a sentence holds, in its order. */
export function namesIn(sentence: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, at: sentence.indexOf(name) }))
    .filter(({ at }) => at >= 0)
    .toSorted((left, right) => left.at - right.at)
    .map(({ name }) => name);
}
