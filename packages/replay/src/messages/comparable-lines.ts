/** Lines with fewer non-blank characters are too common to be recognized. */
const MIN_CHARACTERS = 24;

/** Longer lines are data, minified code or whole documents. */
const MAX_LINE_CHARACTERS = 400;

/** The number that a tool printed before a line: `  12→`, `12<tab>`, `12:`, `12 | `. */
const LINE_NUMBER = /^\s*(\d{1,7})(?:→|\t|:(?!\d)|\s?\|\s)/;

/** A line of a text as it is compared with others. */
export interface ComparableLine {
  /** Without the number before it and the blanks around it. */
  text: string;
  /** The number that was printed before it. */
  number?: number;
}

/**
 * The lines of a text that are distinctive: at least 24 non-blank characters after the line number,
 * at most 400 in all. In order, including repeated ones, each with its place (from 0) among all
 * lines.
 */
export function* comparableLines(text: string): Generator<ComparableLine & { index: number }> {
  let index = 0;
  for (const raw of text.split('\n')) {
    const line = withoutNumber(raw);
    if (isDistinctive(line.text)) yield { ...line, index };
    index++;
  }
}

function isDistinctive(line: string): boolean {
  if (line.length < MIN_CHARACTERS || line.length > MAX_LINE_CHARACTERS) return false;
  return line.replaceAll(/\s/g, '').length >= MIN_CHARACTERS;
}

function withoutNumber(raw: string): ComparableLine {
  const found = LINE_NUMBER.exec(raw);
  if (found === null) return { text: raw.trim() };
  return { text: raw.slice(found[0].length).trim(), number: Number(found[1]) };
}

/** The whole text without line numbers, carriage returns and blanks at the ends of lines. */
export function plainLines(text: string): string {
  return text
    .split('\n')
    .map((raw) => raw.replace(LINE_NUMBER, '').trimEnd())
    .join('\n');
}
