/** A sentence or line of prose and where it begins in the text. */
export interface Sentence {
  text: string;
  start: number;
}

/** Code and pasted output are not anyone's sentences. */
const fenced = /^\s*(?:```|~~~)/;
const MAX_SENTENCE_LENGTH = 600;

/**
 * The sentences of a text outside fenced code, each exactly as it stands there: a line, cut after
 * `.`, `!` or `?` before a space. List marks and headings' signs are left off the front.
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
  let start = /^\s*(?:[-*+>#]+\s+|\d{1,3}[.)]\s+)*/.exec(line)?.[0].length ?? 0;
  for (const match of line.matchAll(/[.!?](?=\s)|$/g)) {
    const end = match.index + match[0].length;
    if (end <= start) continue;
    const text = line.slice(start, end).trim();
    if (text !== '' && text.length <= MAX_SENTENCE_LENGTH) {
      sentences.push({ text, start: lineStart + line.indexOf(text, start) });
    }
    start = end;
  }
}
