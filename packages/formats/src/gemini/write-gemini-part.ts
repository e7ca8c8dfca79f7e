import type {
  AssistantPart,
  FilePart,
  ReasoningFilePart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultOutput,
  ToolResultPart,
  UserPart,
} from '@everlong/core';
import { bytesToBase64 } from '@everlong/core/internal';

import { type Fields, fieldsOf, isFields } from '../json/json-fields.js';
import { addressOf } from '../messages/address-part.js';
import {
  fileIdAt,
  partText,
  type FileView,
  fileView,
  fullMediaType,
} from '../messages/file-view.js';
import { hostedText } from '../messages/hosted-text.js';
import { keptIn, type Optioned } from '../messages/kept-fields.js';
import { kindOf } from '../messages/lose-part.js';
import type { LossSink } from '../messages/loss.js';
import { objectInput } from '../messages/tool-arguments.js';
import { blockOfText } from '../messages/unknown-block.js';
import { GEMINI, loseOthers, partFields } from './gemini-options.js';
import { DENIED_TEXT } from '../parts/denied-text.js';

type Content = Extract<ToolResultOutput, { type: 'content' }>['value'][number];

/** A part of a user's content; nothing for an empty text. */
export function writeUserPart(part: UserPart, losses: LossSink): Fields[] {
  return part.type === 'text' ? writeText(part, losses) : writeFilePart(part, losses);
}

/** A part of a model's content; nothing if Gemini does not accept it there. */
export function writeModelPart(part: AssistantPart, losses: LossSink): Fields[] {
  switch (part.type) {
    case 'text':
      return writeText(part, losses);
    case 'reasoning':
      return writeThought(part, losses);
    case 'file':
    case 'reasoning-file':
      return writeFilePart(part, losses).map((written) =>
        part.type === 'file' ? written : { ...written, thought: true },
      );
    case 'tool-call':
      if (part.providerExecuted !== true) return [writeCall(part, losses)];
      return isCode(part.toolName, part.input, 'code')
        ? [{ executableCode: part.input, ...partFields(part) }]
        : writeHosted(part, losses);
    case 'tool-result': {
      const value = 'value' in part.output ? part.output.value : undefined;
      return isCode(part.toolName, value, 'outcome')
        ? [{ codeExecutionResult: value, ...partFields(part) }]
        : writeHosted(part, losses);
    }
    case 'tool-approval-request':
      losses.lose('approval', part.approvalId);
      return [];
    default: {
      const kind = kindOf(part);
      const own = (part as Optioned).providerOptions?.['google'];
      if (kind === 'google.part' && own !== undefined) return [own];
      losses.lose('custom', kind);
      return [];
    }
  }
}

/** A text by itself; nothing for an empty one. */
export function plainText(text: string, losses: LossSink): Fields[] {
  if (text !== '') return [{ text }];
  losses.lose('empty-text', '""');
  return [];
}

/** The response of a function. */
export function writeResponse(part: ToolResultPart, losses: LossSink): Fields {
  loseOthers(part, losses);
  const { inner, noId } = keptIn(part, GEMINI);
  const { response, parts } = writeOutput(part, losses);
  const functionResponse = {
    ...(noId === true ? {} : { id: part.toolCallId }),
    name: part.toolName,
    response,
    ...(parts.length === 0 ? {} : { parts }),
    ...fieldsOf(inner),
  };
  return { functionResponse, ...partFields(part) };
}

function writeOutput(
  part: ToolResultPart,
  losses: LossSink,
): { response: Fields; parts: Fields[] } {
  const { output } = part;
  const { whole, isText, response } = keptIn(part, GEMINI);
  loseOthers(output, losses);
  switch (output.type) {
    case 'text':
      return { response: { output: output.value }, parts: [] };
    case 'json': {
      if (whole === true && isFields(output.value)) return { response: output.value, parts: [] };
      if (typeof output.value === 'string') losses.lose('result-shape', 'a JSON text is a text');
      return { response: { output: output.value }, parts: [] };
    }
    case 'error-json':
      if (typeof output.value === 'string') losses.lose('result-shape', 'a JSON text is a text');
      return { response: { error: output.value }, parts: [] };
    case 'error-text':
      return { response: { error: output.value }, parts: [] };
    case 'execution-denied':
      losses.lose('result-shape', 'a refusal becomes an error');
      return { response: { error: output.reason ?? DENIED_TEXT }, parts: [] };
    case 'content': {
      const { texts, parts } = writeContent(output.value, losses);
      const isBare = parts.length === 0 || (isText !== true && output.value[0]?.type !== 'text');
      if (isBare && !isFields(response)) losses.lose('result-shape', 'texts become one text');
      return {
        response:
          isFields(response) && texts.length === 0 ? response : { output: texts.join('\n') },
        parts,
      };
    }
  }
}

/** Texts of a result are joined; its files are parts of their own. */
function writeContent(
  content: readonly Content[],
  losses: LossSink,
): { texts: string[]; parts: Fields[] } {
  const texts: string[] = [];
  const parts: Fields[] = [];
  for (const item of content) {
    if (item.type === 'text') {
      if (texts.length > 0 || parts.length > 0) losses.lose('result-shape', 'texts become one');
      loseOthers(item, losses);
      texts.push(item.text);
      continue;
    }
    const [written] = writeFilePart(item, losses);
    if (written?.['inlineData'] !== undefined || written?.['fileData'] !== undefined) {
      parts.push(written);
    } else if (typeof written?.['text'] === 'string') {
      texts.push(written['text']);
    }
  }
  return { texts, parts };
}

function writeText(part: TextPart, losses: LossSink): Fields[] {
  loseOthers(part, losses);
  const block = blockOfText(part, GEMINI);
  if (block !== undefined) return [block];
  const fields = partFields(part);
  if (part.text === '' && typeof fields['thoughtSignature'] !== 'string') {
    return plainText(part.text, losses);
  }
  return [{ text: part.text, ...fields }];
}

/** Gemini's own thoughts, and those of unknown origin. */
function writeThought(part: ReasoningPart, losses: LossSink): Fields[] {
  const { everlong: _everlong, google, ...others } = part.providerOptions ?? {};
  const isOthers = google === undefined && Object.keys(others).length > 0;
  loseOthers(part, losses);
  if (isOthers || (part.text === '' && google === undefined)) {
    losses.lose('reasoning', isOthers ? 'another provider signed it' : 'it is empty');
    return [];
  }
  return [{ text: part.text, thought: true, ...partFields(part) }];
}

function writeCall(part: ToolCallPart, losses: LossSink): Fields {
  loseOthers(part, losses);
  const { inner, noId, noArgs } = keptIn(part, GEMINI);
  const args = objectInput(part, losses);
  const isBare = noArgs === true && Object.keys(args).length === 0;
  const functionCall = {
    ...(noId === true ? {} : { id: part.toolCallId }),
    name: part.toolName,
    ...(isBare ? {} : { args }),
    ...fieldsOf(inner),
  };
  return { functionCall, ...partFields(part) };
}

function isCode(toolName: string, value: unknown, field: string): boolean {
  return toolName === 'code_execution' && typeof fieldsOf(value)[field] === 'string';
}

function writeHosted(part: ToolCallPart | ToolResultPart, losses: LossSink): Fields[] {
  losses.lose('provider-executed', part.toolName);
  return plainText(hostedText(part), losses);
}

function writeFilePart(
  part: Exclude<UserPart, TextPart> | FilePart | ReasoningFilePart | Content,
  losses: LossSink,
): Fields[] {
  loseOthers(part, losses);
  const view = fileView(part);
  const written = view === undefined ? undefined : writeFile(view, part, losses);
  if (written !== undefined) return [{ ...written, ...partFields(part) }];
  losses.lose(view === undefined ? 'custom' : 'file', part.type);
  const text = partText(view, part);
  return [{ text }];
}

function writeFile(view: FileView, part: Optioned, losses: LossSink): Fields | undefined {
  const { source, filename } = view;
  const mediaType = fullMediaType(view, losses);
  const { inner, noType } = keptIn(part, GEMINI);
  const isFull = /^[\w.+-]+\/[\w.+-]+$/.test(mediaType);
  if (filename !== undefined) losses.lose('file-name', filename);
  if (source.kind === 'base64' || source.kind === 'text') {
    if (!isFull || (source.kind === 'base64' && source.data === '')) return undefined;
    if (source.kind === 'text') losses.lose('file', 'its text becomes bytes');
    const data =
      source.kind === 'text' ? bytesToBase64(new TextEncoder().encode(source.text)) : source.data;
    return { inlineData: { mimeType: mediaType, data, ...fieldsOf(inner) } };
  }
  const fileUri =
    source.kind === 'reference'
      ? fileIdAt('google', source.reference, losses)
      : addressOf(view, part, GEMINI);
  if (fileUri === undefined) return undefined;
  if (!isFull) losses.lose('media-type', mediaType);
  const typed = isFull && noType !== true ? { mimeType: mediaType } : {};
  return { fileData: { ...typed, fileUri, ...fieldsOf(inner) } };
}
