import type { AssistantPart, EntryInput, EntryMetadata, ToolPart } from '@everlong/core';
import { entryFields } from '../entries/entry-fields.js';
import {
  fieldsOf,
  type Fields,
  isFields,
  listOf,
  present,
  scalarText,
} from '../json/json-fields.js';
import type { JsonRecord } from '../json/json-records.js';
import { messageList, sampleMessages } from '../entries/message-list.js';
import type { TranscriptFormat } from '../entries/transcript.js';
import { contentPart, inlinePart } from '../parts/ui-content.js';
import { type UiStep, uiSteps } from '../parts/ui-steps.js';
import { currentUiMessage } from '../parts/current-ui-message.js';
import { isToolPart, toolAnswerParts, toolCallParts } from '../parts/ui-tool-part.js';
import { unexpectedValue } from '../json/unexpected-value.js';

/**
 * `UIMessage[]` of AI SDK 4 to 7: a list, an object with a list, or one a line. Each step of an
 * assistant message becomes an assistant message and, if it called tools, a tool message.
 */
export const aiSdkUiMessagesFormat: TranscriptFormat = {
  name: 'ai-sdk-ui-messages',
  description: '[{id, role, parts: [{type: "text" | "tool-<name>" | …}]}] of the AI SDK',
  detect({ values }) {
    const messages = sampleMessages(values);
    return messages.some(isUiMessage) && messages.every((one) => isUiMessage(one) || isPlain(one));
  },
  parse(source) {
    return { entries: messageList(source).records.flatMap(entriesOf) };
  },
};

function isUiMessage(value: unknown): boolean {
  const { role, parts } = currentUiMessage(fieldsOf(value));
  if (!hasRole(role)) return false;
  return Array.isArray(parts) && parts.every((part) => typeof fieldsOf(part)['type'] === 'string');
}

function hasRole(role: unknown): boolean {
  return role === 'system' || role === 'user' || role === 'assistant';
}

/** A message of AI SDK 4 that has nothing but a text. */
function isPlain(value: unknown): boolean {
  const { id, role, content, parts } = fieldsOf(value);
  const isText = typeof content === 'string' && parts === undefined;
  return isText && typeof id === 'string' && hasRole(role);
}

function entriesOf({ value, place }: JsonRecord): EntryInput[] {
  if (!isUiMessage(value) && !isPlain(value)) {
    throw unexpectedValue(place, 'a UI message with a role and a list of parts', value);
  }
  const { content: text, ...plain } = fieldsOf(value);
  const message = isUiMessage(value)
    ? currentUiMessage(fieldsOf(value))
    : { ...plain, parts: [{ type: 'text', text }] };
  const parts = listOf(message['parts']).map(fieldsOf);
  const messages = messagesOf(message['role'], parts);
  const createdAt = message['createdAt'] ?? fieldsOf(message['metadata'])['createdAt'];
  const model = fieldsOf(message['metadata'])['model'];
  const { id: messageId } = message;
  return messages.map((content, index) => ({
    message: content,
    ...entryFields(
      createdAt,
      index === 0 ? metadataOf(message, parts) : present({ messageId }),
      content.role === 'assistant' ? model : undefined,
    ),
  }));
}

type Message = EntryInput['message'];

/** At least one message, so that what a UI message says about itself has an entry to hold it. */
function messagesOf(role: unknown, parts: readonly Fields[]): Message[] {
  if (role === 'system') {
    const texts = parts.map(({ type, text }) => (type === 'text' ? scalarText(text) : ''));
    return [{ role, content: texts.join('') }];
  }
  if (role === 'user') return [{ role, content: parts.flatMap(inlinePart) }];
  const messages = uiSteps(parts).flatMap(stepMessages);
  return messages.length > 0 ? messages : [{ role: 'assistant', content: [] }];
}

function stepMessages(step: UiStep): Message[] {
  if ('steering' in step) {
    const content = listOf(step.steering['parts']).map(fieldsOf).flatMap(inlinePart);
    return [{ role: 'user', content }];
  }
  const content = step.parts.flatMap((part): AssistantPart[] =>
    isToolPart(part) ? toolCallParts(part) : contentPart(part),
  );
  const answers = step.parts
    .filter(isToolPart)
    .flatMap((part): ToolPart[] => toolAnswerParts(part));
  const messages: Message[] = [];
  if (content.length > 0) messages.push({ role: 'assistant', content });
  if (answers.length > 0) messages.push({ role: 'tool', content: answers });
  return messages;
}

/** The message's own metadata, and the parts that no model is sent. */
function metadataOf(message: Fields, parts: readonly Fields[]): EntryMetadata {
  const { id: messageId, metadata: uiMetadata } = message;
  const uiParts = parts.filter((part) => {
    const type = scalarText(part['type']);
    return (
      /^(source|data)-/.test(type) || (isToolPart(part) && part['state'] === 'input-streaming')
    );
  });
  const isSummary = isFields(uiMetadata) && uiMetadata['type'] === 'context-summary';
  return present({
    messageId,
    uiMetadata,
    uiParts: uiParts.length > 0 ? uiParts : undefined,
    origin: isSummary ? 'summary' : undefined,
  });
}
