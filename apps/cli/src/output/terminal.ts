import type { Readable, Writable } from 'node:stream';
import picocolors from 'picocolors';
import wrapAnsi from 'wrap-ansi';
import { clipToWidth } from './clip-to-width.js';
import { plainJson, plainText } from './plain-text.js';

const styleNames = [
  'bold',
  'dim',
  'italic',
  'underline',
  'red',
  'green',
  'yellow',
  'cyan',
] as const;
type StyleName = (typeof styleNames)[number];

/** Styles for text; without colours they return it unchanged. */
export type Styles = Readonly<Record<StyleName, (text: string) => string>>;

/**
 * Where a command writes: data on stdout, the rest on stderr. Text is untrusted: its control
 * characters are removed except line feeds and tabs, and only `colors` and `noteColors` produce
 * escape sequences. The live line is one line of stderr that is redrawn; any other output clears
 * it.
 */
export interface Terminal {
  /** Data. */
  write(text: string): void;
  /** A line of data; a terminal gets it wrapped at words. */
  print(line?: string): void;
  /** A line of JSON, complete: control characters are escaped, not removed. */
  json(value: unknown): void;
  /** A line for people, wrapped at words. */
  note(line: string): void;
  /** Text for people that does not end its line. */
  noteInline(text: string): void;
  /** Redraws the live line; does nothing unless stderr is a terminal. */
  live(text: string): void;
  clearLive(): void;
  /** Whether the live line can be drawn. */
  readonly hasLiveLine: boolean;
  /** Styles of stdout and of stderr. */
  readonly colors: Styles;
  readonly noteColors: Styles;
  /** Whether stdout and stderr have colours. */
  readonly hasColors: boolean;
  readonly hasNoteColors: boolean;
  /** The width of stdout; `Infinity` without a terminal. */
  readonly columns: number;
  /** Resolves when all that was written has left the process. */
  drained(): Promise<void>;
}

/** An input stream; `isTTY` is set for terminals only. */
export interface InputStream extends Readable {
  isTTY?: boolean;
}

/** An output stream; its own fields are set for terminals only. */
export interface OutputStream extends Writable {
  isTTY?: boolean;
  columns?: number;
}

export interface TerminalStreams {
  stdout: OutputStream;
  stderr: OutputStream;
  environment: NodeJS.ProcessEnv;
}

/** Placeholder for ESC in styled text until it is written; no input can contain it. */
const escapeMark = `\uE000${globalThis.crypto.randomUUID()}\uE001`;

export function createTerminal({ stdout, stderr, environment }: TerminalStreams): Terminal {
  let liveShown = false;
  const hasLiveLine = isTerminal(stderr, environment);
  const hasColors = wantsColor(stdout, environment);
  const hasNoteColors = wantsColor(stderr, environment);

  function clearLive(): void {
    if (liveShown) stderr.write('\r\u001B[K');
    liveShown = false;
  }

  function write(text: string): void {
    clearLive();
    stdout.write(toTerminalText(text));
  }

  function noteInline(text: string): void {
    clearLive();
    stderr.write(toTerminalText(text));
  }

  return {
    write,
    print: (line = '') => write(`${wrapStyled(line, widthOf(stdout))}\n`),
    json: (value) => write(`${plainJson(value)}\n`),
    note: (line) => noteInline(`${wrapStyled(line, widthOf(stderr))}\n`),
    noteInline,
    live(text) {
      if (!hasLiveLine) return;
      const line = plainText(text).replaceAll('\n', ' ');
      stderr.write(`\r${clipToWidth(line, (stderr.columns || 80) - 1)}\u001B[K`);
      liveShown = true;
    },
    clearLive,
    hasLiveLine,
    colors: createStyles(hasColors),
    noteColors: createStyles(hasNoteColors),
    hasColors,
    hasNoteColors,
    columns: widthOf(stdout),
    async drained() {
      await Promise.all([flushed(stdout), flushed(stderr)]);
      // A stream reports a failed write only after this.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function widthOf({ isTTY, columns }: OutputStream): number {
  return isTTY === true && columns ? columns : Infinity;
}

/** Styled text, wrapped at words: placeholders take no room, as escape sequences do. */
export function wrapStyled(text: string, columns: number): string {
  if (columns === Infinity) return text;
  const wrapped = wrapLines(plainText(text).replaceAll(escapeMark, '\u001B'), columns);
  return wrapped.replaceAll('\u001B', escapeMark);
}

function toTerminalText(text: string): string {
  return plainText(text).replaceAll(escapeMark, '\u001B');
}

function createStyles(enabled: boolean): Styles {
  const colors = picocolors.createColors(enabled);
  const styles = styleNames.map((name) => [
    name,
    (text: string) => colors[name](plainText(text)).replaceAll('\u001B', escapeMark),
  ]);
  return Object.fromEntries(styles) as Styles;
}

/** NO_COLOR wins over FORCE_COLOR; without either, only a terminal that is not dumb has colours. */
function wantsColor(stream: OutputStream, environment: NodeJS.ProcessEnv): boolean {
  if (environment['NO_COLOR']) return false;
  if (environment['FORCE_COLOR'] && environment['FORCE_COLOR'] !== '0') return true;
  return isTerminal(stream, environment);
}

function flushed(stream: OutputStream): Promise<void> {
  if (stream.writableLength === 0 || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

function isTerminal(stream: OutputStream, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && environment['TERM'] !== 'dumb';
}

/**
 * The text with its lines broken at words to fit so many columns; what follows a break is indented
 * as its line is. Words that are too long stay whole. Escape sequences take no room.
 */
function wrapLines(text: string, columns: number): string {
  // No line of a short text is too long.
  if (columns === Infinity || text.length <= columns) return text;
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}

function wrapLine(line: string, columns: number): string {
  if (line.length <= columns) return line;
  const [indent = ''] = /^ */.exec(line) ?? [];
  const width = columns - indent.length;
  // Columns that leave no room for words are kept as they are.
  if (width < 20) return line;
  const wrapped = wrapAnsi(line.slice(indent.length), width);
  return wrapped
    .split('\n')
    .map((part) => `${indent}${part}`)
    .join('\n');
}
