import type { ModelMessage, ToolResultContent, ToolResultOutput } from './message.js';

/**
 * Everything readable in a message, in order, one part a line: texts, reasoning, the names and
 * inputs of calls (as JSON), the outputs of results. Files appear as their name or media type.
 */
export function messageText(message: ModelMessage): string {
  return textWith(message, jsonText);
}

/**
 * The same for a search: of JSON, what its strings say. There a word at the beginning of a line
 * stands behind an escape (`\\nDB_HOST=…`), and would be another word.
 */
export function searchableText(message: ModelMessage): string {
  return textWith(message, (value) => jsonText(value).replaceAll(ESCAPES, unescaped));
}

/** Whatever `JSON.stringify` escapes. */
const ESCAPES = /\\(?:u([\da-f]{4})|(.))/g;

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' };

function unescaped(_escape: string, code: string | undefined, letter = ''): string {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return CONTROLS[letter] ?? letter;
}

function textWith(message: ModelMessage, json: (value: unknown) => string): string {
  if (typeof message.content === 'string') return message.content;
  const lines: string[] = [];
  for (const part of message.content) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        lines.push(part.text);
        break;
      case 'tool-call':
        lines.push(`${part.toolName} ${json(part.input)}`);
        break;
      case 'tool-result':
        lines.push(outputText(part.output, json));
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
  return outputText(output, jsonText);
}

function outputText(output: ToolResultOutput, json: (value: unknown) => string): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return json(output.value);
    case 'execution-denied':
      return output.reason ?? 'execution denied';
    case 'content':
      return output.value.map(contentText).join('\n');
  }
}

/** Tells whether a tool's output reports a failure. */
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
