import type { SessionUiMessage } from '../client-history/to-ui-messages.js';
import type { UiChunk } from './chat-sdk.js';

/** A stored answer as the stream that it came in, for a request that was made twice. */
export function replayAnswer({ id, parts }: SessionUiMessage): ReadableStream<UiChunk> {
  const chunks: UiChunk[] = [
    { type: 'start', messageId: id },
    ...parts.flatMap((part, index) => partChunks(part, `part-${index}`)),
    { type: 'finish' },
  ];
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

function partChunks(part: SessionUiMessage['parts'][number], id: string): UiChunk[] {
  const { type, text, mediaType, url } = part;
  if (type === 'step-start') return [{ type: 'start-step' }];
  if (type === 'text' || type === 'reasoning') {
    return [
      { type: `${type}-start`, id },
      { type: `${type}-delta`, id, delta: text },
      { type: `${type}-end`, id },
    ];
  }
  if (type === 'file') return [{ type, mediaType, url }];
  if (type.startsWith('data-')) return [{ ...part }];
  return type.startsWith('tool-') ? toolChunks(part) : [];
}

function toolChunks(part: SessionUiMessage['parts'][number]): UiChunk[] {
  const { type, toolCallId, input, state, output, errorText } = part;
  const toolName = type.slice('tool-'.length);
  const call = { type: 'tool-input-available', toolCallId, toolName, input };
  if (state === 'output-available') {
    return [call, { type: 'tool-output-available', toolCallId, output }];
  }
  if (state === 'output-error') return [call, { type: 'tool-output-error', toolCallId, errorText }];
  return state === 'output-denied' ? [call, { type: 'tool-output-denied', toolCallId }] : [call];
}
