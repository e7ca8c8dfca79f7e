import type { Readable } from 'node:stream';
import { createInterface, type Interface } from 'node:readline';
import { createPastedLines, type PastedLines } from './pasted-lines.js';
import type { InputStream, OutputStream, Terminal } from '../output/terminal.js';
import { createUtf8Input } from './utf8-input.js';

interface LineStreams {
  stdin: InputStream;
  stderr: OutputStream;
  terminal: Terminal;
}

/** The lines that are typed into a chat; there is one reader of them, for questions too. */
export interface ChatLines {
  readonly isTerminal: boolean;
  /** Shows a prompt on an empty line; does nothing without a terminal, or at the end of the input. */
  prompt(text: string): void;
  /** The next line, or the lines of a pasted text; `undefined` at the end of the input. */
  next(): Promise<string | undefined>;
  /** Asks a question; resolves with the next line, or `undefined` if there is none. */
  ask(question: string): Promise<string | undefined>;
  /** Resolves the open question, if there is one, with `undefined`; no line is lost. */
  giveUp(): void;
  /** Whether something is typed on the line that has not ended. */
  hasText(): boolean;
  /** Removes what is typed on the line that has not ended. */
  clear(): void;
  onInterrupt(listener: () => void): void;
  close(): void;
}

/** @param complete what Tab makes of the line up to the cursor */
export function createChatLines(
  streams: LineStreams,
  complete: (line: string) => string[] = () => [],
): ChatLines {
  const { stdin, terminal } = streams;
  const isTerminal = stdin.isTTY === true;
  const piped = isTerminal ? undefined : createUtf8Input(stdin);
  const lines = openLines(streams, piped?.input, (line) =>
    pasted?.isPasting() === true ? [`${line}\t`] : complete(line),
  );
  const pasted: PastedLines | undefined =
    terminal.hasLiveLine && isTerminal ? createPastedLines(lines, streams) : undefined;
  const next = createReader(lines, pasted, piped?.requireUtf8);
  let giveUpQuestion: (() => void) | undefined;
  let isClosed = false;
  lines.on('close', () => {
    isClosed = true;
  });

  function clear(): void {
    if (!isTerminal || isClosed) return;
    pasted?.drop();
    lines.write(null, { ctrl: true, name: 'e' });
    lines.write(null, { ctrl: true, name: 'u' });
  }

  function prompt(text: string): void {
    // Ctrl-D while an answer is made ends the input before it.
    if (!isTerminal || isClosed) return;
    lines.setPrompt(text);
    lines.prompt();
  }

  return {
    isTerminal,
    prompt,
    next,
    async ask(question) {
      if (isTerminal) prompt(question);
      else terminal.noteInline(question);
      const { promise: givenUp, resolve } = Promise.withResolvers<undefined>();
      giveUpQuestion = () => resolve(undefined);
      try {
        return await Promise.race([next(), givenUp]);
      } finally {
        giveUpQuestion = undefined;
      }
    },
    giveUp() {
      if (giveUpQuestion === undefined) return;
      clear();
      terminal.note('');
      giveUpQuestion();
    },
    hasText: () => isTerminal && (lines.line !== '' || pasted?.hasLines() === true),
    clear,
    onInterrupt: (listener) => void lines.on('SIGINT', listener),
    close: () => lines.close(),
  };
}

/** Reads lines from the terminal, whose tabs complete unless they are pasted, or from a pipe. */
function openLines(
  { stdin, stderr }: LineStreams,
  piped: Readable | undefined,
  complete: (line: string) => string[],
): Interface {
  if (piped !== undefined) return createInterface({ input: piped, terminal: false });
  const completer = (line: string): [string[], string] => [complete(line), line];
  // stdout is for data only.
  return createInterface({ input: stdin, output: stderr, terminal: true, completer });
}

/** Reads the next line, or the lines that were pasted together; `undefined` at the end. */
function createReader(
  lines: Interface,
  pasted: PastedLines | undefined,
  checkEnd: (() => void) | undefined,
): () => Promise<string | undefined> {
  const reader = lines[Symbol.asyncIterator]();
  /** Outlives a question that is given up, since its line belongs to whoever reads next. */
  let pending: Promise<string | undefined> | undefined;

  async function read(): Promise<string | undefined> {
    for (;;) {
      const { value, done } = await reader.next();
      if (done === true) checkEnd?.();
      const message = done === true || pasted === undefined ? value : pasted.join(value);
      if (done !== true && message === undefined) continue;
      pending = undefined;
      return message;
    }
  }

  return () => {
    pending ??= read();
    return pending;
  };
}
