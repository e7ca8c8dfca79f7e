import { ConfigError } from '@everlong/core';
import { showValue } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';
import { parseSections, SECTION_NAMES } from '@everlong/summarizer';

import { seqOfCall } from './place-of-call.js';
import type { NoteResult } from '../session-work/call-results.js';
import type { SessionWork } from '../session-work/session-work.js';

/** The most words of a note that is handed over. */
export const HANDOVER_WORDS = 600;

/** So many UTF-16 units are enough for them in any language. */
const MAX_LENGTH = 12_000;

/** As of a model's summary: fewer are an answer to something else. */
const MIN_SECTIONS = 2;

/** `session.handOver`: a record, so that a reopened session knows of it. */
export async function handOver(
  { logs, record }: SessionWork,
  note: string,
  { toolCallId }: { toolCallId?: string } = {},
): Promise<NoteResult> {
  if (typeof note !== 'string') {
    throw new ConfigError(`The note of session.handOver must be a string, not ${showValue(note)}.`);
  }
  const problem = whyNot(note);
  if (problem !== undefined) return { kept: false, message: `Not taken: ${problem}` };
  await logs.retryOnConflict(() => {
    const { epoch } = logs.current;
    const seq = seqOfCall(logs.current, toolCallId);
    const kept = redactSecrets(note.trim()).toWellFormed();
    return record({ type: 'compaction-request', epoch, seq, reason: 'handed over', note: kept });
  });
  const message =
    'Your note will stand in the place of older messages from the next step on, if that frees ' +
    'enough; what no message shows is struck from it.';
  return { kept: true, message };
}

function whyNot(note: string): string | undefined {
  const words = note.split(/\s+/).length;
  if (note.length > MAX_LENGTH)
    return `it has ${note.length} characters; it may have ${MAX_LENGTH}.`;
  if (words > HANDOVER_WORDS) return `it has ${words} words; it may have ${HANDOVER_WORDS}.`;
  const count = Object.keys(parseSections(note, { bounded: false })).length;
  if (count >= MIN_SECTIONS) return undefined;
  const headings = SECTION_NAMES.map((name) => `## ${name}`).join(', ');
  return `it has ${count} of these headings, and needs at least ${MIN_SECTIONS}: ${headings}.`;
}
