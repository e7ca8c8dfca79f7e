import { ConfigError, type ModelMessage, UnsupportedFormatError } from '@everlong/core';
import { foreignShapeOf, showValue } from '@everlong/core/internal';

import type { UiMessageLike } from '../ui-messages/read-ui-messages.js';

/** A client's list: `UIMessage`s, or messages without ids. */
export type ClientHistory =
  | { kind: 'ui'; messages: readonly UiMessageLike[] }
  | { kind: 'model'; messages: readonly ModelMessage[] };

/**
 * What kind of messages a list holds. Throws `ConfigError` for what is no list of one kind, and
 * `UnsupportedFormatError` for messages of another SDK.
 */
export function checkHistory(list: unknown): ClientHistory {
  if (!Array.isArray(list)) {
    throw new ConfigError(
      `syncMessages needs a list of messages, not ${showValue(list, 200)}. ${CURE}`,
    );
  }
  const messages: readonly unknown[] = list;
  const first = messages.findIndex(isUi);
  const strange = messages.findIndex(
    (message) => !isMessage(message) || isUi(message) !== first >= 0,
  );
  if (strange >= 0) {
    throw new ConfigError(
      `Message ${strange} is neither a UIMessage nor of the kind of the others: ` +
        `${showValue(messages[strange], 200)}. ${CURE}`,
    );
  }
  if (first >= 0 || messages.length === 0) {
    return { kind: 'ui', messages: messages as readonly UiMessageLike[] };
  }
  for (const [index, message] of messages.entries()) refuseForeign(message, index);
  return { kind: 'model', messages: messages as readonly ModelMessage[] };
}

const CURE = 'Pass what useChat has, or a list of ModelMessage.';

function isUi(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'parts' in message;
}

function isMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null;
}

function refuseForeign(message: unknown, index: number): void {
  const foreign = foreignShapeOf(message);
  if (foreign === undefined && typeof (message as ModelMessage).role === 'string') return;
  if (foreign === undefined) {
    throw new ConfigError(`Message ${index} has no role: ${showValue(message, 200)}. ${CURE}`);
  }
  const { what, mark, format } = foreign;
  throw new UnsupportedFormatError(
    `Message ${index} is ${what} (${mark}). read() of @everlong/formats/${format} gives the ` +
      'messages to pass.',
  );
}
