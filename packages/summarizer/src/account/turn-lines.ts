import { type Act, type Said, type Turn } from './turn.js';
import { type Salience, tellingSentences } from './salience.js';
import { shorten } from './shorten.js';

/** How much of the assistant's last words is told, of the newest turn and of others. */
const NEWEST_END_LENGTH = 500;
const END_LENGTH = 220;
const NOTE_LENGTH = 160;

/** What the turn ended with: the assistant's last words, or that the log holds none. */
export function endLine(turn: Turn, { isNewest, goesOn, throughSeq, salience }: EndOptions): string {
  if (goesOn) return '- goes on in the messages that follow';
  const last = turn.said.at(-1);
  if (last === undefined) {
    const where = isNewest ? `up to #${throughSeq}` : 'in the log';
    return turn.calls === 0 ? `- no answer ${where}` : `- no last words ${where}`;
  }
  const length = isNewest ? NEWEST_END_LENGTH : END_LENGTH;
  return `- assistant (#${last.seq}): "${tellingSentences(last.text, length, salience)}"`;
}

interface EndOptions {
  isNewest: boolean;
  /** Whether the turn goes on behind the range of the account. */
  goesOn: boolean;
  /** The last entry of the range. */
  throughSeq: number;
  salience: Salience;
}

/** Something that the assistant said before the turn ended. */
export function noteLine({ seq, text }: Said, salience: Salience): string {
  return `- assistant (#${seq}): "${tellingSentences(text, NOTE_LENGTH, salience)}"`;
}

/** An act and what came of it. */
export function actLine({ seq, what, result, failed, times, failures }: Act): string {
  const often = times === 1 ? '' : `, ${times} times`;
  const some = times > 1 && failures > 0 ? `, ${failures} failed` : '';
  const mark = failed && times > 1 ? ', the last failed' : failed ? ', failed' : '';
  const outcome = result === '' ? '' : ` → ${result}`;
  return `- ${what} (#${seq}${often}${some}${mark})${outcome}`;
}

/** The user's words, as a quotation: of several lines each is marked. */
export function wordLines({ seq, words }: Turn, maxLength = Infinity): string[] {
  const text = shorten(words, maxLength);
  if (text === '') return [`#${seq}: the log begins without a message of the user`];
  const lines = text.split('\n');
  if (lines.length === 1) return [`#${seq} user: "${text}"`];
  return [`#${seq} user:`, ...lines.map((line) => `> ${line}`.trimEnd())];
}
