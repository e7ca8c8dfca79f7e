import { type CompactionRecord, type ContextCompactionData, type Entry } from '@everlong/core';
import { checkOptions } from '@everlong/core/internal';

import { checkSession } from '../config/check-parts.js';
import { type ApprovalRules, askApprovals } from './ask-approvals.js';
import { incompleteOf, type LogItem, logItems } from './log-items.js';
import type { SessionUiMessage } from './session-ui-message.js';
import { shownUsage } from './shown-usage.js';
import { uiParts } from './ui-parts.js';
import type { Session } from '../session-work/session.js';

/** What the route gives to `streamText`: it says which calls wait for the user's approval. */
export type ToUiOptions = ApprovalRules;

/**
 * A session's messages for a page that is reloaded, by the ids that the client gave them and
 * else by those of their entries. What was withdrawn is left out; compactions are
 * `data-context-compaction` parts of the answers, before the first step that followed them, or at
 * the end of the last answer. An answer that was stopped or failed has `metadata.incomplete`; the
 * last message has the session's gauge (`metadata.context`). With the `tools` and the
 * `toolApproval` of the route, calls of the last answer that wait for the user's approval ask for
 * it again. For `useChat`: `toUIMessages<UIMessage>(session)`. Throws `ConfigError` for an unknown
 * option.
 */
export async function toUIMessages<Message = SessionUiMessage>(
  session: Session,
  options: ToUiOptions = {},
): Promise<Message[]> {
  checkOptions<ToUiOptions>('toUIMessages', options, { tools: true, toolApproval: true });
  checkSession('toUIMessages', { session }, ['entries', 'compactions', 'state']);
  const entries: Entry[] = [];
  for await (const entry of session.entries({ withdrawn: false })) entries.push(entry);
  const compactions = await session.compactions();
  const messages = logItems(entries).map((item): SessionUiMessage => {
    const { role, entries: said } = item;
    const metadata = metadataOf(item);
    const compactionsBefore = (index: number): SessionUiMessage['parts'] => {
      const due = compactions.findIndex((each) => !isBefore(each, said[index]));
      return compactions.splice(0, due < 0 ? compactions.length : due).map(compactionPart);
    };
    return {
      id: item.clientId ?? said[0]?.id ?? '',
      role,
      parts: uiParts(
        said.map(({ message }) => message),
        compactionsBefore,
      ),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    };
  });
  const last = messages.at(-1);
  if (last !== undefined) last.metadata = { ...last.metadata, context: session.state() };
  if (last?.role === 'assistant') last.parts.push(...compactions.map(compactionPart));
  const hasRules = options.tools !== undefined || options.toolApproval !== undefined;
  if (hasRules && last?.role === 'assistant') {
    const said = entries.map(({ message }) => message);
    messages.splice(-1, 1, await askApprovals(last, options, said));
  }
  return messages as Message[];
}

function metadataOf(item: LogItem): NonNullable<SessionUiMessage['metadata']> {
  const incomplete = incompleteOf(item);
  const usage = item.entries.findLast((entry) => entry.usage !== undefined)?.usage;
  return {
    ...(incomplete === undefined ? {} : { incomplete }),
    ...(usage === undefined ? {} : { usage: shownUsage(usage) }),
  };
}

/** Whether a compaction was made for the request that the entry answers, or before. */
function isBefore({ throughSeq, createdAt }: CompactionRecord, entry: Entry | undefined): boolean {
  return entry !== undefined && throughSeq < entry.seq && createdAt <= entry.createdAt;
}

/** A compaction as a part of a UI message. */
export function compactionPart(record: CompactionRecord) {
  const { epoch, kind, reason, createdAt, snapshot } = record;
  const source = snapshot?.source;
  const data: ContextCompactionData = {
    epoch,
    kind,
    reason,
    createdAt,
    ...(snapshot === undefined
      ? {}
      : { messagesSummarized: snapshot.messagesCovered, sections: snapshot.sections }),
    ...(source === 'model' || source === 'extractive' ? { source } : {}),
    ...(snapshot?.verification === undefined ? {} : { verification: snapshot.verification }),
  };
  return { type: 'data-context-compaction', id: `compaction-${epoch}`, data };
}
