import { ConfigError } from '@everlong/core';
import { showPart } from '@everlong/core/internal';

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool']);

/** Throws `ConfigError` unless it is a list of messages: `UIMessage[]` or `ModelMessage[]`. */
export function checkManagedList(caller: string, messages: unknown): void {
  if (!Array.isArray(messages)) {
    throw new ConfigError(
      `${caller} takes a list of messages, UIMessage[] or ModelMessage[], not ${showPart(messages)}.`,
    );
  }
  const wrong = messages.findIndex((message) => !isMessage(message));
  if (wrong < 0) return;
  throw new ConfigError(
    `messages[${wrong}] of ${caller} is no message: ${showPart(messages[wrong])}. Give a ` +
      'UIMessage, with a role and a list of `parts`, or a ModelMessage, with a role and `content`.',
  );
}

function isMessage(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { role, parts, content } = message as Record<string, unknown>;
  const isFilled = Array.isArray(parts) || typeof content === 'string' || Array.isArray(content);
  return isFilled && ROLES.has(role);
}
