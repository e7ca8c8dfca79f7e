import { CompactionDivider, SummaryMessage } from '@everlong/react';
import type { ReactElement } from 'react';

import type { ChatMessage } from '../server/app.ts';

/** A message: its texts, its tool calls, and the compactions that happened while it was made. */
export function Message({ message }: { message: ChatMessage }): ReactElement {
  return (
    <article data-role={message.role}>
      {message.parts.map((part, index) => (
        <Part key={`${index} ${part.type}`} part={part} />
      ))}
    </article>
  );
}

function Part({ part }: { part: ChatMessage['parts'][number] }): ReactElement | null {
  if (part.type === 'text') return <p>{part.text}</p>;
  if (part.type === 'data-context-compaction') {
    return (
      <>
        <CompactionDivider compaction={part} />
        {part.data.kind === 'snapshot' && <SummaryMessage message={part} />}
      </>
    );
  }
  if (part.type.startsWith('tool-')) return <p data-tool>{part.type.slice('tool-'.length)}</p>;
  return null;
}
