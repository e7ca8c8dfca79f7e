import {
  type Entry,
  isErrorOutput,
  type ModelMessage,
  toolOutputText,
  type ToolResultPart,
} from '@everlong/core';

import { omittedEntry, type RenderedEntry } from './message-group.js';

/**
 * Renders a tool message that follows no open exchange. Results of calls that were sent unanswered
 * come late and become a marked note; the others have no call in sight and are left out.
 */
export function renderLateResults(entry: Entry, unanswered: ReadonlySet<string>): RenderedEntry {
  const note = lateNotes(entry, unanswered);
  if (note === undefined) return omittedEntry(entry.seq, 'a result without its call');
  return { seq: entry.seq, messages: [note], ...LATE, losses: [] };
}

const LATE = { disposition: 'verbatim', reason: 'a result that came late' } as const;

/** One message with the results in an entry that answer these calls. */
function lateNotes({ message }: Entry, unanswered: ReadonlySet<string>): ModelMessage | undefined {
  const results = message.role === 'tool' ? message.content : [];
  const notes = results.flatMap((part) =>
    part.type === 'tool-result' && unanswered.has(part.toolCallId) ? [lateNote(part)] : [],
  );
  return notes.length === 0 ? undefined : { role: 'user', content: notes.join('\n\n') };
}

/** Puts the notes after the last results, which nothing may part from their calls. */
export function addLateNotes(
  rendered: RenderedEntry[],
  replies: readonly Entry[],
  unanswered: ReadonlySet<string>,
): void {
  if (unanswered.size === 0) return;
  const last = rendered.findLastIndex(({ messages }) => messages.length > 0);
  for (const [index, reply] of replies.entries()) {
    const note = lateNotes(reply, unanswered);
    const own = rendered[index + 1];
    if (note === undefined || own === undefined) continue;
    if (own.disposition === 'omitted') Object.assign(own, LATE);
    rendered[Math.max(index + 1, last)]?.messages.push(note);
  }
}

function lateNote({ toolName, output }: ToolResultPart): string {
  const outcome = isErrorOutput(output) ? 'error' : 'result';
  return `[late ${outcome} of an earlier call of ${toolName}]\n${toolOutputText(output)}`;
}
