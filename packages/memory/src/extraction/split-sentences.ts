/** A sentence and its place in the text. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

/** Copied from elsewhere: code, mails, pages, and memories or roles of a request. */
const pasted = [
  /```[\s\S]*?(?:```|$)/g,
  /^[ \t]*>.*$/gm,
  /^##+ (?:Relevant Memory|Past Learnings)[\s\S]*?(?=^#|$(?![\s\S]))/gim,
  /<(?:[a-z][\w-]*)(?:\s[^<>]{0,200})?>[\s\S]*?<\/[a-z][\w-]*>/gi,
  /^[ \t]*(?:\[?(?:system|assistant|tool|user|human)\]?|tool[ _]result|function[ _]result)\s*:.*$/gim,
];

/** Not the user's own words, besides: texts to work on, and quotations. */
const quoted = [
  /\b(?:translate|proofread|rewrite|rephrase|summari[sz]e|paraphrase|correct|check|explain|review|edit|improve|continue|shorten|classify|write|draft|compose|begins? with|starts? with|imagine|pretend)\b[^:\n]{0,60}:\s[\s\S]*/gi,
  /\b(?:sa(?:ys|id|ying)|reads?|wrote|writes|quotes?|sings?|line|lyrics|states?)\b[^:.!?\n]{0,20}:\s.*/gi,
  /"[^"\n]{12,}"|“[^”\n]{12,}”|«[^»\n]{12,}»/g,
];

/** Whether all of a part of a text was copied from elsewhere. */
export function isPasted(text: string, { start, end }: Pick<Sentence, 'start' | 'end'>): boolean {
  return without(text, pasted).slice(start, end).trim() === '';
}

function without(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce(
    (left, pattern) => left.replace(pattern, (part) => ' '.repeat(part.length)),
    text,
  );
}

const boundary = /[.!?…]+["')\]]*(?=\s|$)|\n+|[。！？]/g;

/** Longer sentences are lists or data. */
export const MAX_SENTENCE_LENGTH = 400;

const MAX_SENTENCES = 200;

/**
 * The sentences of a text in the speaker's own words, without code, quotations and pasted frames.
 */
export function splitSentences(text: string): Sentence[] {
  const said = without(text, [...pasted, ...quoted]);
  const sentences: Sentence[] = [];
  let start = 0;
  const add = (end: number): void => {
    const part = said.slice(start, end);
    const lead = part.length - part.trimStart().length;
    const trimmed = part.trim();
    if (trimmed !== '' && trimmed.length <= MAX_SENTENCE_LENGTH) {
      sentences.push({ text: trimmed, start: start + lead, end: start + lead + trimmed.length });
    }
    start = end;
  };
  for (const match of said.matchAll(boundary)) {
    if (isAbbreviation(said, match.index)) continue;
    add(match.index + match[0].length);
    if (sentences.length >= MAX_SENTENCES) return sentences;
  }
  add(said.length);
  return sentences;
}

/** The sentences of a text with the space after them: joined, they are the text. */
export function cutSentences(text: string): string[] {
  const cuts = [...text.matchAll(boundary)]
    .filter((match) => !isAbbreviation(text, match.index))
    .map((match) => match.index + match[0].length)
    .map((end) => end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0));
  return [...cuts, text.length]
    .map((end, at) => text.slice(cuts[at - 1] ?? 0, end))
    .filter(Boolean);
}

/** `Dr.`, `e.g.`, an initial: no sentence ends there. */
function isAbbreviation(text: string, index: number): boolean {
  if (text[index] !== '.') return false;
  const before = text.slice(Math.max(0, index - 8), index);
  if (/\b(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|approx)$/i.test(before)) return true;
  if (!/\b(?:etc|inc|ltd|jr|sr|[ap]\.m)$/i.test(before) && !/\b[A-Z]$/.test(before)) return false;
  return !opener.test(text.slice(index + 1, index + 12));
}

/** `We chose plan B. I live in Kiel.`: a word that starts a sentence. */
const opener =
  /^\s+(?:I|We|My|Our|The|This|That|It|But|And|So|She|He|They|You|Please|Always|Never|Do|Now|Also)\b/;
