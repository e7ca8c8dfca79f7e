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
  /** The entry as it is so far; without its content and usage once it was taken. */
  readonly entry: Readonly<EntryInput>;
  push(part: AssistantPart): void;
  /** Changes fields of the entry. */
  amend(change: (entry: EntryInput) => void): void;
}

/** Collects the entries of a transcript in their order. */
export interface EntryLog {
  add(entry: EntryInput): void;
  /** Adds an entry whose content stays as it is, also where it is text alone. */
  addStored(entry: EntryInput): void;
  /** Adds an empty assistant message, to which parts are then pushed. */
  addAssistant(fields: EntryFields): AssistantDraft;
  /** Inserts the result directly after the latest message with its call, else at the end. */
  addResult(answer: ToolAnswer, fields: EntryFields): void;
  /**
   * Removes the entries of the first slots, as long as they are complete, and returns them; content
   * that is text alone becomes one string.
   */
  take(isComplete?: (slot: number) => boolean): EntryInput[];
}

/** A message and the results of its calls. */
interface Slot {
  number: number;
  entry: EntryInput;
  results: EntryInput[];
  isStored: boolean;
}

/** What stands in a slot whose entries were taken, or are not kept. */
const GONE: EntryInput = { message: { role: 'assistant', content: [] } };

/** Options of `createEntryLog`. */
interface EntryLogOptions {
  /** Is told whenever a message or what belongs to it is added or changed. */
  onTouch?(slot: number): void;
  /** Default `true`; `false` for a log that only tells what is touched. */
  keepsEntries?: boolean;
}

export function createEntryLog({
  onTouch = () => {},
  keepsEntries = true,
}: EntryLogOptions = {}): EntryLog {
  let slots: Slot[] = [];
  let count = 0;
  const calls = new Map<string, { slot: Slot; toolName: string }>();

  function addSlot(entry: EntryInput, isStored = false): Slot {
    const slot: Slot = { number: count++, entry, results: [], isStored };
    if (keepsEntries) slots.push(slot);
    for (const { toolCallId, toolName } of toolCallsOf(entry.message)) {
      calls.set(toolCallId, { slot, toolName });
    }
    if (!keepsEntries) slot.entry = GONE;
    onTouch(slot.number);
    return slot;
  }

  function takeSlot(slot: Slot): EntryInput[] {
    for (const { toolCallId } of toolCallsOf(slot.entry.message)) {
      if (calls.get(toolCallId)?.slot === slot) calls.delete(toolCallId);
    }
    const { entry, results, isStored } = slot;
    const entries = [isStored ? entry : withJoinedText(entry), ...results];
    // Readers keep drafts, and these must not keep all that was read.
    Object.assign(slot, { entry: GONE, results: [] });
    return entries;
  }

  return {
    add(entry) {
      addSlot(entry);
    },
    addStored(entry) {
      addSlot(entry, true);
    },
    addAssistant(fields) {
      const slot = addSlot({ ...fields, message: { role: 'assistant', content: [] } });
      if (!keepsEntries) slot.entry = { message: GONE.message };
      return {
        get entry() {
          return slot.entry;
        },
        push(part) {
          if (keepsEntries) (slot.entry.message.content as AssistantPart[]).push(part);
          onTouch(slot.number);
          if (part.type !== 'tool-call' || part.providerExecuted === true) return;
          calls.set(part.toolCallId, { slot, toolName: part.toolName });
        },
        amend(change) {
          change(slot.entry);
          onTouch(slot.number);
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
      if (call === undefined) {
        addSlot(entry);
        return;
      }
      if (keepsEntries) call.slot.results.push(entry);
      onTouch(call.slot.number);
    },
    take(isComplete = () => true) {
      const open = slots.findIndex(({ number }) => !isComplete(number));
      const complete = open < 0 ? slots : slots.slice(0, open);
      if (complete.length === 0) return [];
      slots = open < 0 ? [] : slots.slice(open);
      return complete.flatMap(takeSlot);
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
