import { createInterface } from 'node:readline/promises';
import type { SessionInfo } from '@everlong/core';
import { formatSessionList } from './session-list.js';
import type { InputStream, OutputStream, Terminal } from './terminal.js';

/** Puts a question to people and resolves with their answer; `undefined` when they gave none. */
export type Ask = (question: string) => Promise<string | undefined>;

interface Streams {
  stdin: InputStream;
  stderr: OutputStream;
  terminal: Terminal;
}

/** Asks on the terminal; `undefined` where there is nobody to ask. */
export function createAsk({ stdin, stderr, terminal }: Streams): Ask | undefined {
  if (stdin.isTTY !== true || stderr.isTTY !== true) return undefined;
  return async (question) => {
    terminal.noteInline(question);
    const lines = createInterface({ input: stdin, output: stderr, terminal: true });
    try {
      return await new Promise<string | undefined>((resolve) => {
        lines.on('line', resolve);
        lines.on('close', () => resolve(undefined));
        lines.on('SIGINT', () => lines.close());
        lines.setPrompt('');
      });
    } finally {
      lines.close();
    }
  };
}

/** Whether the answer to a question is a yes. */
export async function confirm(ask: Ask, question: string): Promise<boolean> {
  const answer = await ask(`${question} [y/N] `);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

/** Has people choose one of several sessions by its number; `undefined` for none. */
export function createChooser(
  ask: Ask,
  terminal: Terminal,
): (matches: readonly SessionInfo[]) => Promise<SessionInfo | undefined> {
  return async (matches) => {
    for (const [index, line] of formatSessionList(matches, { withAgent: true }).entries()) {
      terminal.note(`${String(index + 1).padStart(3)} ${line}`);
    }
    const answer = await ask(`Which one (1 to ${matches.length})? `);
    return matches[Number(answer?.trim() || Number.NaN) - 1];
  };
}
