import {
  type Entry,
  isErrorOutput,
  messageText,
  originOf,
  type Speaker,
  toolOutputText,
  type ToolCallPart,
  type ToolResultPart,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { isProgramMessage } from './program-messages.js';
import { redactEntries } from './redact-entries.js';

/** A part of an entry's text by one speaker, without secrets. */
export interface Segment {
  text: string;
  speaker: Speaker;
  /** Whether the user or the assistant wrote it; inputs of calls count as the assistant's words. */
  spoken: boolean;
  /** What introduces the text: the name and key of a call's input. Empty for plain text. */
  lead: string;
  /** The call that an input or a result belongs to. */
  callId?: string;
  /** For a result: whether it failed. */
  failed?: boolean;
}

const MAX_DEPTH = 6;

/**
 * The readable texts of an entry, in order, with secrets redacted and the content of files blanked.
 * Inputs of calls are split into their values and unescaped, so that line breaks are not the `\n` of
 * JSON.
 */
export function entrySegments(entry: Entry): Segment[] {
  return allSegments(entry).map((segment) => {
    const text = withoutData(segment.text);
    return text === segment.text ? segment : { ...segment, text };
  });
}

/** Text as long as it was, without encoded content of files, which says nothing to a reader. */
function withoutData(text: string): string {
  if (!text.includes('base64')) return text;
  return text.replaceAll(/[A-Za-z0-9+/]{256,}={0,2}/g, (data) => ' '.repeat(data.length));
}

function allSegments(entry: Entry): Segment[] {
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
  return originOf(entry) === 'user' && !isProgramMessage(messageText(entry.message), entry)
    ? 'user'
    : 'tool';
}

/**
 * The readable text of an entry: the texts of its segments with their leads, joined by line breaks.
 * Offsets of ledger places refer to it, in UTF-16 units.
 */
export function entryText(entry: Entry): string {
  return entrySegments(entry)
    .map(({ lead, text }) => segmentLead(lead) + text)
    .join('\n');
}

/** The text before a segment in the text of its entry. */
function segmentLead(lead: string): string {
  return lead === '' ? '' : `${lead}: `;
}

function outputSegment({ output, toolCallId: callId }: ToolResultPart): Segment {
  const failed = isErrorOutput(output);
  const text = toolOutputText(output);
  // Strings were redacted one by one; joined, they may reveal more.
  const isJson = output.type === 'json' || output.type === 'error-json';
  const shown = isJson ? redactSecrets(text) : text;
  return { text: shown, speaker: 'tool', spoken: false, lead: '', callId, failed };
}

function addInput(
  { toolName, input, toolCallId: callId }: ToolCallPart,
  segments: Segment[],
): void {
  const visit = (given: unknown, key: string, depth: number): void => {
    // A tool's schema may have made it of the text that the model wrote.
    const value: unknown = given instanceof Date ? given.toJSON() : given;
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
