import type { Entry, ModelMessage } from '@everlong/core';
import { checkOptions } from '@everlong/core/internal';

import { appendByContent } from './append-by-content.js';
import { clientMetadata } from '../ui-messages/client-metadata.js';
import { checkSession } from '../config/check-parts.js';
import { inTurn } from '../session-work/in-turn.js';
import { logItems } from '../ui-messages/log-items.js';
import type { ClientMessage } from '../ui-messages/client-message.js';
import { matchClientMessages } from './match-client-messages.js';
import { readUiMessages, type UiMessageLike } from '../ui-messages/read-ui-messages.js';
import { checkHistory } from './check-history.js';
import { actionOf, type SyncResult } from './sync-result.js';
import type { Session } from '../session-work/session.js';
import { sessionKey } from '../session-work/session-home.js';

/** What a client did besides posting its messages. */
export interface SyncOptions {
  /** The AI SDK's: `submit-message` or `regenerate-message`. */
  trigger?: string | undefined;
  /** The AI SDK's: the message to answer again, or the one that was edited or got results. */
  messageId?: string | undefined;
  /**
   * Whether messages in the assistant's name that the log does not hold are taken. Default true;
   * `handleChat` takes none. Results of calls that wait for one, and answers to approval requests,
   * are taken in any case.
   */
  takesAnswers?: boolean;
}

/**
 * Brings a session's log in line with a client's messages. Messages with parts (`UIMessage`) are
 * matched by id and content: one whose content changed is withdrawn with all that came after it and
 * appended as it is now; one with more parts gets these; one that is not known and follows what is
 * gets appended, with `metadata.client = { id, index }`. Model messages, which have no ids, are
 * matched by content. The same messages again do nothing. What is missing in the client's list is
 * withdrawn only where the client says so (`trigger: 'regenerate-message'`), or where it is an
 * answer that broke off: a list that is cut short, or of a page that is behind, withdraws nothing,
 * and brings nothing back that was withdrawn.
 */
export async function syncMessages(
  session: Session,
  messages: readonly (UiMessageLike | ModelMessage)[],
  options: SyncOptions = {},
): Promise<SyncResult> {
  checkOptions<SyncOptions>('syncMessages', options, {
    trigger: true,
    messageId: true,
    takesAnswers: true,
  });
  checkSession('syncMessages', { session }, ['entries', 'append', 'rewind']);
  const list = checkHistory(messages);
  return inTurn(sessionKey(session), async () =>
    list.kind === 'model'
      ? appendByContent(session, list.messages, { isWhole: true })
      : syncUiMessages(session, await readUiMessages(list.messages), options),
  );
}

async function readLog(session: Session): Promise<{ entries: Entry[]; withdrawn: Entry[] }> {
  const all: Entry[] = [];
  for await (const entry of session.entries()) all.push(entry);
  const entries: Entry[] = [];
  const known = { withdrawn: false, to: all.at(-1)?.seq ?? -1 };
  for await (const entry of session.entries(known)) entries.push(entry);
  const remaining = new Set(entries.map(({ seq }) => seq));
  const withdrawn = all.filter(({ seq }) => !remaining.has(seq));
  return { entries, withdrawn };
}

async function syncUiMessages(
  session: Session,
  messages: readonly ClientMessage[],
  { trigger, messageId, takesAnswers = true }: SyncOptions,
): Promise<SyncResult> {
  const { entries, withdrawn } = await readLog(session);
  const match = matchClientMessages(logItems(entries), messages, {
    trigger,
    messageId,
    takesAnswers,
    withdrawn: logItems(withdrawn),
  });
  const { rewindFrom, ignored } = match;
  let rewoundFrom: number | undefined;
  if (rewindFrom !== undefined) {
    const kept = entries.findLast(({ seq }) => seq < rewindFrom)?.seq ?? -1;
    const { rewound, fromSeq } = await session.rewind(kept);
    if (rewound) rewoundFrom = fromSeq;
  }
  const inputs = match.additions.flatMap(({ id, firstIndex, messages: added }) =>
    added.map((message, index) => ({
      message,
      metadata: clientMetadata(id, firstIndex + index),
    })),
  );
  const appended = inputs.length === 0 ? [] : await session.append(inputs);
  return {
    action: actionOf(rewoundFrom !== undefined, appended.length > 0),
    appended,
    ...(rewoundFrom === undefined ? {} : { rewoundFrom }),
    ignored,
  };
}
