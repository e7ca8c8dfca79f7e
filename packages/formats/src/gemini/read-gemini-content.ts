import type { ModelMessage, SystemMessage } from '@everlong/core';

import { fieldsOf, isFields, listOf, textOf } from '../json/json-fields.js';
import { isAbsent } from '../json/shape.js';
import { keep, otherFields } from '../messages/kept-fields.js';
import type { CallNames } from '../messages/open-calls.js';
import { GEMINI } from './gemini-options.js';
import { readModelPart, readResponse, readUserPart } from './read-gemini-part.js';

/**
 * The contents of a request. Strings and parts, which `@google/genai` takes too, become one content
 * of the user.
 */
export function wholeContents(contents: readonly unknown[]): readonly unknown[] {
  if (contents.length === 0 || contents.some(isContent)) return contents.map(withParts);
  return [{ role: 'user', parts: contents.map(partOf) }];
}

/** System instructions as a text or a content, in whichever form `@google/genai` takes them. */
export function instructionContent(instruction: unknown): unknown {
  if (Array.isArray(instruction)) return { parts: instruction.map(partOf) };
  const isPart = isFields(instruction) && !isContent(instruction);
  return isPart ? { parts: [instruction] } : instruction;
}

/** Whether it is an answer without a word, as the API gives one that ran out of tokens. */
export function isEmptyAnswer(value: unknown): boolean {
  const { role, parts, ...others } = fieldsOf(value);
  return role === 'model' && isAbsent(parts) && Object.keys(others).length === 0;
}

function withParts(content: unknown): unknown {
  return isEmptyAnswer(content) ? { ...fieldsOf(content), parts: [] } : content;
}

function isContent(value: unknown): boolean {
  return isFields(value) && ('parts' in value || 'role' in value);
}

function partOf(part: unknown): unknown {
  return typeof part === 'string' ? { text: part } : part;
}

/**
 * A content of Gemini; one that holds responses of functions and other parts is a tool message and
 * a user message.
 */
export function readGeminiContent(content: unknown, names: CallNames): ModelMessage[] {
  const fields = fieldsOf(content);
  const { role } = fields;
  const parts = listOf(fields['parts']);
  const kept = { fields: otherFields(fields, ...(role === 'function' ? [] : ['role']), 'parts') };
  if (role === 'model') {
    const read = parts.map((part) => readModelPart(part, names));
    return [keep({ role: 'assistant', content: read }, GEMINI, kept)];
  }
  const responses = parts.filter(isResponse);
  const others = parts.filter((part) => !isResponse(part));
  if (responses.length === 0) {
    return [keep({ role: 'user', content: others.map(readUserPart) }, GEMINI, kept)];
  }
  const results = responses.map((part) => readResponse(part, names));
  const tool: ModelMessage = keep({ role: 'tool', content: results }, GEMINI, kept);
  if (others.length === 0) return [tool];
  const user: ModelMessage = { role: 'user', content: others.map(readUserPart) };
  return [tool, keep(user, GEMINI, { joined: true })];
}

function isResponse(part: unknown): boolean {
  return isFields(fieldsOf(part)['functionResponse']);
}

/** System instructions: a text, or a content with a message for each text. */
export function readInstructions(instruction: unknown): SystemMessage[] {
  if (typeof instruction === 'string') {
    return [keep({ role: 'system', content: instruction }, GEMINI, { isText: true })];
  }
  const fields = fieldsOf(instruction);
  return listOf(fields['parts']).map((part, index) => {
    const inner = fieldsOf(part);
    const message: SystemMessage = { role: 'system', content: textOf(inner['text']) ?? '' };
    return keep(message, GEMINI, {
      inner: otherFields(inner, 'text'),
      ...(index === 0 ? { fields: otherFields(fields, 'parts') } : {}),
    });
  });
}
