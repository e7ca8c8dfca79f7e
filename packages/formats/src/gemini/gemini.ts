import type { ModelMessage, Usage } from '@everlong/core';

import { type Fields, fieldsOf, isFields } from '../json/json-fields.js';
import { optional } from '../json/shape.js';
import { checkShape } from '../messages/check-shape.js';
import type { WriteOptions } from '../messages/loss.js';
import { createCallNames, readEach, type ReadOptions } from '../messages/open-calls.js';
import { reportedUsage } from '../messages/reported-usage.js';
import { definitionsOf, toolList } from '../messages/tool-definition.js';
import { unsupportedShape } from '../messages/unsupported-shape.js';
import {
  isRequest,
  messageList,
  type MessageOrMessages,
  splitHead,
  type WriteRequest,
} from '../messages/write-request.js';
import type { GeminiBody, GeminiContent, GeminiTool } from './gemini-content.js';
import { GEMINI } from './gemini-options.js';
import { camelContent } from './camel-content.js';
import { geminiContents, geminiInstruction } from './gemini-shape.js';
import {
  instructionContent,
  isEmptyAnswer,
  readGeminiContent,
  readInstructions,
  wholeContents,
} from './read-gemini-content.js';
import { writeGeminiContents, writeInstructions } from './write-gemini-contents.js';

/**
 * Contents of Gemini's `generateContent`: one, a list, a request (its `systemInstruction` first; of
 * the API or of `@google/genai`) or a response. Throws `UnsupportedFormatError` for anything else.
 */
export function read(value: unknown, options: ReadOptions = {}): ModelMessage[] {
  const names = createCallNames(options);
  const body = nativeBody(value);
  const contents = wholeContents(body.contents).map(camelContent);
  const instruction = camelContent(instructionContent(body.instruction));
  checkShape(GEMINI, 'contents', contents, geminiContents);
  checkShape(GEMINI, 'systemInstruction', instruction, optional(geminiInstruction));
  const rest = readEach(contents, names, readGeminiContent);
  return [...readInstructions(instruction), ...rest];
}

function nativeBody(value: unknown): { instruction?: unknown; contents: readonly unknown[] } {
  if (Array.isArray(value)) return { contents: value };
  const { parts, contents, config, candidates, promptFeedback } = fieldsOf(value);
  const { systemInstruction, system_instruction } = { ...fieldsOf(config), ...fieldsOf(value) };
  if (Array.isArray(parts) || isEmptyAnswer(value)) return { contents: [value] };
  if (Array.isArray(candidates) && candidates.every(isFields))
    return { contents: answerOf(candidates) };
  // A prompt that is blocked has no candidates.
  if (contents === undefined && isFields(promptFeedback)) return { contents: [] };
  if (contents === undefined) {
    throw unsupportedShape(GEMINI, 'a content, a list of them, a request or a response', value);
  }
  const instruction = systemInstruction ?? system_instruction;
  return { instruction, contents: Array.isArray(contents) ? contents : [contents] };
}

function answerOf([candidate]: readonly unknown[]): Fields[] {
  const { content } = fieldsOf(candidate);
  return isFields(content) ? [{ role: 'model', ...content, parts: content['parts'] ?? [] }] : [];
}

/** Contents for Gemini; `system` messages have a place in a whole request only. */
export function write(messages: MessageOrMessages, options?: WriteOptions): GeminiContent[];
/** What `generateContent` takes, but for the model and the settings. */
export function write(request: WriteRequest, options?: WriteOptions): GeminiBody;
export function write(
  value: MessageOrMessages | WriteRequest,
  options: WriteOptions = {},
): GeminiContent[] | GeminiBody {
  if (!isRequest(value)) return writeGeminiContents(messageList(value), options);
  const { head, rest, before } = splitHead(value);
  const systemInstruction = writeInstructions(head, options);
  const declared = tools(value.tools);
  const config = {
    ...(systemInstruction === undefined ? {} : { systemInstruction }),
    ...(declared.length === 0 ? {} : { tools: declared }),
  };
  return {
    contents: writeGeminiContents(rest, options, before),
    ...(Object.keys(config).length === 0 ? {} : { config }),
  };
}

/** What a call was billed: from its `usageMetadata`, or from the whole response. */
export function usage(value: unknown): Usage {
  return reportedUsage(value);
}

/**
 * Tools of any shape, as Gemini takes them; its own unchanged. Throws
 * `UnsupportedFormatError` for a tool that another provider runs.
 */
export function tools(definitions: unknown): GeminiTool[] {
  const list = toolList(definitions);
  const own = list.filter(isOwn) as GeminiTool[];
  const declarations = list
    .filter((tool) => !isOwn(tool))
    .flatMap((tool) => definitionsOf(tool))
    .map(({ inputSchema, ...named }) => ({ ...named, parametersJsonSchema: inputSchema }));
  return declarations.length === 0 ? own : [...own, { functionDeclarations: declarations }];
}

/** Gemini's tools have no name: they are lists of functions, or settings of hosted tools. */
function isOwn(tool: Fields): boolean {
  return tool['name'] === undefined && !isFields(tool['function']) && tool['type'] === undefined;
}
