import {
  type MessagePart,
  type ModelMessage,
  type ToolApprovalRequest,
  type ToolApprovalResponse,
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
  const calls = turn.flatMap(toolCallsOf).map(({ toolCallId }) => toolCallId);
  const open = new Set(calls.filter((id) => !done.has(id)));
  const parts = posted.flatMap(partsOf);
  const requests = parts.filter(isRequest).filter(({ toolCallId }) => open.has(toolCallId));
  const ids = idsOf(requests);
  const responses = parts.filter(isResponse).filter(({ approvalId }) => ids.has(approvalId));
  if (responses.length === 0) return [...turn];
  const asked = turn.map((message) => withRequests(message, requests));
  const last = asked.at(-1);
  const answered = idsOf(last?.role === 'tool' ? last.content.filter(isResponse) : []);
  const content = responses.filter(({ approvalId }) => !answered.has(approvalId));
  return content.length === 0 ? asked : [...asked, { role: 'tool', content }];
}

/** An answer with the requests about its own calls that it does not hold yet. */
function withRequests(
  message: ModelMessage,
  requests: readonly ToolApprovalRequest[],
): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const calls = new Set(toolCallsOf(message).map(({ toolCallId }) => toolCallId));
  const known = idsOf(message.content.filter(isRequest));
  const own = requests.filter(
    ({ toolCallId, approvalId }) => calls.has(toolCallId) && !known.has(approvalId),
  );
  return { ...message, content: [...message.content, ...own] };
}

function idsOf(parts: readonly { approvalId: string }[]): Set<string> {
  return new Set(parts.map(({ approvalId }) => approvalId));
}

function isRequest(part: MessagePart): part is ToolApprovalRequest {
  return part.type === 'tool-approval-request';
}

function isResponse(part: MessagePart): part is ToolApprovalResponse {
  return part.type === 'tool-approval-response';
}

function partsOf({ content }: ModelMessage): readonly MessagePart[] {
  return typeof content === 'string' ? [] : content;
}
