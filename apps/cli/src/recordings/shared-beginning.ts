import {
  type EntryInput,
  messageText,
  type SessionInfo,
  type Store,
  toolCallsOf,
} from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { importedFrom } from '../output/imported-from.js';
import type { SessionToImport } from './imported-session.js';

/**
 * A program that resumes or forks a session may begin the new file with a copy of the old one, from
 * its start or from its last compaction. What the copied responses cost is counted in the session that
 * was imported first; here it stands in `metadata.copied`.
 */
export interface SharedBeginnings {
  /** The session, without the usage that is counted in another one. */
  withoutCopied(session: SessionToImport): Promise<SessionToImport>;
  /** Takes note of a session that was stored. */
  stored(id: string, session: SessionToImport): void;
}

/** What is known of a stored session. */
type KnownSession = Pick<SessionInfo, 'id' | 'metadata'>;

export function createSharedBeginnings(
  store: Store,
  sessions: readonly KnownSession[],
): SharedBeginnings {
  const known = new Map<string, KnownSession>();
  /** By what may tell a copy, the session that was there first. */
  const byMark = new Map<string, KnownSession>();

  function note(info: KnownSession): void {
    known.set(info.id, info);
    const { anchors = [], sessionId, forkedFrom } = importedFrom(info) ?? {};
    const marks = [...anchors, `origin ${sessionId}`, `fork of ${forkedFrom}`];
    for (const mark of marks) if (!byMark.has(mark)) byMark.set(mark, info);
  }

  async function findOther(session: SessionToImport): Promise<string | undefined> {
    const { id, from } = session;
    const own = known.get(id);
    if (own !== undefined) return importedFrom(own)?.sharesWith;
    const marks = [
      await firstResponse(session),
      ...(from.forkedFrom === undefined ? [] : [`origin ${from.forkedFrom}`]),
      ...(from.sessionId === undefined ? [] : [`fork of ${from.sessionId}`]),
    ];
    const others = marks.map((mark) => byMark.get(mark ?? ''));
    const other = others.find((each) => each && importedFrom(each)?.file !== from.file);
    return other?.id;
  }

  for (const info of sessions) note(info);
  return {
    async withoutCopied(session) {
      const sharesWith = await findOther(session);
      if (sharesWith === undefined || !known.has(sharesWith)) return session;
      const billed = new Set<string>();
      for await (const entry of store.read(sharesWith)) billed.add(responseKey(entry) ?? '');
      return {
        ...session,
        from: { ...session.from, sharesWith },
        async *entries() {
          for await (const { entry, characters } of session.entries()) {
            const key = responseKey(entry);
            const isCopied = key !== undefined && billed.has(key);
            yield { entry: isCopied ? copied(entry, sharesWith) : entry, characters };
          }
        },
      };
    },
    stored(id, { from, found }) {
      note({ id, metadata: { imported: { ...from, anchors: found.anchors } } });
    },
  };
}

async function firstResponse({
  entries,
}: Pick<SessionToImport, 'entries'>): Promise<string | undefined> {
  for await (const { entry } of entries()) if (entry.usage !== undefined) return entry.id;
  return undefined;
}

/** What is the same for a response and its copies, whose times may be others. */
function responseKey({ message, usage, metadata }: EntryInput): string | undefined {
  const cost = usage ?? copiedUsage(metadata);
  if (cost === undefined) return undefined;
  const calls = toolCallsOf(message).map(({ toolCallId }) => toolCallId);
  const { inputTokens, outputTokens } = cost;
  return JSON.stringify([inputTokens, outputTokens, calls, messageText(message).slice(0, 200)]);
}

function copiedUsage(metadata: EntryInput['metadata']): EntryInput['usage'] {
  const { usage } = (metadata?.['copied'] ?? {}) as Pick<EntryInput, 'usage'>;
  return usage;
}

function copied<Entry extends EntryInput>({ usage, ...entry }: Entry, from: string) {
  const mark = { from, ...definedFields({ usage }) };
  return { ...entry, metadata: { ...entry.metadata, copied: mark } };
}
