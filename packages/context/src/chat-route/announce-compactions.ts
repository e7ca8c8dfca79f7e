import type { UiChunk } from './chat-sdk.js';
import { compactionPart } from '../client-history/to-ui-messages.js';
import type { Session } from '../session-work/session.js';

/** The stream with a `data-context-compaction` part for each compaction made on the way. */
export function announceCompactions(
  session: Session,
  stream: ReadableStream<UiChunk>,
): ReadableStream<UiChunk> {
  let { epoch } = session.state();
  return stream.pipeThrough(
    new TransformStream<UiChunk, UiChunk>({
      async transform(chunk, controller) {
        controller.enqueue(chunk);
        if (chunk.type !== 'start-step') return;
        const now = session.state().epoch;
        if (now === epoch) return;
        for (const record of await session.compactions()) {
          if (record.epoch > epoch) controller.enqueue(compactionPart(record));
        }
        epoch = now;
      },
    }),
  );
}
