import { createInterface } from 'node:readline/promises';
import type { SessionInfo } from '@everlong/core';
import { interruption, usageError } from '../errors/exit-code.js';
import { formatSessionList } from './session-list.js';
import type { InputStream, OutputStream, Terminal } from './terminal.js';

/** Asks the user a question; resolves with the answer, `undefined` if there was none. */
export type Ask = (question: string) => Promise<string | undefined>;

interface Streams {
  stdin: InputStream;
  stderr: OutputStream;
  terminal: Terminal;
}

/** Asks on the terminal; `undefined` if there is none. Ctrl-C rejects with an interruption. */
export function createAsk({ stdin, stderr, terminal }: Streams): Ask | undefined {
  if (stdin.isTTY !== true || stderr.isTTY !== true) return undefined;
  return async (question) => {
    // Before the question is shown, so that whoever answers at once is heard.
    const lines = createInterface({ input: stdin, output: stderr, terminal: true });
    try {
      return await new Promise<string | undefined>((resolve, reject) => {
        lines.on('line', resolve);
        lines.on('SIGINT', () => {
          terminal.note('');
          reject(interruption());
        });
        lines.on('close', () => resolve(undefined));
        lines.setPrompt('');
        terminal.noteInline(question);
      });
    } finally {
      lines.close();
    }
  };
}

/**
 * Asks for one key; resolves with it if it is among `keys`. Asks nothing where stdin or stdout is no
 * terminal. Ctrl-C counts as any other key.
 */
export async function askForKey(
  { stdin, stderr, terminal }: Streams,
  question: string,
  keys: readonly string[],
): Promise<string | undefined> {
  const isTerminal = stdin.isTTY === true && stderr.isTTY === true && terminal.columns < Infinity;
  if (!isTerminal || !('setRawMode' in stdin)) return undefined;
  const keyboard = stdin as typeof stdin & { setRawMode(isRaw: boolean): void };
  terminal.noteInline(question);
  keyboard.setRawMode(true);
  try {
    const pressed = await new Promise<string>((resolve) => {
      keyboard.once('data', (data: Buffer) => resolve(data.toString('utf8')));
      keyboard.resume();
    });
    const isKey = keys.includes(pressed);
    terminal.note(isKey ? pressed : '');
    return isKey ? pressed : undefined;
  } finally {
    keyboard.setRawMode(false);
    keyboard.pause();
  }
}

/** Whether the answer to a question is a yes. */
export async function confirm(ask: Ask, question: string): Promise<boolean> {
  const answer = await ask(`${question} [y/N] `);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

/** `confirm` for commands; throws a usage error with the cure if there is no terminal to ask on. */
export async function confirmOnTerminal(
  streams: Streams,
  question: string,
  cure: string,
): Promise<boolean> {
  const ask = createAsk(streams);
  if (ask !== undefined) return confirm(ask, question);
  throw usageError(`There is no terminal to ask for confirmation. ${cure}`);
}

/** The width of a choice's number and the blank after it. */
const NUMBER_WIDTH = 4;

/** Lets the user choose one of several sessions by its number; `undefined` for none. */
export function createChooser(
  ask: Ask,
  terminal: Terminal,
): (matches: readonly SessionInfo[]) => Promise<SessionInfo | undefined> {
  return async (matches) => {
    const columns = terminal.columns - NUMBER_WIDTH;
    const lines = formatSessionList(matches, { withAgent: true, columns });
    for (const [index, line] of lines.entries()) {
      terminal.note(`${String(index + 1).padStart(NUMBER_WIDTH - 1)} ${line}`);
    }
    const answer = await ask(`Which one (1 to ${matches.length})? `);
    return matches[Number(answer?.trim() || Number.NaN) - 1];
  };
}
