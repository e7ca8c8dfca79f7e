import type { AssistantPart, ModelMessage, ToolResultPart } from '@everlong/core';
import type { TextStreamPart, ToolSet } from 'ai';
import { errorText } from '../output/error-text.js';

/** Collects what a stream brought, for the case that it never ends as it should. */
export interface PartialMessages {
  add(part: TextStreamPart<ToolSet>): void;
  /** What is complete so far: the text, and the calls that have a result. Possibly nothing. */
  messages(): ModelMessage[];
}

/**
 * A call without a result is left out: nobody will run it any more. Reasoning is left out too, for
 * its signature comes at its end.
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
  return typeof output === 'string' ? output : JSON.stringify(output);
}
