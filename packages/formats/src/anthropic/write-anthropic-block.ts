import type {
  AssistantPart,
  ReasoningPart,
  TextPart,
  ToolResultPart,
  UserPart,
} from '@everlong/core';
import { base64ToBytes, definedFields, jsonText } from '@everlong/core/internal';

import { type Fields, fieldsOf } from '../json/json-fields.js';
import { addressOf, isReadable } from '../messages/address-part.js';
import {
  fileIdAt,
  partText,
  type FileView,
  fileView,
  fullMediaType,
} from '../messages/file-view.js';
import { keptIn, type Optioned } from '../messages/kept-fields.js';
import { kindOf, losePart } from '../messages/lose-part.js';
import type { LossSink } from '../messages/loss.js';
import { objectInput } from '../messages/tool-arguments.js';
import { blockOfText } from '../messages/unknown-block.js';
import { writtenCallId } from '../messages/written-call-id.js';
import { ANTHROPIC, blockFields, CALL_ID, loseOthers } from './anthropic-options.js';
import { writeHostedPart } from './hosted-blocks.js';
import { DENIED_TEXT } from '../parts/denied-text.js';

type Content = Extract<ToolResultPart['output'], { type: 'content' }>['value'][number];

/** A part of a user's message or of a result; nothing for a blank text. */
export function writeInlinePart(part: UserPart | Content, losses: LossSink): Fields[] {
  if (part.type === 'text') return writeText(part, losses);
  const view = fileView(part);
  loseOthers(part, losses, 'context', 'citations');
  const block = view === undefined ? undefined : writeFile(view, part, losses);
  if (block !== undefined) return [{ ...block, ...blockFields(part) }];
  losses.lose(view === undefined ? 'custom' : 'file', part.type);
  return plainText(partText(view, part), losses);
}

/** A part of an assistant's message; nothing if the API does not accept it there. */
export function writeAssistantPart(
  part: AssistantPart,
  hosted: ReadonlySet<string>,
  losses: LossSink,
): Fields[] {
  switch (part.type) {
    case 'text':
      return writeText(part, losses);
    case 'reasoning':
      return writeReasoning(part, losses);
    case 'tool-call':
    case 'tool-result':
      if (part.type === 'tool-call' && part.providerExecuted !== true) {
        loseOthers(part, losses);
        const id = writtenCallId(part.toolCallId, CALL_ID, losses);
        const { toolName: name } = part;
        return [
          { type: 'tool_use', id, name, input: objectInput(part, losses), ...blockFields(part) },
        ];
      }
      if (hosted.has(part.toolCallId)) {
        loseOthers(part, losses, 'type', 'serverName');
        return [writeHostedPart(part)];
      }
      break;
    default: {
      const kind = kindOf(part);
      const own = (part as Optioned).providerOptions?.[ANTHROPIC];
      if (kind.startsWith('anthropic.')) return [{ type: kind.slice('anthropic.'.length), ...own }];
    }
  }
  const text = losePart(part, losses);
  return text === undefined ? [] : plainText(text, losses);
}

/** A plain text block; nothing for a blank text. */
export function plainText(text: string, losses: LossSink): Fields[] {
  if (text.trim() === '') {
    losses.lose('empty-text', JSON.stringify(text));
    return [];
  }
  return [{ type: 'text', text: wellFormed(text, losses) }];
}

function writeText(part: TextPart, losses: LossSink): Fields[] {
  const { type, signature, citations } = fieldsOf(part.providerOptions?.[ANTHROPIC]);
  loseOthers(part, losses, 'citations', ...(type === 'compaction' ? ['type', 'signature'] : []));
  const block = blockOfText(part, ANTHROPIC);
  if (block !== undefined) return [block];
  if (type === 'compaction') {
    const signed = signature === undefined ? {} : { signature };
    return [{ type, content: part.text, ...signed, ...blockFields(part) }];
  }
  return plainText(part.text, losses).map((text) => ({
    ...text,
    ...(Array.isArray(citations) ? { citations } : {}),
    ...blockFields(part),
  }));
}

function writeReasoning(part: ReasoningPart, losses: LossSink): Fields[] {
  const { signature, redactedData } = fieldsOf(part.providerOptions?.[ANTHROPIC]);
  loseOthers(part, losses, 'signature', 'redactedData');
  if (typeof signature === 'string' && signature !== '') {
    return [{ type: 'thinking', thinking: part.text, signature, ...blockFields(part) }];
  }
  if (typeof redactedData === 'string') {
    if (part.text !== '') losses.lose('reasoning', 'redacted reasoning has no text');
    return [{ type: 'redacted_thinking', data: redactedData, ...blockFields(part) }];
  }
  losses.lose('reasoning', 'Anthropic did not sign it');
  return [];
}

/** A `tool_result` block. */
export function writeResultPart(part: ToolResultPart, losses: LossSink): Fields {
  loseOthers(part, losses);
  const content = writeOutput(part, losses);
  const { absent } = keptIn(part, ANTHROPIC);
  const isError = /^(?:error-|execution-denied)/.test(part.output.type);
  return {
    type: 'tool_result',
    tool_use_id: writtenCallId(part.toolCallId, CALL_ID, losses),
    ...(absent === true && content === '' ? {} : { content }),
    ...(isError ? { is_error: true } : {}),
    ...resultFields(part, content, losses),
  };
}

/** The API takes no error that holds anything but text. */
function resultFields(
  part: ToolResultPart,
  content: string | readonly Fields[],
  losses: LossSink,
): Fields {
  const { is_error: isError, ...fields } = blockFields(part);
  if (isError === undefined) return fields;
  const isText = typeof content === 'string' || content.every(({ type }) => type === 'text');
  if (isText || isError !== true) return { ...fields, is_error: isError };
  losses.lose('error-flag', 'an error that holds more than text');
  return fields;
}

function writeOutput({ output }: ToolResultPart, losses: LossSink): string | Fields[] {
  loseOthers(output, losses);
  switch (output.type) {
    case 'text':
      return wellFormed(output.value, losses);
    case 'error-text':
      if (output.value.trim() !== '') return wellFormed(output.value, losses);
      losses.lose('empty-text', 'an error without text');
      return 'Error';
    case 'execution-denied':
      losses.lose('result-shape', 'a refusal becomes an error');
      return output.reason?.trim() ? output.reason : DENIED_TEXT;
    case 'json':
    case 'error-json':
      losses.lose('result-shape', 'JSON becomes its text');
      return wellFormed(jsonText(output.value), losses) || 'null';
    case 'content':
      return output.value.flatMap((item) => writeInlinePart(item, losses));
  }
}

function wellFormed(text: string, losses: LossSink): string {
  if (text.isWellFormed()) return text;
  losses.lose('characters', 'half of a surrogate pair');
  return text.toWellFormed();
}

function writeFile(view: FileView, part: UserPart | Content, losses: LossSink): Fields | undefined {
  const mediaType = fullMediaType(view, losses);
  return mediaType.startsWith('image/')
    ? writeImage({ ...view, mediaType }, part, losses)
    : writeDocument({ ...view, mediaType }, part, losses);
}

function writeImage(
  view: FileView,
  part: UserPart | Content,
  losses: LossSink,
): Fields | undefined {
  const { source, mediaType, filename } = view;
  const written = mediaSource(view, part, /^image\/(?:jpeg|png|gif|webp)$/, losses);
  if (written === undefined) return undefined;
  if (filename !== undefined) losses.lose('file-name', filename);
  if (source.kind !== 'base64' && mediaType !== 'image/*') losses.lose('media-type', mediaType);
  return { type: 'image', source: written };
}

function writeDocument(
  view: FileView,
  part: UserPart | Content,
  losses: LossSink,
): Fields | undefined {
  const { source, mediaType, filename } = view;
  const text = documentText(view, losses);
  const written =
    text === undefined ? mediaSource(view, part, /^application\/pdf$/, losses) : textSource(text);
  if (written === undefined || (source.kind === 'url' && mediaType !== 'application/pdf')) {
    return undefined;
  }
  if (source.kind === 'reference' && mediaType !== 'application/pdf') {
    losses.lose('media-type', mediaType);
  }
  if (source.kind === 'text' && mediaType !== 'text/plain') losses.lose('media-type', mediaType);
  const { context, citations } = fieldsOf(part.providerOptions?.[ANTHROPIC]);
  return {
    type: 'document',
    source: written,
    ...definedFields({ title: filename, context, citations }),
  };
}

/** The content of a plain text; a blank one is no document. */
function documentText({ source, mediaType }: FileView, losses: LossSink): string | undefined {
  if (source.kind === 'text') return source.text === '' ? undefined : source.text;
  if (source.kind !== 'base64' || mediaType !== 'text/plain') return undefined;
  const bytes = base64ToBytes(source.data);
  if (bytes === undefined || bytes.length === 0) return undefined;
  losses.lose('file', 'its bytes become text');
  return new TextDecoder().decode(bytes);
}

function textSource(data: string): Fields {
  return { type: 'text', media_type: 'text/plain', data };
}

function mediaSource(
  view: FileView,
  part: Optioned,
  taken: RegExp,
  losses: LossSink,
): Fields | undefined {
  const { source, mediaType } = view;
  if (source.kind === 'base64') {
    return taken.test(mediaType)
      ? { type: 'base64', media_type: mediaType, data: source.data }
      : undefined;
  }
  if (source.kind === 'url') {
    const url = addressOf(view, part, ANTHROPIC) ?? source.url;
    return isReadable(url) ? { type: 'url', url } : undefined;
  }
  if (source.kind !== 'reference') return undefined;
  const anthropic = fileIdAt(ANTHROPIC, source.reference, losses);
  return anthropic === undefined ? undefined : { type: 'file', file_id: anthropic };
}
