import {
  type AssistantPart,
  type EntryInput,
  type ToolCallPart,
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
  /** The number of the message in the log. */
  readonly slot: number;
  push(part: AssistantPart): void;
}

/** Collects the entries of a transcript in their order. */
export interface EntryLog {
  add(entry: EntryInput): void;
  /** Adds an entry whose content stays as it is, also where it is text alone. */
  addStored(entry: EntryInput): void;
  /** Adds an empty assistant message, to which parts are then pushed. */
  addAssistant(fields: EntryFields): AssistantDraft;
  /** Changes fields of a message by its number. */
  amend(slot: number, change: (fields: EntryFields) => void): void;
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
  const calls: Calls = new Map();

  function addSlot(entry: EntryInput, isStored = false): Slot {
    const slot: Slot = { number: count++, entry, results: [], isStored };
    noteCalls(calls, slot, toolCallsOf(entry.message));
    if (keepsEntries) slots.push(slot);
    else slot.entry = GONE;
    onTouch(slot.number);
    return slot;
  }

  return {
    add: (entry) => void addSlot(entry),
    addStored: (entry) => void addSlot(entry, true),
    addAssistant(fields) {
      const slot = addSlot({ ...fields, message: { role: 'assistant', content: [] } });
      return {
        slot: slot.number,
        push(part) {
          if (keepsEntries) (slot.entry.message.content as AssistantPart[]).push(part);
          if (part.type === 'tool-call' && part.providerExecuted !== true) {
            noteCalls(calls, slot, [part]);
          }
          onTouch(slot.number);
        },
      };
    },
    amend(number, change) {
      const slot = slots[number - (slots[0]?.number ?? 0)];
      if (slot !== undefined) change(slot.entry);
      onTouch(number);
    },
    addResult(answer, fields) {
      const call = calls.get(answer.toolCallId);
      const entry = { ...fields, message: resultMessage(answer, call?.toolName) };
      if (call === undefined) addSlot(entry);
      else {
        if (keepsEntries) call.slot.results.push(entry);
        onTouch(call.slot.number);
      }
    },
    take(isComplete = () => true) {
      const open = slots.findIndex(({ number }) => !isComplete(number));
      const complete = open < 0 ? slots : slots.slice(0, open);
      if (complete.length > 0) slots = open < 0 ? [] : slots.slice(open);
      return complete.flatMap((slot) => takeSlot(slot, calls));
    },
  };
}

/** The message that made a call, by the call's id. */
type Calls = Map<string, { slot: Slot; toolName: string }>;

function noteCalls(calls: Calls, slot: Slot, made: readonly ToolCall[]): void {
  for (const { toolCallId, toolName } of made) calls.set(toolCallId, { slot, toolName });
}

type ToolCall = Pick<ToolCallPart, 'toolCallId' | 'toolName'>;

function resultMessage(
  { toolCallId, toolName, output }: ToolAnswer,
  calledName = 'unknown',
): ToolMessage {
  const name = toolName ?? calledName;
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId, toolName: name, output }],
  };
}

function takeSlot(slot: Slot, calls: Calls): EntryInput[] {
  const { entry, results, isStored } = slot;
  for (const { toolCallId } of toolCallsOf(entry.message)) {
    if (calls.get(toolCallId)?.slot === slot) calls.delete(toolCallId);
  }
  // Readers keep drafts, and these must not keep all that was read.
  Object.assign(slot, { entry: GONE, results: [] });
  return [isStored ? entry : withJoinedText(entry), ...results];
}

/** What stands in a slot whose entries were taken, or are not kept. */
const GONE: EntryInput = { message: { role: 'assistant', content: [] } };

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
