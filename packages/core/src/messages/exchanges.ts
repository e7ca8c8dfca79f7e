import type {
  ModelMessage,
  ToolApprovalResponse,
  ToolCallPart,
  ToolResultPart,
} from './message.js';

/** The calls of a message that wait for a result in a tool message: not those a provider ran. */
export function toolCallsOf(message: ModelMessage): ToolCallPart[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [];
  return message.content.filter(
    (part): part is ToolCallPart => part.type === 'tool-call' && part.providerExecuted !== true,
  );
}

/** The results that a tool message holds. */
export function toolResultsOf(message: ModelMessage): ToolResultPart[] {
  if (message.role !== 'tool') return [];
  return message.content.filter((part): part is ToolResultPart => part.type === 'tool-result');
}

/** The answers to approval requests that a tool message holds. */
export function toolApprovalsOf(message: ModelMessage): ToolApprovalResponse[] {
  if (message.role !== 'tool') return [];
  return message.content.filter(
    (part): part is ToolApprovalResponse => part.type === 'tool-approval-response',
  );
}

/** An indivisible run of consecutive items; both ends are indexes into the list given. */
export interface Exchange {
  from: number;
  to: number;
}

/**
 * Groups messages into exchanges: an assistant message with tool calls and the tool messages that
 * directly follow it, reasoning-only assistant messages together with what follows them, and every
 * other message alone. The exchanges cover the list in order, each message once.
 */
export function groupExchanges(messages: readonly ModelMessage[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let index = 0;
  while (index < messages.length) {
    const from = index;
    while (isReasoningOnly(messages[index]) && messages[index + 1]?.role === 'assistant') index++;
    const head = messages[index];
    index++;
    if (head !== undefined && toolCallsOf(head).length > 0) {
      while (messages[index]?.role === 'tool') index++;
    }
    exchanges.push({ from, to: index - 1 });
  }
  return exchanges;
}

function isReasoningOnly(message: ModelMessage | undefined): boolean {
  return (
    message?.role === 'assistant' &&
    typeof message.content !== 'string' &&
    message.content.length > 0 &&
    message.content.every((part) => part.type === 'reasoning' || part.type === 'reasoning-file')
  );
}
