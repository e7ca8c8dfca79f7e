import type { ModelMessage, ToolResultContent, ToolResultOutput } from './message.js';

/**
 * Everything readable in a message, in order, one part a line: texts, reasoning, the names and
 * inputs of calls (as JSON), the outputs of results. Files appear as their name or media type.
 */
export function messageText(message: ModelMessage): string {
  if (typeof message.content === 'string') return message.content;
  const lines: string[] = [];
  for (const part of message.content) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        lines.push(part.text);
        break;
      case 'tool-call':
        lines.push(`${part.toolName} ${jsonText(part.input)}`);
        break;
      case 'tool-result':
        lines.push(toolOutputText(part.output));
        break;
      case 'file':
        lines.push(part.filename ?? part.mediaType);
        break;
      case 'image':
        lines.push(part.mediaType ?? 'image');
        break;
      default:
        break;
    }
  }
  return lines.join('\n');
}

/** The readable text of a tool's output; JSON as one line, files as their media type. */
export function toolOutputText(output: ToolResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return jsonText(output.value);
    case 'execution-denied':
      return output.reason ?? 'execution denied';
    case 'content':
      return output.value.map(contentText).join('\n');
  }
}

/** Whether a tool's output reports a failure. */
export function isErrorOutput(output: ToolResultOutput): boolean {
  return (
    output.type === 'error-text' ||
    output.type === 'error-json' ||
    output.type === 'execution-denied'
  );
}

function contentText(part: ToolResultContent): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'file':
    case 'file-data':
      return part.filename ?? part.mediaType;
    case 'file-url':
    case 'image-url':
      return part.url;
    case 'image-data':
      return part.mediaType;
    default:
      return part.type;
  }
}

/** JSON text of any value; what JSON cannot hold (a cycle, a bigint) becomes its string form. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return String(value);
  }
}
