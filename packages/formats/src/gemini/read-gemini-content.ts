import type { ModelMessage, SystemMessage } from '@everlong/core';

import { type Fields, fieldsOf, isFields, listOf, textOf } from '../json/json-fields.js';
import { keep, otherFields } from '../messages/kept-fields.js';
import type { CallNames } from '../messages/open-calls.js';
import { unsupportedShape } from '../messages/unsupported-shape.js';
import { GEMINI } from './gemini-options.js';
import { readModelPart, readResponse, readUserPart } from './read-gemini-part.js';

/**
 * A content of Gemini; one that holds responses of functions and other parts is a tool message and
 * a user message.
 */
export function readGeminiContent(content: unknown, names: CallNames): ModelMessage[] {
  if (typeof content === 'string') return [{ role: 'user', content }];
  const fields = fieldsOf(content);
  const { role, parts } = fields;
  if (!Array.isArray(parts)) {
    throw unsupportedShape(GEMINI, 'a content with a role and parts', content);
  }
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

/** System instructions: a text, a content or parts, one message for each text. */
export function readInstructions(instruction: unknown): SystemMessage[] {
  if (typeof instruction === 'string') {
    return [keep({ role: 'system', content: instruction }, GEMINI, { isText: true })];
  }
  const fields: Fields = Array.isArray(instruction)
    ? { parts: instruction }
    : fieldsOf(instruction);
  return listOf(fields['parts']).map((part, index) => {
    const inner = fieldsOf(part);
    const message: SystemMessage = { role: 'system', content: textOf(inner['text']) ?? '' };
    return keep(message, GEMINI, {
      inner: otherFields(inner, 'text'),
      ...(index === 0 ? { fields: otherFields(fields, 'parts') } : {}),
    });
  });
}
