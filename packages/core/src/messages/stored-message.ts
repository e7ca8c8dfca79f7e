import type { ModelMessage } from './message.js';
import { fieldsOf } from '../base/fields-of.js';

/**
 * Returns a value that was stored as a message; throws an `Error` that says what is wrong when it
 * is damaged. Looks at what readers of messages rely on, so that every entry can be checked: the
 * whole schema is `parseMessage`.
 */
export function checkStoredMessage(value: unknown): ModelMessage {
  const { role, content } = fieldsOf(value);
  switch (role) {
    case 'system':
      if (typeof content !== 'string')
        throw new Error('the content of a system message is not a string');
      break;
    case 'user':
    case 'assistant':
      if (typeof content !== 'string') checkParts(role, content);
      break;
    case 'tool':
      checkParts(role, content);
      break;
    default:
      throw new Error(`the role ${JSON.stringify(role)} is unknown`);
  }
  return value as ModelMessage;
}

function checkParts(role: string, content: unknown): void {
  if (!Array.isArray(content)) throw new Error(`the content of the ${role} message is not a list`);
  for (const part of content) checkPart(fieldsOf(part));
}

function checkPart(part: Record<string, unknown>): void {
  switch (part['type']) {
    case 'text':
    case 'reasoning':
      return requireText(part, 'text');
    case 'tool-call':
      requireText(part, 'toolCallId');
      return requireText(part, 'toolName');
    case 'tool-result':
      requireText(part, 'toolCallId');
      return requireText(fieldsOf(part['output']), 'type');
    default:
      return requireText(part, 'type');
  }
}

function requireText(fields: Record<string, unknown>, name: string): void {
  if (typeof fields[name] === 'string') return;
  throw new Error(`a part of the message has no ${name}`);
}
