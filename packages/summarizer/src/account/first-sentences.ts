import { CUT, oneLine, shorten } from '../reading/shorten.js';

/** Code between fences is what was done, unless it is most of what was said. */
const FENCED = /^```[^]*?^```/gm;
const SENTENCE_END = /(?<=[.!?…]["')\]]?)\s+|(?<=[。！？])|\n+/u;

/**
 * The beginning of a text and its last sentence, whole sentences as far as they go, on one line of
 * about `most` UTF-16 units.
 */
export function firstSentences(text: string, most: number): string {
  const plain = oneLine(text);
  if (plain.length <= most) return plain;
  const prose = text.replaceAll(FENCED, ' ');
  const isCode = oneLine(prose).length < plain.length / 2;
  const said = (isCode ? text : prose).split(SENTENCE_END).map(oneLine);
  const sentences = [...new Set(said)].filter((sentence) => /[\p{L}\p{N}]{2}/u.test(sentence));
  const last = shorten(sentences.at(-1) ?? '', most / 2);
  const kept: string[] = [];
  let length = last.length;
  for (const sentence of sentences.slice(0, -1)) {
    const shown = kept.length === 0 ? shorten(sentence, most - length) : sentence;
    if (length + shown.length > most) break;
    kept.push(shown);
    length += shown.length;
  }
  const gap = kept.length < sentences.length - 1 ? [CUT] : [];
  return [...kept, ...gap, last].join(' ');
}
