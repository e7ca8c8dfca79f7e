import type { AssistantMessage, ModelMessage, SystemMessage, ToolMessage } from '@everlong/core';

import { type Fields, fieldsOf, scalarText } from '../json/json-fields.js';
import { textOrJson } from '../json/text-or-json.js';
import { keep, otherFields } from '../messages/kept-fields.js';
import type { CallNames } from '../messages/open-calls.js';
import { readInputParts, RESPONSES } from './read-input-part.js';
import { isOutputItem, readAssistantItem, readOutputItem } from './read-responses-item.js';

/**
 * Items of the Responses API: what the model wrote between two other items is one message, and so
 * are results that are together.
 */
export function readResponsesItems(items: readonly unknown[], names: CallNames): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let answer: AssistantMessage['content'] & unknown[] = [];
  let results: ToolMessage['content'] = [];
  const close = (): void => {
    if (answer.length > 0) messages.push({ role: 'assistant', content: answer });
    if (results.length > 0) messages.push({ role: 'tool', content: results });
    for (const message of messages.slice(-1)) names.note(message);
    answer = [];
    results = [];
  };
  for (const value of items) {
    const item = fieldsOf(value);
    const type = scalarText(item['type'] ?? 'message');
    if (type === 'message' && item['role'] !== 'assistant') {
      close();
      messages.push(...readMessage(item));
    } else if (isOutputItem(type)) {
      if (answer.length > 0) close();
      results.push(readOutputItem(item, type, names));
    } else {
      if (results.length > 0) close();
      answer.push(...readAssistantItem(item, type));
    }
  }
  close();
  return messages;
}

function readMessage(item: Fields): ModelMessage[] {
  const { role, content } = item;
  const fields = otherFields(item, 'role', 'content');
  if (role === 'user') {
    const read = typeof content === 'string' ? content : readInputParts(content);
    return [keep({ role, content: read }, RESPONSES, { fields })];
  }
  const marks = { fields, ...(role === 'developer' ? { role } : {}) };
  if (!Array.isArray(content)) {
    return [keep({ role: 'system', content: textOrJson(content) }, RESPONSES, marks)];
  }
  return content.map((part, index) => {
    const inner = fieldsOf(part);
    const message: SystemMessage = { role: 'system', content: textOrJson(inner['text']) };
    return keep(message, RESPONSES, {
      inner: otherFields(inner, 'type', 'text'),
      ...(index === 0 ? { ...marks, list: true } : { joined: true }),
    });
  });
}
