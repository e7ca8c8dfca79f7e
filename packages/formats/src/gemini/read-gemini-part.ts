import type {
  AssistantPart,
  FilePart,
  JsonValue,
  TextPart,
  ToolCallPart,
  ToolResultOutput,
  ToolResultPart,
} from '@everlong/core';

import { type Fields, fieldsOf, isFields, listOf, textOf } from '../json/json-fields.js';
import { addressPart } from '../messages/address-part.js';
import { keep, otherFields, withOptions } from '../messages/kept-fields.js';
import type { CallNames } from '../messages/open-calls.js';
import { blockAsText } from '../messages/unknown-block.js';
import { textPart } from '../parts/content-parts.js';
import { GEMINI, keepPart } from './gemini-options.js';

/** A part of a user's content that is not a response of a function. */
export function readUserPart(part: unknown): TextPart | FilePart {
  const fields = fieldsOf(part);
  const { text } = fields;
  if (typeof text === 'string') return keepPart(textPart(text), fields, 'text');
  return readFile(fields) ?? blockAsText(part, GEMINI);
}

/** A part of a model's content. */
export function readModelPart(part: unknown, names: CallNames): AssistantPart {
  const fields = fieldsOf(part);
  const { text, thought, functionCall, executableCode, codeExecutionResult } = fields;
  if (typeof text === 'string') {
    if (thought !== true) return keepPart(textPart(text), fields, 'text');
    return keepPart({ type: 'reasoning', text }, fields, 'text', 'thought');
  }
  if (isFields(functionCall)) return readCall(functionCall, fields, names);
  if (isFields(executableCode)) return readCode(executableCode, fields, names);
  if (isFields(codeExecutionResult)) return readCodeResult(codeExecutionResult, fields, names);
  const file = readFile(fields);
  if (file !== undefined) return file;
  return withOptions({ type: 'custom', kind: 'google.part' }, 'google', fields);
}

/** A result of a function. */
export function readResponse(part: unknown, names: CallNames): ToolResultPart {
  const fields = fieldsOf(part);
  const inner = fieldsOf(fields['functionResponse']);
  const { id, name, response, parts } = inner;
  const toolName = textOf(name) ?? 'unknown';
  const given = textOf(id);
  const { output, marks } = readOutput(response, parts);
  const result: ToolResultPart = {
    type: 'tool-result',
    toolCallId: given ?? names.answer(toolName),
    toolName,
    output,
  };
  const known = ['name', 'response', ...(given === undefined ? [] : ['id'])];
  return keep(keepPart(result, fields, 'functionResponse'), GEMINI, {
    inner: otherFields(inner, ...known, 'parts'),
    ...(given === undefined ? { noId: true } : {}),
    ...marks,
  });
}

/** A sole key `output` or `error` holds the output; otherwise the whole object is the output. */
function readOutput(
  response: unknown,
  parts: unknown,
): { output: ToolResultOutput; marks: Fields } {
  const fields = fieldsOf(response);
  const [key, ...others] = Object.keys(fields);
  const value = key === undefined ? undefined : fields[key];
  const isSaid = others.length === 0 && (key === 'output' || key === 'error');
  const files = listOf(parts).map((item) => readUserPart(item));
  if (files.length > 0) {
    const text = isSaid && key === 'output' && typeof value === 'string' ? [textPart(value)] : [];
    const content = [...text, ...files] as Extract<ToolResultOutput, { type: 'content' }>['value'];
    const marks = text.length > 0 ? { isText: true } : { response: fields };
    return { output: { type: 'content', value: content }, marks };
  }
  if (!isSaid) {
    return { output: { type: 'json', value: fields as JsonValue }, marks: { whole: true } };
  }
  const isText = typeof value === 'string';
  const type = `${key === 'error' ? 'error-' : ''}${isText ? 'text' : 'json'}` as 'json';
  return { output: { type, value: value as JsonValue }, marks: {} };
}

function readCall(inner: Fields, fields: Fields, names: CallNames): ToolCallPart {
  const { id, name, args } = inner;
  const given = textOf(id);
  const part: ToolCallPart = {
    type: 'tool-call',
    toolCallId: given ?? names.newId(),
    toolName: textOf(name) ?? 'unknown',
    input: args ?? {},
  };
  const known = ['name', 'args', ...(given === undefined ? [] : ['id'])];
  return keep(keepPart(part, fields, 'functionCall'), GEMINI, {
    inner: otherFields(inner, ...known),
    ...(given === undefined ? { noId: true } : {}),
    ...(args === undefined ? { noArgs: true } : {}),
  });
}

function readCode(code: Fields, fields: Fields, names: CallNames): ToolCallPart {
  const part: ToolCallPart = {
    type: 'tool-call',
    toolCallId: names.newId(),
    toolName: 'code_execution',
    input: code,
    providerExecuted: true,
  };
  names.noteCall(part);
  return keepPart(part, fields, 'executableCode');
}

function readCodeResult(result: Fields, fields: Fields, names: CallNames): ToolResultPart {
  const part: ToolResultPart = {
    type: 'tool-result',
    toolCallId: names.lastCall() ?? names.newId(),
    toolName: 'code_execution',
    output: { type: 'json', value: result as JsonValue },
  };
  return keepPart(part, fields, 'codeExecutionResult');
}

function readFile(fields: Fields): FilePart | undefined {
  const { inlineData, fileData } = fields;
  if (isFields(inlineData) && typeof inlineData['data'] === 'string') {
    const { mimeType, data } = inlineData;
    const part: FilePart = {
      type: 'file',
      data: { type: 'data', data },
      mediaType: textOf(mimeType) ?? 'application/octet-stream',
    };
    const inner = otherFields(inlineData, 'mimeType', 'data');
    return keep(keepPart(part, fields, 'inlineData'), GEMINI, { inner });
  }
  if (!isFields(fileData) || typeof fileData['fileUri'] !== 'string') return undefined;
  const { mimeType, fileUri } = fileData;
  const mediaType = textOf(mimeType) ?? 'application/octet-stream';
  const stored: FilePart = {
    type: 'file',
    data: { type: 'reference', reference: { google: fileUri } },
    mediaType,
  };
  const part = addressPart(fileUri, mediaType, GEMINI) ?? stored;
  const inner = otherFields(fileData, 'mimeType', 'fileUri');
  const kept = { inner, ...(mimeType === undefined ? { noType: true } : {}) };
  return keep(keepPart(part, fields, 'fileData'), GEMINI, kept);
}
