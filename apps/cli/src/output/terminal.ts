import type { Writable } from 'node:stream';
import picocolors from 'picocolors';

type Colors = ReturnType<typeof picocolors.createColors>;

/**
 * Where a command writes: data on stdout, everything else on stderr. The live line is one line of
 * stderr that is redrawn; it steps aside for whatever else is written.
 */
export interface Terminal {
  /** Data, as it is. */
  write(text: string): void;
  /** A line of data. */
  print(line?: string): void;
  /** A line for people. */
  note(line: string): void;
  /** Text for people that does not end its line. */
  noteInline(text: string): void;
  /** Redraws the live line; does nothing unless stderr is a terminal. */
  live(text: string): void;
  clearLive(): void;
  /** Whether the live line can be drawn. */
  readonly hasLiveLine: boolean;
  /** Colours of stdout and of stderr; they pass text through where there are none. */
  readonly colors: Colors;
  readonly noteColors: Colors;
  readonly columns: number;
  /** Resolves when all that was written has left the process. */
  drained(): Promise<void>;
}

/** An output of the process; what only terminals have is absent elsewhere. */
interface OutputStream extends Writable {
  isTTY?: boolean;
  columns?: number;
}

export interface TerminalStreams {
  stdout: OutputStream;
  stderr: OutputStream;
  environment: NodeJS.ProcessEnv;
}

export function createTerminal({ stdout, stderr, environment }: TerminalStreams): Terminal {
  let liveShown = false;
  const hasLiveLine = isTerminal(stderr, environment);

  function clearLive(): void {
    if (liveShown) stderr.write('\r\u001B[K');
    liveShown = false;
  }

  function write(text: string): void {
    clearLive();
    stdout.write(text);
  }

  return {
    write,
    print: (line = '') => write(`${line}\n`),
    note(line) {
      clearLive();
      stderr.write(`${line}\n`);
    },
    noteInline(text) {
      clearLive();
      stderr.write(text);
    },
    live(text) {
      if (!hasLiveLine) return;
      stderr.write(`\r${text.slice(0, (stderr.columns || 80) - 1)}\u001B[K`);
      liveShown = true;
    },
    clearLive,
    hasLiveLine,
    colors: picocolors.createColors(wantsColor(stdout, environment)),
    noteColors: picocolors.createColors(wantsColor(stderr, environment)),
    columns: stdout.columns || 80,
    async drained() {
      await Promise.all([flushed(stdout), flushed(stderr)]);
      // A stream tells of a write that failed only after this.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
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
