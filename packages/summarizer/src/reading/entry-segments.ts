import {
  type Entry,
  isErrorOutput,
  originOf,
  type Speaker,
  toolOutputText,
  type ToolCallPart,
  type ToolResultPart,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { redactEntries } from './redact-entries.js';

/** A stretch of an entry's text that one speaker wrote, without secrets. */
export interface Segment {
  text: string;
  speaker: Speaker;
  /** The user's or the assistant's own words, the inputs of its calls among them. */
  spoken: boolean;
  /** What introduces the text: the name and key of a call's input. Empty for plain text. */
  lead: string;
  /** The call that an input or a result belongs to. */
  callId?: string;
  /** For a result: whether it is a failure. */
  failed?: boolean;
}

const MAX_DEPTH = 6;

/**
 * The readable texts of an entry, in order, secrets redacted. Inputs of calls come value by value,
 * as their raw strings, so that line breaks are line breaks and not the `\n` of JSON.
 */
export function entrySegments(entry: Entry): Segment[] {
  const [{ message } = entry] = redactEntries([entry]);
  const speaker = speakerOf(entry);
  const spoken = speaker !== 'tool';
  if (typeof message.content === 'string') {
    return [{ text: message.content, speaker, spoken, lead: '' }];
  }
  const segments: Segment[] = [];
  for (const part of message.content) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        segments.push({ text: part.text, speaker, spoken, lead: '' });
        break;
      case 'tool-call':
        addInput(part, segments);
        break;
      case 'tool-result':
        segments.push(outputSegment(part));
        break;
      case 'file':
        segments.push({ text: part.filename ?? '', speaker, spoken, lead: '' });
        break;
      default:
        break;
    }
  }
  return segments;
}

function speakerOf(entry: Entry): Speaker {
  if (entry.message.role === 'assistant') return 'assistant';
  return originOf(entry) === 'user' ? 'user' : 'tool';
}

/** The entry's readable text, the texts of its segments a line each. */
export function entryText(entry: Entry): string {
  return entrySegments(entry)
    .map(({ lead, text }) => segmentLead(lead) + text)
    .join('\n');
}

/** What stands before a segment's text in the text of its entry. */
export function segmentLead(lead: string): string {
  return lead === '' ? '' : `${lead}: `;
}

function outputSegment({ output, toolCallId: callId }: ToolResultPart): Segment {
  const failed = isErrorOutput(output);
  const text = toolOutputText(output);
  // Strings of JSON were looked at one by one; together they may say more.
  const isJson = output.type === 'json' || output.type === 'error-json';
  const shown = isJson ? redactSecrets(text) : text;
  return { text: shown, speaker: 'tool', spoken: false, lead: '', callId, failed };
}

function addInput(
  { toolName, input, toolCallId: callId }: ToolCallPart,
  segments: Segment[],
): void {
  const visit = (value: unknown, key: string, depth: number): void => {
    if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
      for (const [name, item] of Object.entries(value)) {
        visit(item, Array.isArray(value) ? key : name, depth + 1);
      }
      return;
    }
    const text = typeof value === 'string' ? value : jsonText(value);
    const lead = key === '' ? toolName : `${toolName} ${key}`;
    segments.push({ text, speaker: 'assistant', spoken: true, lead, callId });
  };
  visit(input, '', 0);
}
