import type { AssistantMessage, AssistantPart, JsonValue } from '@everlong/core';

import type { ProviderContent } from './provider-model.js';

/** What a model answered as a message for the log; `undefined` when it holds nothing to keep. */
export function answerMessage(content: readonly ProviderContent[]): AssistantMessage | undefined {
  const parts = content.flatMap((item): AssistantPart[] => {
    const part = answerPart(item);
    if (part === undefined) return [];
    const { providerMetadata } = item;
    return [
      providerMetadata === undefined ? part : { ...part, providerOptions: providerMetadata },
    ] as AssistantPart[];
  });
  return parts.length === 0 ? undefined : { role: 'assistant', content: parts };
}

/** The fields of a provider's content that concern the log, by its type. */
interface ContentFields {
  type: string;
  text: string;
  toolCallId: string;
  toolName: string;
  input: string;
  providerExecuted?: boolean;
  result: JsonValue;
  isError?: boolean;
  preliminary?: boolean;
  approvalId: string;
  mediaType: string;
  data: unknown;
  kind: `${string}.${string}`;
}

function answerPart(content: ProviderContent): AssistantPart | undefined {
  const item = content as unknown as ContentFields;
  const { type, text, toolCallId, toolName, mediaType } = item;
  switch (item.type) {
    case 'text':
    case 'reasoning':
      return text === '' && content.providerMetadata === undefined
        ? undefined
        : { type: item.type, text };
    case 'tool-call': {
      const call = {
        type: 'tool-call' as const,
        toolCallId,
        toolName,
        input: parseInput(item.input),
      };
      return item.providerExecuted === true ? { ...call, providerExecuted: true } : call;
    }
    case 'tool-result': {
      const output = { type: outputType(item), value: item.result };
      return item.preliminary === true
        ? undefined
        : { type: 'tool-result', toolCallId, toolName, output };
    }
    case 'tool-approval-request':
      return { type: 'tool-approval-request', approvalId: item.approvalId, toolCallId };
    case 'file':
    case 'reasoning-file':
      return { type, mediaType, data: item.data } as AssistantPart;
    case 'custom':
      return { type: 'custom', kind: item.kind };
    default:
      return undefined;
  }
}

function outputType({ isError }: ContentFields): 'json' | 'error-json' {
  return isError === true ? 'error-json' : 'json';
}

/** Models send the input of a call as JSON text; a text that is not JSON is kept as it is. */
function parseInput(input: string): unknown {
  try {
    return JSON.parse(input.trim() === '' ? '{}' : input);
  } catch {
    return input;
  }
}
