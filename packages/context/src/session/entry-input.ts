import {
  type EntryInput,
  type ModelMessage,
  parseMessage,
  UnsupportedFormatError,
} from '@everlong/core';
import { copyValue, foreignShapeOf, normalizeMessage, showValue } from '@everlong/core/internal';

import type { Appendable } from '../session-work/call-options.js';

/**
 * What a store is given for something appended: the message checked, in today's shape, and a copy
 * as the store will read it back, so that what the caller does to its own later changes nothing.
 * An assistant message without a model is taken for one of the session's.
 * Throws `UnsupportedFormatError` naming the place and the value.
 */
export function toEntryInput(item: Appendable, model: string | undefined): EntryInput {
  const wrapped = typeof item === 'object' && item !== null && 'message' in item;
  const input = (wrapped ? item : { message: item }) as EntryInput;
  if (input.id !== undefined && (typeof input.id !== 'string' || input.id === '')) {
    throw new UnsupportedFormatError(
      `The id of an entry must be a string, not ${showValue(input.id)}.`,
    );
  }
  refuseForeign(input.message);
  const message = normalizeMessage(parseMessage(input.message));
  const copy = copyValue(message) as ModelMessage;
  const made = message.role === 'assistant' && input.model === undefined && model !== undefined;
  const { message: _given, ...others } = input;
  return { ...(copyValue(others) as typeof others), message: copy, ...(made ? { model } : {}) };
}

/** Another SDK's message would be stored as it is, and no request could show it. */
function refuseForeign(message: unknown): void {
  const foreign = foreignShapeOf(message);
  if (foreign === undefined) return;
  const { format, what, mark } = foreign;
  throw new UnsupportedFormatError(
    `This is ${what} (${mark}). A session takes it with ` +
      `session.append(message, { as: '${format}' }); read() of @everlong/formats/${format} ` +
      'gives the messages by themselves.',
  );
}
