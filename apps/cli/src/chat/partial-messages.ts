import type { AssistantPart, ModelMessage, ToolResultPart } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import type { TextStreamPart, ToolSet } from 'ai';
import { errorText } from '../errors/error-text.js';

/** Collects the parts of a stream, in case it is aborted or fails. */
export interface PartialMessages {
  add(part: TextStreamPart<ToolSet>): void;
  /** The text so far and the calls that have a result; may be empty. */
  messages(): ModelMessage[];
}

/**
 * Drops calls without a result, which will not run any more, and reasoning, whose signature comes
 * only at its end.
 */
export function createPartialMessages(): PartialMessages {
  const parts: AssistantPart[] = [];
  const results = new Map<string, ToolResultPart>();

  function addText(text: string): void {
    const last = parts.at(-1);
    if (last?.type === 'text') last.text += text;
    else parts.push({ type: 'text', text });
  }

  return {
    add(part) {
      switch (part.type) {
        case 'text-delta':
          addText(part.text);
          break;
        case 'tool-call': {
          const { toolCallId, toolName, input } = part;
          parts.push({ type: 'tool-call', toolCallId, toolName, input });
          break;
        }
        case 'tool-result':
        case 'tool-error': {
          const { type, toolCallId, toolName } = part;
          const output: ToolResultPart['output'] =
            type === 'tool-error'
              ? { type: 'error-text', value: errorText(part.error) }
              : { type: 'text', value: outputText(part.output) };
          results.set(toolCallId, { type: 'tool-result', toolCallId, toolName, output });
          break;
        }
        default:
          break;
      }
    },
    messages() {
      const kept = parts.filter((part) =>
        part.type === 'text' ? part.text.trim() !== '' : hasResult(part, results),
      );
      const messages: ModelMessage[] = [];
      if (kept.length > 0) messages.push({ role: 'assistant', content: kept });
      if (results.size > 0) messages.push({ role: 'tool', content: [...results.values()] });
      return messages;
    },
  };
}

function hasResult(part: AssistantPart, results: ReadonlyMap<string, ToolResultPart>): boolean {
  return part.type === 'tool-call' && results.has(part.toolCallId);
}

function outputText(output: unknown): string {
  return typeof output === 'string' ? output : jsonText(output);
}
