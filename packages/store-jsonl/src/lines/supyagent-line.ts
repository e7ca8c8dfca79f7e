import type { Entry, ModelMessage, ToolCallPart } from '@everlong/core';
import { bytesToBase64, fieldsOf, parseArguments } from '@everlong/core/internal';
import { MESSAGE_FORMAT } from '@everlong/core/store-kit';

import type { LineContext } from './line-context.js';

/** A line that another program wrote, unchecked. */
type Fields = Record<string, unknown>;

type InlinePart =
  | { type: 'text'; text: string }
  | {
      type: 'file';
      data: { type: 'data'; data: string } | { type: 'url'; url: URL };
      mediaType: string;
    };

/** The id of the entry at a place that has none of its own. */
export function foreignId(sessionId: string, seq: number): string {
  return `${sessionId}:${seq}`;
}

/** When a line was written, as ISO 8601 in UTC; a time without a zone counts as UTC. */
export function foreignTime({ timestamp, ts, updated_at, created_at }: Fields): string | undefined {
  const text = [timestamp, ts, updated_at, created_at].find((time) => typeof time === 'string');
  if (typeof text !== 'string') return undefined;
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = new Date(hasZone || !text.includes(':') ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The entry behind a line as supyagent writes them; throws for any other line. */
export function toForeignEntry(line: Fields, seq: number, context: LineContext): Entry {
  return {
    id: foreignId(context.sessionId, seq),
    sessionId: context.sessionId,
    seq,
    createdAt: foreignTime(line) ?? context.createdAt,
    format: MESSAGE_FORMAT,
    message: toMessage(line, context),
  };
}

function toMessage(line: Fields, context: LineContext): ModelMessage {
  const { type, content } = line;
  const parts = inlineParts(content, context);
  switch (type) {
    case 'user':
      return { role: 'user', content: textOnly(parts) ?? parts };
    case 'system':
      return { role: 'system', content: parts.map(partText).join('\n') };
    case 'assistant': {
      const calls = listOf(line['tool_calls']).map(toolCall);
      const said = calls.length > 0 && content === '' ? [] : parts;
      return {
        role: 'assistant',
        content: calls.length > 0 ? [...said, ...calls] : (textOnly(parts) ?? parts),
      };
    }
    case 'tool_result': {
      const text = textOnly(parts);
      const output =
        text === undefined
          ? ({ type: 'content', value: parts } as const)
          : ({ type: 'text', value: text } as const);
      const toolCallId = textOf(line['tool_call_id']);
      const toolName = textOf(line['name']) || 'unknown';
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
    }
    default:
      throw new Error(`type ${JSON.stringify(type)} is not user, assistant, tool_result or system`);
  }
}

function toolCall(value: unknown): ToolCallPart {
  const { id, function: called } = fieldsOf(value);
  const { name, arguments: args } = fieldsOf(called);
  return {
    type: 'tool-call',
    toolCallId: textOf(id),
    toolName: textOf(name) || 'unknown',
    input: parseArguments(args),
  };
}

function inlineParts(content: unknown, context: LineContext): InlinePart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return listOf(content).map((part) => {
    const { text, image_url } = fieldsOf(part);
    if (typeof text === 'string') return { type: 'text', text };
    const url = typeof image_url === 'string' ? image_url : textOf(fieldsOf(image_url)['url']);
    return url === ''
      ? { type: 'text', text: JSON.stringify(part) ?? '' }
      : imagePart(url, context);
  });
}

/**
 * An image is in the media folder, in the URL itself, or elsewhere; a missing one becomes its name.
 */
function imagePart(url: string, { readMedia }: LineContext): InlinePart {
  const named: InlinePart = { type: 'text', text: `[image: ${url}]` };
  if (url.startsWith('media://')) {
    const bytes = readMedia(url.slice('media://'.length));
    return bytes === undefined ? named : imageData(bytesToBase64(bytes), imageType(url));
  }
  const inline = /^data:([^;,]*)[^,]*;base64,/.exec(url);
  if (inline !== null) return imageData(url.slice(inline[0].length), inline[1] || 'image/*');
  if (!URL.canParse(url)) return named;
  return { type: 'file', data: { type: 'url', url: new URL(url) }, mediaType: 'image/*' };
}

function imageData(data: string, mediaType: string): InlinePart {
  return { type: 'file', data: { type: 'data', data }, mediaType };
}

function imageType(url: string): string {
  const extension = url.slice(url.lastIndexOf('.') + 1).toLowerCase();
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}

function textOnly(parts: InlinePart[]): string | undefined {
  return parts.every((part) => part.type === 'text') ? parts.map(partText).join('\n') : undefined;
}

function partText(part: InlinePart): string {
  return part.type === 'text' ? part.text : `[${part.mediaType}]`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
