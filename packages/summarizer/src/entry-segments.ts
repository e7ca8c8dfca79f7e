import {
  type Entry,
  jsonText,
  originOf,
  redactSecrets,
  toolOutputText,
  type ToolCallPart,
  type ToolResultPart,
} from '@everlong/core';

/** A stretch of an entry's text that one speaker wrote, without secrets. */
export interface Segment {
  text: string;
  /** The user's or the assistant's own words, the inputs of its calls among them. */
  spoken: boolean;
  /** What introduces the text: the name and key of a call's input. Empty for plain text. */
  lead: string;
}

const MAX_DEPTH = 6;

/**
 * The readable texts of an entry, in order, secrets redacted. Inputs of calls come value by value,
 * as their raw strings, so that line breaks are line breaks and not the `\n` of JSON.
 */
export function entrySegments(entry: Entry): Segment[] {
  const { message } = entry;
  const spoken = message.role === 'assistant' || originOf(entry) === 'user';
  if (typeof message.content === 'string') return [plain(message.content, spoken)];
  const segments: Segment[] = [];
  for (const part of message.content) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        segments.push(plain(part.text, spoken));
        break;
      case 'tool-call':
        addInput(part, segments);
        break;
      case 'tool-result':
        segments.push(outputSegment(part));
        break;
      case 'file':
        segments.push(plain(part.filename ?? '', spoken));
        break;
      default:
        break;
    }
  }
  return segments;
}

/** The entry's readable text, the texts of its segments a line each. */
export function entryText(entry: Entry): string {
  return entrySegments(entry)
    .map(({ lead, text }) => (lead === '' ? text : `${lead}: ${text}`))
    .join('\n');
}

function plain(text: string, spoken: boolean): Segment {
  return { text: redactSecrets(text), spoken, lead: '' };
}

function outputSegment(part: ToolResultPart): Segment {
  return { text: redactSecrets(toolOutputText(part.output)), spoken: false, lead: '' };
}

function addInput({ toolName, input }: ToolCallPart, segments: Segment[]): void {
  const visit = (value: unknown, key: string, depth: number): void => {
    if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
      for (const [name, item] of Object.entries(value)) {
        visit(item, Array.isArray(value) ? key : name, depth + 1);
      }
      return;
    }
    const text = typeof value === 'string' ? value : jsonText(value);
    segments.push({
      text: redactSecrets(text, key),
      spoken: true,
      lead: key === '' ? toolName : `${toolName} ${key}`,
    });
  };
  visit(input, '', 0);
}
