import type { AssistantPart, JsonObject, ToolCallPart } from '@everlong/core';
import { parseArguments } from '@everlong/core/internal';
import {
  contentBlocks,
  dataPart,
  type InlinePart,
  inlineText,
  missingFilePart,
  textPart,
  unknownPart,
  urlPart,
} from './content-parts.js';
import { type Fields, fieldsOf, listOf, textOf } from '../json/json-fields.js';

/** The parts of content in the shape of the OpenAI Chat API: a text, a list of parts or null. */
export function chatParts(content: unknown): InlinePart[] {
  return contentBlocks(content).map((part) => {
    const fields = fieldsOf(part);
    const { type, text, refusal } = fields;
    if (typeof text === 'string') return textPart(text);
    if (type === 'refusal' && typeof refusal === 'string') return textPart(refusal);
    return mediaPart(fields) ?? unknownPart(part);
  });
}

/** The same content as text; files are only named. */
export function chatText(content: unknown): string {
  return inlineText(chatParts(content));
}

/**
 * The same for an assistant message, which may hold thoughts. Beside calls, providers write an
 * empty text where there is none.
 */
export function assistantChatParts(message: Fields): AssistantPart[] {
  const { content, reasoning_content, reasoning, refusal, tool_calls, function_call } = message;
  const hasCalls = listOf(tool_calls).length > 0 || (function_call ?? null) !== null;
  const thought = textOf(reasoning_content) ?? textOf(reasoning);
  const parts: AssistantPart[] = [];
  if (thought !== undefined) parts.push({ type: 'reasoning', text: thought });
  if (!hasCalls || content !== '') {
    for (const part of contentBlocks(content)) {
      const thinking = thoughtPart(part);
      if (thinking === undefined) parts.push(...chatParts([part]));
      else parts.push(thinking);
    }
  }
  const refused = textOf(refusal);
  if (refused !== undefined) parts.push(textPart(refused));
  return parts;
}

function thoughtPart(part: unknown): AssistantPart | undefined {
  const { type, think, thinking } = fieldsOf(part);
  if (type !== 'think' && type !== 'thinking') return undefined;
  const text = think ?? thinking;
  return typeof text === 'string' ? { type: 'reasoning', text } : undefined;
}

/** The calls of an assistant message; arguments come as JSON text, none at all as an empty one. */
export function chatToolCalls(toolCalls: unknown): ToolCallPart[] {
  return listOf(toolCalls).map((call): ToolCallPart => {
    const { id, function: called, custom, extra_content } = fieldsOf(call);
    const { name, arguments: args, input } = fieldsOf(called ?? custom);
    const signature = textOf(fieldsOf(fieldsOf(extra_content)['google'])['thought_signature']);
    const google: JsonObject = signature === undefined ? {} : { thoughtSignature: signature };
    return {
      type: 'tool-call',
      toolCallId: textOf(id) ?? '',
      toolName: textOf(name) ?? 'unknown',
      input: called === undefined ? (input ?? '') : parseArguments(args),
      ...(signature === undefined ? {} : { providerOptions: { google } }),
    };
  });
}

function mediaPart({ type, image_url, input_audio, file }: Fields) {
  if (type === 'image_url') {
    const url = textOf(image_url) ?? textOf(fieldsOf(image_url)['url']);
    return url === undefined ? undefined : urlPart(url, 'image/*');
  }
  if (type === 'input_audio') {
    const { data, format } = fieldsOf(input_audio);
    const mediaType = `audio/${textOf(format) ?? '*'}`;
    return typeof data === 'string' ? dataPart(mediaType, data) : undefined;
  }
  if (type !== 'file') return undefined;
  const { file_data, file_id, filename } = fieldsOf(file);
  const name = textOf(filename);
  if (typeof file_data === 'string') {
    return file_data.startsWith('data:')
      ? urlPart(file_data, 'application/pdf', name)
      : dataPart('application/pdf', file_data, name);
  }
  return missingFilePart('application/octet-stream', name ?? textOf(file_id) ?? 'no content');
}
