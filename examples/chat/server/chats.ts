import { openSession, type Session } from '@everlong/context';
import { type CompactionRecord, type ContextDataParts, createMemoryStore } from '@everlong/core';
import type { SessionMessageMetadata } from '@everlong/context/ai-sdk';
import type { UIMessage, UIMessageStreamWriter } from 'ai';

/** What the browser sees: messages with the gauge and the compactions in them. */
export type ChatMessage = UIMessage<SessionMessageMetadata, ContextDataParts>;

/** One conversation: the session is what the model speaks from, the messages what people see. */
export interface Chat {
  session: Session;
  messages: ChatMessage[];
  /** Receives compactions while an answer is being streamed. */
  writer?: UIMessageStreamWriter<ChatMessage> | undefined;
}

// Another store, for example `createJsonlStore`, keeps sessions beyond the process.
const store = createMemoryStore();
const chats = new Map<string, Promise<Chat>>();

/** The chat of an id, begun when it is asked for. A small window, so that it soon fills. */
export function openChat(id: string): Promise<Chat> {
  const known = chats.get(id);
  if (known !== undefined) return known;
  const opened = beginChat(id);
  chats.set(id, opened);
  return opened;
}

async function beginChat(id: string): Promise<Chat> {
  let tokensBefore = 0;
  const session = await openSession({
    store,
    id,
    contextWindow: 3000,
    hooks: {
      onBeforeCompaction() {
        tokensBefore = session.state().used.total;
        const data = { status: 'started', phase: 'blocking' } as const;
        chat.writer?.write({ type: 'data-context-status', data, transient: true });
      },
      onCompaction({ record }) {
        const tokens = { tokensBefore, tokensAfter: session.state().used.total };
        const data = describeCompaction(record, tokens);
        chat.writer?.write({
          type: 'data-context-compaction',
          id: `compaction-${data.epoch}`,
          data,
        });
        chat.writer?.write({ type: 'data-context-state', id: 'state', data: session.state() });
      },
    },
  });
  const chat: Chat = { session, messages: [] };
  return chat;
}

type Described = ContextDataParts['context-compaction'];

function describeCompaction(
  { epoch, kind, reason, createdAt, snapshot }: CompactionRecord,
  tokens: Pick<Described, 'tokensBefore' | 'tokensAfter'>,
): Described {
  const described: Described = { epoch, kind, reason, createdAt, ...tokens };
  if (snapshot === undefined) return described;
  const { messagesCovered, sections, source, verification } = snapshot;
  return {
    ...described,
    messagesSummarized: messagesCovered,
    sections,
    source,
    ...(verification === undefined ? {} : { verification }),
  };
}
