import { useChat } from '@ai-sdk/react';
import {
  CompactionDivider,
  ContextBreakdown,
  ContextIndicator,
  readError,
  useCompaction,
  useContextState,
} from '@everlong/react';
import { DefaultChatTransport } from 'ai';
import { type ReactElement, useMemo, useState } from 'react';

import type { ChatMessage } from '../server/app.ts';
import { Message } from './message.tsx';

interface ChatPageProps {
  id: string;
  initialMessages: ChatMessage[];
}

/** A chat with the gauge of its context above it. */
export function ChatPage({ id, initialMessages }: ChatPageProps): ReactElement {
  const compaction = useCompaction();
  const transport = useMemo(
    () => new DefaultChatTransport<ChatMessage>({ api: `/api/chat/${id}` }),
    [id],
  );
  const { onData, onFinish } = compaction;
  const chat = useChat({ id, messages: initialMessages, transport, onData, onFinish });
  const state = useContextState(chat);
  const isBusy = chat.status !== 'ready' && chat.status !== 'error';
  return (
    <main>
      <header>
        <h1>everlong chat</h1>
        <ContextIndicator state={state} />
      </header>
      {chat.messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
      {compaction.status === 'running' && (
        <CompactionDivider status="running" progress={compaction.progress} />
      )}
      {chat.error && <p role="alert">{readError(chat.error)}</p>}
      <Composer isBusy={isBusy} send={(text) => void chat.sendMessage({ text })} />
      {isBusy ? (
        <button type="button" onClick={() => void chat.stop()}>
          Stop
        </button>
      ) : (
        <button
          type="button"
          disabled={chat.messages.length === 0}
          onClick={() => void chat.regenerate()}
        >
          Regenerate
        </button>
      )}
      <ContextBreakdown state={state} />
    </main>
  );
}

function Composer({ isBusy, send }: { isBusy: boolean; send(text: string): void }): ReactElement {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy || text.trim() === '') return;
        send(text);
        setText('');
      }}
    >
      <input
        aria-label="Message"
        placeholder="Read page 1"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" disabled={isBusy}>
        Send
      </button>
    </form>
  );
}
