import type { MessageFacts } from '../messages/message-book.js';
import type { TextFacts } from '../messages/message-facts.js';
import type { ReplayLog } from './replay-log.js';
import { createRequestLines, type RequestLines } from './request-lines.js';
import type { RequestTexts } from './value-needs.js';

/** What a request shows: its texts, to look up values in, and its lines. */
export interface ShownRequest {
  texts: RequestTexts;
  lines: RequestLines;
}

/** Takes a request apart; `logged` are the texts of whole entries. */
export function showRequest(
  instructions: string,
  messages: readonly MessageFacts[],
  { book, lines }: ReplayLog,
  logged: ReadonlySet<TextFacts>,
): ShownRequest {
  const system = book.message({ role: 'system', content: instructions });
  const sent = instructions === '' ? messages : [system, ...messages];
  return {
    texts: toRequestTexts(
      sent.map(({ text }) => text),
      logged,
    ),
    lines: createRequestLines(lines, sent),
  };
}

/** Sorts the texts of a request into whole entries and everything else. */
export function toRequestTexts(
  texts: readonly TextFacts[],
  logged: ReadonlySet<TextFacts>,
): RequestTexts {
  const all = new Set(texts);
  return { all, derived: [...all].filter((facts) => !logged.has(facts)) };
}
