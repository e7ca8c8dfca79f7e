import type { Interface } from 'node:readline';
import type { InputStream, OutputStream } from '../output/terminal.js';

/** Keeps the lines of a pasted text together: each would be a message, and an answer, of its own. */
export interface PastedLines {
  /** The message that the line ends; `undefined` for one within a pasted text. */
  join(line: string): string | undefined;
  /** Whether lines wait for their end. */
  hasLines(): boolean;
  /** Whether a text is being pasted. */
  isPasting(): boolean;
  drop(): void;
}

interface Key {
  name?: string;
}

/**
 * Asks the terminal to mark what is pasted (bracketed paste), which Node reads as two keys. What is
 * pasted is sent with Enter, like what is typed.
 */
export function createPastedLines(
  lines: Interface,
  { stdin, stderr }: { stdin: InputStream; stderr: OutputStream },
): PastedLines {
  let isPasting = false;
  /** Of every line that was not joined yet: whether it was within a pasted text. */
  const arePasted: boolean[] = [];
  let kept: string[] = [];

  const onKey = (_text: string | undefined, { name }: Key = {}): void => {
    if (name === 'paste-start') isPasting = true;
    else if (name === 'paste-end') isPasting = false;
  };
  stdin.on('keypress', onKey);
  lines.on('line', () => arePasted.push(isPasting));
  stderr.write('\u001B[?2004h');
  lines.on('close', () => {
    stdin.off('keypress', onKey);
    stderr.write('\u001B[?2004l');
  });

  return {
    join(line) {
      kept.push(line);
      if (arePasted.shift() === true) return undefined;
      const message = kept.join('\n');
      kept = [];
      return message;
    },
    hasLines: () => kept.length > 0,
    isPasting: () => isPasting,
    drop() {
      kept = [];
      isPasting = false;
    },
  };
}
