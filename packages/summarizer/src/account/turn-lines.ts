import { type Act, type Said, type Turn } from './turn.js';
import { firstSentences } from './first-sentences.js';
import { CUT, shorten, withoutPastes } from '../reading/shorten.js';

/** How much of the assistant's last words is told, of the newest turn and of others. */
const NEWEST_END_LENGTH = 500;
const END_LENGTH = 220;
const NOTE_LENGTH = 160;

/** The assistant's last words in a turn; without any, the mark of its end. */
export function endLine(turn: Turn, options: EndOptions, most = END_LENGTH): string {
  const last = turn.said.at(-1);
  if (options.goesOn || last === undefined) return endMark(turn, options);
  const length = options.isNewest ? Math.max(most, NEWEST_END_LENGTH) : most;
  return `- assistant (#${last.seq}): "${firstSentences(last.text, length)}"`;
}

/** How the mark of a turn with last words begins. */
export const ANSWERED = '→ assistant: #';

/** What came of a turn, in a few words: no turn stands without. */
export function endMark(turn: Turn, { isNewest, goesOn, throughSeq }: EndOptions): string {
  if (goesOn) return '→ goes on in the messages that follow';
  const last = turn.said.at(-1);
  if (last !== undefined) return `${ANSWERED}${last.seq}`;
  const where = isNewest ? `up to #${throughSeq}` : "before the user's next message";
  return turn.calls === 0 ? `→ no answer ${where}` : `→ no last words ${where}`;
}

interface EndOptions {
  isNewest: boolean;
  /** Whether the turn goes on behind the range of the account. */
  goesOn: boolean;
  /** The last entry of the range. */
  throughSeq: number;
}

/** Something that the assistant said before the turn ended. */
export function noteLine({ seq, text }: Said): string {
  return `- assistant (#${seq}): "${firstSentences(text, NOTE_LENGTH)}"`;
}

/** A result this short is told with the act in brief too. */
const SHORT_RESULT = 32;

/** An act and what came of it. */
export function actLine(act: Act, result = act.result): string {
  return result === '' ? markedAct(act) : `${markedAct(act)} → ${result}`;
}

/** An act, whether it failed, a result of a few words, or that there is more to say. */
export function briefActLine(act: Act): string {
  return actLine(act, act.result.length <= SHORT_RESULT ? act.result : CUT);
}

function markedAct({ seq, what, failed, times, failures, isBrief }: Act): string {
  const often = times === 1 ? '' : isBrief === true ? `, the last of ${times}` : `, ${times} times`;
  const some = times > 1 && failures > 0 ? `, ${failures} failed` : '';
  const mark = failed && times > 1 ? ', the last failed' : failed ? ', failed' : '';
  return `- ${what} (#${seq}${often}${some}${mark})`;
}

/** The user's words, as a quotation: of several lines each is marked. */
export function wordLines({ seq, words }: Turn, maxLength = Infinity): string[] {
  const text = words.length <= maxLength ? words : shorten(withoutPastes(words), maxLength);
  if (text === '') return [`#${seq}: the log begins without a message of the user`];
  const lines = text.split('\n');
  if (lines.length === 1) return [`#${seq} user: "${text}"`];
  return [`#${seq} user:`, ...lines.map((line) => `> ${line}`.trimEnd())];
}
