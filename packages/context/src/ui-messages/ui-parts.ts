import type {
  MessagePart,
  ModelMessage,
  ProviderOptions,
  ToolPart,
  ToolResultOutput,
} from '@everlong/core';

import { fileUrl } from './file-url.js';

type UiPart = { type: string; [field: string]: unknown };

/**
 * The parts of a UI message that says what these messages do: one user's, or an answer's steps,
 * each behind what `before` gives for the index of its message.
 */
export function uiParts(
  messages: readonly ModelMessage[],
  before: (index: number) => UiPart[] = () => [],
): UiPart[] {
  const outcomes = messages.flatMap((message) =>
    message.role === 'tool' ? message.content : outcomesOf(message),
  );
  return messages.flatMap((message, index): UiPart[] => {
    if (message.role === 'tool') return [];
    const steps = message.role === 'assistant' ? [...before(index), { type: 'step-start' }] : [];
    if (typeof message.content === 'string') {
      return [...steps, { type: 'text', text: message.content }];
    }
    const parts: readonly MessagePart[] = message.content;
    return [...steps, ...parts.flatMap((part) => uiPart(part, parts, outcomes))];
  });
}

/** Results of tools that the provider ran are part of the answer. */
function outcomesOf({ content }: ModelMessage): ToolPart[] {
  if (typeof content === 'string') return [];
  const parts: readonly MessagePart[] = content;
  return parts.filter((part): part is ToolPart => part.type === 'tool-result');
}

function uiPart(
  part: MessagePart,
  beside: readonly MessagePart[],
  outcomes: readonly ToolPart[],
): UiPart[] {
  const { providerOptions } = part as { providerOptions?: ProviderOptions };
  const metadata = providerOptions === undefined ? {} : { providerMetadata: providerOptions };
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [{ type: part.type, text: part.text, ...metadata }];
    case 'file': {
      const { mediaType, filename, data } = part;
      const url = fileUrl(data, mediaType);
      const named = filename === undefined ? {} : { filename };
      // A file without a URL is at a provider: the page learns of it and gives nothing back.
      if (url === undefined) return [{ type: 'data-file', data: { mediaType, ...named } }];
      return [{ type: 'file', mediaType, url, ...named, ...metadata }];
    }
    case 'tool-call': {
      const { toolName, toolCallId, input, providerExecuted } = part;
      return [
        {
          type: `tool-${toolName}`,
          toolCallId,
          input,
          ...(providerExecuted === true ? { providerExecuted } : {}),
          ...(providerOptions === undefined ? {} : { callProviderMetadata: providerOptions }),
          ...callState(toolCallId, beside, outcomes),
        },
      ];
    }
    default:
      return [];
  }
}

function callState(
  toolCallId: string,
  beside: readonly MessagePart[],
  outcomes: readonly ToolPart[],
): Record<string, unknown> {
  const request = beside.find(
    (part) => part.type === 'tool-approval-request' && part.toolCallId === toolCallId,
  );
  const id = request?.type === 'tool-approval-request' ? request.approvalId : undefined;
  const answer = outcomes.find(
    (part) => part.type === 'tool-approval-response' && part.approvalId === id,
  );
  const response = answer?.type === 'tool-approval-response' ? answer : undefined;
  const reason = response?.reason === undefined ? {} : { reason: response.reason };
  const answered = response === undefined ? {} : { approved: response.approved, ...reason };
  const approval = id === undefined ? {} : { approval: { id, ...answered } };
  const result = outcomes.find(
    (part) => part.type === 'tool-result' && part.toolCallId === toolCallId,
  );
  if (result?.type === 'tool-result') return { ...outcomeState(result.output), ...approval };
  if (id === undefined) return { state: 'input-available' };
  return {
    state: response === undefined ? 'approval-requested' : 'approval-responded',
    ...approval,
  };
}

function outcomeState(output: ToolResultOutput): Record<string, unknown> {
  switch (output.type) {
    case 'error-text':
      return { state: 'output-error', errorText: output.value };
    case 'error-json':
      return { state: 'output-error', errorText: JSON.stringify(output.value) };
    case 'execution-denied':
      return { state: 'output-denied' };
    default:
      return { state: 'output-available', output: output.value };
  }
}
