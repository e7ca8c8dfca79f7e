import {
  type MessagePart,
  type ModelMessage,
  type ToolPart,
  toolCallsOf,
  toolResultsOf,
} from '@everlong/core';

/**
 * The messages of a turn with what a client says of its approval requests, for the SDK to act on:
 * the calls are the log's, and only those without a result are approved or denied.
 */
export function withApprovals(
  turn: readonly ModelMessage[],
  posted: readonly ModelMessage[],
): ModelMessage[] {
  const done = new Set(turn.flatMap(toolResultsOf).map(({ toolCallId }) => toolCallId));
  const open = new Set(
    turn
      .flatMap(toolCallsOf)
      .map(({ toolCallId }) => toolCallId)
      .filter((id) => !done.has(id)),
  );
  const parts = posted.flatMap(partsOf);
  const requests = parts.filter(
    (part) => part.type === 'tool-approval-request' && open.has(part.toolCallId),
  );
  const ids = new Set(
    requests.map((part) => (part.type === 'tool-approval-request' ? part.approvalId : '')),
  );
  const responses = parts.filter(
    (part) => part.type === 'tool-approval-response' && ids.has(part.approvalId),
  );
  if (responses.length === 0) return [...turn];
  const asked = turn.map((message): ModelMessage => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message;
    const calls = new Set(toolCallsOf(message).map(({ toolCallId }) => toolCallId));
    const known = new Set(
      message.content.map((part) =>
        part.type === 'tool-approval-request' ? part.approvalId : undefined,
      ),
    );
    const own = requests.filter(
      (part) =>
        part.type === 'tool-approval-request' &&
        calls.has(part.toolCallId) &&
        !known.has(part.approvalId),
    );
    return { ...message, content: [...message.content, ...own] } as ModelMessage;
  });
  const last = asked.at(-1);
  const answered = new Set(
    (last?.role === 'tool' ? last.content : []).map((part) =>
      part.type === 'tool-approval-response' ? part.approvalId : undefined,
    ),
  );
  const added = responses.filter(
    (part) => part.type === 'tool-approval-response' && !answered.has(part.approvalId),
  );
  if (added.length === 0) return asked;
  return [...asked, { role: 'tool', content: added as ToolPart[] }];
}

function partsOf({ content }: ModelMessage): readonly MessagePart[] {
  return typeof content === 'string' ? [] : content;
}
