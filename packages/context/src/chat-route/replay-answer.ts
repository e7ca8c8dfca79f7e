import type { UiMessageLike } from '../ui-messages/read-ui-messages.js';
import type { SessionUiMessage } from '../ui-messages/session-ui-message.js';
import type { UiChunk } from './chat-sdk.js';

/**
 * A stored answer as the stream that it came in, for a request that was made twice: all of it, or
 * what the page lacks where it posted a part of the answer.
 */
export function replayAnswer(
  { id, parts }: SessionUiMessage,
  posted?: UiMessageLike,
): ReadableStream<UiChunk> {
  const shown = posted?.id === id ? posted.parts : [];
  const chunks: UiChunk[] = [
    { type: 'start', messageId: id },
    ...partsBehind(parts, shown).flatMap((part, index) => partChunks(part, `part-${index}`)),
    { type: 'finish' },
  ];
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

type StoredPart = SessionUiMessage['parts'][number];

/** The parts after those that are shown; all, where other ones are shown. */
function partsBehind(parts: StoredPart[], shown: UiMessageLike['parts']): StoredPart[] {
  const said = parts.filter(isSaid);
  const known = shown.filter(isSaid);
  const isBeginning = known.every((part, index) => isSame(part, said[index]));
  return known.length === 0 || !isBeginning ? parts : said.slice(known.length);
}

function isSaid({ type }: { type: string }): boolean {
  return !type.startsWith('data-');
}

function isSame(part: StoredPart, stored: StoredPart | undefined): boolean {
  return (
    part.type === stored?.type &&
    part['text'] === stored['text'] &&
    part['toolCallId'] === stored['toolCallId'] &&
    (part['toolCallId'] === undefined || part['state'] === stored['state'])
  );
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
