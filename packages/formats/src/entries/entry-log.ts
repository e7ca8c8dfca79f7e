import {
  type AssistantPart,
  type EntryInput,
  type ToolMessage,
  type ToolResultOutput,
  toolCallsOf,
} from '@everlong/core';
import { joinText } from '../parts/content-parts.js';

/** Everything of an entry but its message. */
export type EntryFields = Omit<EntryInput, 'message'>;

/** A tool's answer as transcripts keep it: alone, with the id of its call. */
interface ToolAnswer {
  toolCallId: string;
  /** Default: the name in the call; `unknown` when there is no call either. */
  toolName?: string | undefined;
  output: ToolResultOutput;
}

/** An assistant message that is recorded piece by piece. */
export interface AssistantDraft {
  /** Its fields may be set until the log is finished. */
  readonly entry: EntryInput;
  push(part: AssistantPart): void;
}

/** Collects the entries of a transcript in their order. */
export interface EntryLog {
  add(entry: EntryInput): void;
  /** Adds an empty assistant message, to which parts are then pushed. */
  addAssistant(fields: EntryFields): AssistantDraft;
  /** Inserts the result directly after the latest message with its call, else at the end. */
  addResult(answer: ToolAnswer, fields: EntryFields): void;
  /** All entries; text-only content becomes one string. */
  finish(): EntryInput[];
}

interface Slot {
  entry: EntryInput;
  results: EntryInput[];
}

export function createEntryLog(): EntryLog {
  const slots: Slot[] = [];
  const calls = new Map<string, { slot: Slot; toolName: string }>();

  function addSlot(entry: EntryInput): Slot {
    const slot: Slot = { entry, results: [] };
    slots.push(slot);
    for (const { toolCallId, toolName } of toolCallsOf(entry.message)) {
      calls.set(toolCallId, { slot, toolName });
    }
    return slot;
  }

  return {
    add(entry) {
      addSlot(entry);
    },
    addAssistant(fields) {
      const content: AssistantPart[] = [];
      const slot = addSlot({ ...fields, message: { role: 'assistant', content } });
      return {
        entry: slot.entry,
        push(part) {
          content.push(part);
          if (part.type !== 'tool-call' || part.providerExecuted === true) return;
          calls.set(part.toolCallId, { slot, toolName: part.toolName });
        },
      };
    },
    addResult({ toolCallId, toolName, output }, fields) {
      const call = calls.get(toolCallId);
      const name = toolName ?? call?.toolName ?? 'unknown';
      const message: ToolMessage = {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName: name, output }],
      };
      const entry = { ...fields, message };
      if (call === undefined) addSlot(entry);
      else call.slot.results.push(entry);
    },
    finish() {
      return slots.flatMap(({ entry, results }) => [withJoinedText(entry), ...results]);
    },
  };
}

function withJoinedText(entry: EntryInput): EntryInput {
  const { message } = entry;
  if (typeof message.content === 'string') return entry;
  switch (message.role) {
    case 'user':
      return { ...entry, message: { ...message, content: joinText(message.content) } };
    case 'assistant':
      return { ...entry, message: { ...message, content: joinText(message.content) } };
    default:
      return entry;
  }
}
