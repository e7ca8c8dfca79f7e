import type { AssistantPart, ReasoningPart, ToolResultOutput } from '@everlong/core';
import {
  contentBlocks,
  dataPart,
  type InlinePart,
  textPart,
  toolOutput,
  unknownPart,
  urlPart,
} from './content-parts.js';
import { type Fields, fieldsOf, textOf } from '../json/json-fields.js';

/** A block of an assistant message; signatures go where `@ai-sdk/anthropic` expects them. */
export function assistantPart(block: unknown): AssistantPart {
  const fields = fieldsOf(block);
  const { type, text, data, id, name, input } = fields;
  if (type === 'text' && typeof text === 'string') return textPart(text);
  if (type === 'thinking') return thinkingPart(fields);
  if (type === 'redacted_thinking' && typeof data === 'string') {
    return { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: data } } };
  }
  if (type === 'tool_use' && typeof id === 'string') {
    const toolName = textOf(name) ?? 'unknown';
    return { type: 'tool-call', toolCallId: id, toolName, input: input ?? {} };
  }
  return filePart(fields) ?? unknownPart(block);
}

function thinkingPart({ thinking, signature }: Fields): ReasoningPart {
  const part: ReasoningPart = { type: 'reasoning', text: textOf(thinking) ?? '' };
  const signed = textOf(signature);
  return signed === undefined
    ? part
    : { ...part, providerOptions: { anthropic: { signature: signed } } };
}

/** A block of a user message that is not a tool result. */
export function userPart(block: unknown): InlinePart {
  const fields = fieldsOf(block);
  const { type, text } = fields;
  if (type === 'text' && typeof text === 'string') return textPart(text);
  return filePart(fields) ?? unknownPart(block);
}

/** The output of a `tool_result` block. */
export function toolResultOutput({ content, is_error }: Fields): ToolResultOutput {
  return toolOutput(contentBlocks(content).map(userPart), is_error === true);
}

/** Images and documents, whose content is inline, behind a URL or in the provider's storage. */
function filePart({ type, source, title }: Fields): InlinePart | undefined {
  if (type !== 'image' && type !== 'document') return undefined;
  const { type: kind, data, media_type, url, file_id } = fieldsOf(source);
  const mediaType = textOf(media_type) ?? (type === 'image' ? 'image/*' : 'application/pdf');
  const filename = textOf(title);
  if (kind === 'base64' && typeof data === 'string') return dataPart(mediaType, data, filename);
  if (kind === 'url' && typeof url === 'string') return urlPart(url, mediaType, filename);
  if (kind === 'text' && typeof data === 'string') return textPart(data);
  if (kind === 'file' && typeof file_id === 'string') {
    return {
      type: 'file',
      data: { type: 'reference', reference: { anthropic: file_id } },
      mediaType,
      ...(filename === undefined ? {} : { filename }),
    };
  }
  return undefined;
}
