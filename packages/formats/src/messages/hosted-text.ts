import { type ToolCallPart, toolOutputText, type ToolResultPart } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

/** A call that a provider ran itself, or its result, as text for any other provider. */
export function hostedText(part: ToolCallPart | ToolResultPart): string {
  return part.type === 'tool-call'
    ? `[called ${part.toolName} ${jsonText(part.input)}]`
    : `[result of ${part.toolName}] ${toolOutputText(part.output)}`;
}
