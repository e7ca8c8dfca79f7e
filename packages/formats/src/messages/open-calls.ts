import type { ModelMessage } from '@everlong/core';
import { toolCallsOf, toolResultsOf } from '@everlong/core';

import { createWaitingCalls } from './waiting-calls.js';

/** A call without a result yet. */
export interface OpenCall {
  toolCallId: string;
  toolName: string;
}

/** Options of every `read`. */
export interface ReadOptions {
  /**
   * Unanswered calls of earlier messages, oldest first: a result alone does not name its tool, and
   * Gemini's may not even have an id.
   */
  openCalls?: readonly OpenCall[];
  /** Prefix of ids for calls without one. Default `call`. */
  callIdPrefix?: string;
}

/** Tracks calls while messages are read in order, to find the tool of each result. */
export interface CallNames {
  /** The name of a call's tool; `unknown` where the call was not seen. */
  nameOf(toolCallId: string): string;
  /** Adds the calls and results of a message that was read. */
  note(message: ModelMessage): void;
  /** Adds a call that its provider ran: its result is in the same message. */
  noteCall(call: OpenCall): void;
  /** The id of the oldest open call, of this tool where one is named, which is answered by this. */
  answer(toolName?: string): string;
  /** The id of the newest call that its provider ran. */
  lastCall(): string | undefined;
  /** An id for a call that came without one. */
  newId(): string;
}

/** Reads messages in order, each with the calls of those before it. */
export function readEach<Item>(
  items: readonly Item[],
  names: CallNames,
  readOne: (item: Item, names: CallNames) => ModelMessage[],
): ModelMessage[] {
  return items.flatMap((item) => {
    const messages = readOne(item, names);
    for (const message of messages) names.note(message);
    return messages;
  });
}

/** The names of calls, beginning with those that are open. */
export function createCallNames({ openCalls = [], callIdPrefix }: ReadOptions): CallNames {
  let made = 0;
  let last: string | undefined;
  const names = new Map(openCalls.map(({ toolCallId, toolName }) => [toolCallId, toolName]));
  const open = createWaitingCalls();
  for (const [toolCallId, toolName] of names) open.add(toolCallId, toolName);
  return {
    nameOf: (toolCallId) => names.get(toolCallId) ?? 'unknown',
    newId() {
      let id = `${callIdPrefix ?? 'call'}_${made++}`;
      while (names.has(id)) id = `${callIdPrefix ?? 'call'}_${made++}`;
      return id;
    },
    answer(toolName) {
      return open.take(toolName) ?? this.newId();
    },
    lastCall: () => last,
    noteCall({ toolCallId, toolName }) {
      names.set(toolCallId, toolName);
      last = toolCallId;
    },
    note(message) {
      for (const { toolCallId, toolName } of toolCallsOf(message)) {
        names.set(toolCallId, toolName);
        open.add(toolCallId, toolName);
      }
      for (const { toolCallId } of toolResultsOf(message)) open.delete(toolCallId);
    },
  };
}
