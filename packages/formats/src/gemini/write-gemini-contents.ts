import type { ModelMessage, SystemMessage } from '@everlong/core';

import { type Fields, fieldsOf } from '../json/json-fields.js';
import { keptFields, keptIn } from '../messages/kept-fields.js';
import { lossSink, type LossSink, type WriteOptions } from '../messages/loss.js';
import type { GeminiContent } from './gemini-content.js';
import { GEMINI, loseOthers, STAND_IN } from './gemini-options.js';
import { plainText, writeModelPart, writeResponse, writeUserPart } from './write-gemini-part.js';

/** A content while it is written. */
interface Draft {
  role: string;
  parts: Fields[];
}

/**
 * Contents for Gemini; consecutive results are joined, and calls are joined with the model's text
 * before them. Messages without any content that Gemini accepts are dropped, except a user's, which
 * becomes `(empty)`.
 */
export function writeGeminiContents(
  messages: readonly ModelMessage[],
  options: WriteOptions,
  offset = 0,
): GeminiContent[] {
  const written: Draft[] = [];
  let isOfResults = false;
  for (const [index, message] of messages.entries()) {
    const losses = lossSink(GEMINI, options, index + offset);
    loseOthers(message, losses);
    const draft = writeContent(message, losses);
    if (draft.parts.length === 0) continue;
    const last = written.at(-1);
    const isResults = message.role === 'tool';
    const joinsResults = isOfResults && (isResults || keptIn(message, GEMINI)['joined'] === true);
    const joinsModel = last?.role === 'model' && draft.parts.some(isCall);
    isOfResults = isResults;
    if (joinsModel) losses.lose('boundary', 'calls join what was said before');
    if (joinsModel) {
      const start = written.findLastIndex(({ role }) => role !== 'model') + 1;
      const said = written.splice(start).flatMap(({ parts }) => parts);
      written.push({ ...last, parts: [...said, ...draft.parts] });
    } else if (joinsResults) {
      last?.parts.push(...draft.parts);
    } else {
      written.push(draft);
    }
  }
  return signCalls(written) as unknown as GeminiContent[];
}

function writeContent(message: ModelMessage, losses: LossSink): Draft {
  const fields = keptFields(message, GEMINI);
  switch (message.role) {
    case 'system':
      losses.lose('system', 'it becomes a marked message of the user');
      return {
        role: 'user',
        parts: [{ text: `[system note in the conversation]\n${message.content}` }],
      };
    case 'user': {
      const { content } = message;
      const parts =
        typeof content === 'string'
          ? plainText(content, losses)
          : content.flatMap((part, index) => writeUserPart(part, losses.at(index)));
      if (content.length === 0 && typeof content !== 'string') {
        losses.lose('empty-text', 'a message without content');
      }
      return { role: 'user', parts: parts.length === 0 ? [{ text: '(empty)' }] : parts, ...fields };
    }
    case 'assistant': {
      const { content } = message;
      if (content.length === 0 && typeof content !== 'string') {
        losses.lose('empty-text', 'a message without content');
      }
      const parts =
        typeof content === 'string'
          ? plainText(content, losses)
          : content.flatMap((part, index) => writeModelPart(part, losses.at(index)));
      return { role: 'model', parts, ...fields };
    }
    case 'tool': {
      const parts = message.content.flatMap((part, index) => {
        if (part.type === 'tool-result') return [writeResponse(part, losses.at(index))];
        losses.at(index).lose('approval', part.approvalId);
        return [];
      });
      return { role: 'user', parts, ...fields };
    }
  }
}

function isCall(part: Fields): boolean {
  return part['functionCall'] !== undefined;
}

/**
 * If any call is signed, Gemini requires the first call of every content to be signed: calls of
 * other models get the documented placeholder.
 */
function signCalls(contents: readonly Draft[]): readonly Draft[] {
  const isSigned = (part: Fields): boolean =>
    isCall(part) && typeof part['thoughtSignature'] === 'string';
  if (!contents.some(({ parts }) => parts.some(isSigned))) return contents;
  return contents.map((content) => {
    const first = content.parts.findIndex(isCall);
    const call = content.parts[first];
    if (call === undefined || isSigned(call)) return content;
    const signed = { ...call, thoughtSignature: STAND_IN };
    return { ...content, parts: content.parts.with(first, signed) };
  });
}

/** System instructions, a part for each message. */
export function writeInstructions(
  messages: readonly SystemMessage[],
  options: WriteOptions,
): { parts: { text: string }[] } | undefined {
  const parts = messages.flatMap((message, index) => {
    const losses = lossSink(GEMINI, options, index);
    loseOthers(message, losses);
    const inner = fieldsOf(keptIn(message, GEMINI)['inner']);
    return plainText(message.content, losses).map((part) => ({ ...part, ...inner }));
  });
  const [first] = messages;
  if (first === undefined || parts.length === 0) return undefined;
  const isText = messages.length === 1 && keptIn(first, GEMINI)['isText'] === true;
  // The SDK takes a text as well.
  if (isText) return first.content as never;
  return { ...keptFields(first, GEMINI), parts: parts as unknown as { text: string }[] };
}
