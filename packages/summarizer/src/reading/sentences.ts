/** A sentence or line of prose and where it begins in the text. */
export interface Sentence {
  text: string;
  start: number;
}

/** Fenced code, which contains no sentences of the author. */
const fenced = /^\s*(?:```|~~~)/;
const MAX_SENTENCE_LENGTH = 600;
const listMarks = /^\s*(?:[-*+>#]+\s+|\d{1,3}[.)]\s+)*/;
/** Within a line; its last sentence ends with the line. */
const sentenceEnd = /[.!?](?=\s)|[。！？]/g;
const clauseEnd = /(?<=[,;:])\s+|\s+(?=[-–—]\s)/;
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|vs|approx|z\.B|p\. ?ej|d\.h|bzw|Dr|Mr|Mrs)\.$/i;

/**
 * The sentences of a text outside fenced code, verbatim: a line, split after `.`, `!` or `?` before
 * a space, or after `。`, `！` or `？`; a very long one is split at commas. List marks and heading
 * signs at the start are removed.
 */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let inFence = false;
  let lineStart = 0;
  for (const line of text.split('\n')) {
    if (fenced.test(line)) inFence = !inFence;
    else if (!inFence && line.length <= 20_000) addLine(line, lineStart, sentences);
    lineStart += line.length + 1;
  }
  return sentences;
}

function addLine(line: string, lineStart: number, sentences: Sentence[]): void {
  let start = listMarks.exec(line)?.[0].length ?? 0;
  sentenceEnd.lastIndex = 0;
  for (let isLast = false; !isLast;) {
    isLast = !sentenceEnd.test(line);
    const end = isLast ? line.length : sentenceEnd.lastIndex;
    if (end <= start || abbreviation.test(line.slice(Math.max(start, end - 8), end))) continue;
    const text = line.slice(start, end).trim();
    const pieces = text.length <= MAX_SENTENCE_LENGTH ? [text] : text.split(clauseEnd);
    for (const piece of pieces) {
      if (piece === '' || piece.length > MAX_SENTENCE_LENGTH) continue;
      const at = line.indexOf(piece, start);
      sentences.push({ text: piece, start: lineStart + at });
      start = at + piece.length;
    }
    start = end;
  }
}
