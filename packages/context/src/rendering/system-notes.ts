import type { ModelMessage, SystemMessage } from '@everlong/core';

/** By identity: a text of the user's that looks like a note stays the user's. */
const sources = new WeakMap<ModelMessage, SystemMessage>();

/** A `system` message of a log as a marked note in the user's role. */
export function systemNote(message: SystemMessage): ModelMessage {
  const content = `[system note in the conversation]\n${message.content}`;
  const note: ModelMessage = { role: 'user', content };
  sources.set(note, message);
  return note;
}

/** A `system` message with what is said instead of it where there is no place for one. */
export function noteFor(message: SystemMessage, content: string): ModelMessage {
  const note: ModelMessage = { role: 'user', content };
  sources.set(note, message);
  return note;
}

/** Lets a copy of a message stand for the same `system` message, if the message does. */
export function copyOfNote(message: ModelMessage, copy: ModelMessage): ModelMessage {
  const source = sources.get(message);
  if (source !== undefined) sources.set(copy, source);
  return copy;
}

/**
 * The messages with the `system` messages of the log themselves in the places of their notes, where
 * an answer or nothing follows a run of them: providers refuse them between two messages of the user.
 */
export function withSystemMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  let hasPlace = true;
  return messages
    .toReversed()
    .map((message) => {
      const source = sources.get(message);
      const sent = (hasPlace ? source : undefined) ?? message;
      if (sent !== source) hasPlace = message.role === 'assistant';
      return sent;
    })
    .toReversed();
}
