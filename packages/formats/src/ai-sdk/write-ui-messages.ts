import type { AssistantMessage, ModelMessage, SystemMessage, ToolMessage } from '@everlong/core';

import { type Fields, fieldsOf, listOf } from '../json/json-fields.js';
import { keptFields, keptIn } from '../messages/kept-fields.js';
import { loseOptions, lossSink, type LossSink, type WriteOptions } from '../messages/loss.js';
import { textPart } from '../parts/content-parts.js';
import { type HiddenPart, UI } from './read-ui-message.js';
import type { AiSdkUiMessage } from './ui-message.js';
import { metadataOf, type ToolProgress, writeToolPart, writeUiPart } from './write-ui-part.js';

/** A UI message while it is written: its tool parts come last, when their results are known. */
interface Draft {
  id: string;
  role: 'system' | 'user' | 'assistant';
  fields: Fields;
  hidden: readonly HiddenPart[] | undefined;
  parts: (() => Fields)[];
}

/** The calls so far, which results and answers to questions for approval belong to. */
interface Calls {
  byId: Map<string, ToolProgress>;
  byApproval: Map<string, ToolProgress>;
}

/** Ids of UI messages, by the place of their first message in the list. */
export type IdOf = (message: number) => string;

/**
 * UI messages: everything of the assistant and its tools between two user messages is one, its
 * steps divided by `step-start`.
 */
export function writeUiMessages(
  messages: readonly ModelMessage[],
  options: WriteOptions,
  idOf: IdOf,
): AiSdkUiMessage[] {
  const drafts: Draft[] = [];
  const calls: Calls = { byId: new Map(), byApproval: new Map() };
  for (const [index, message] of messages.entries()) {
    const losses = lossSink(UI, options, index);
    loseOptions(message, undefined, losses);
    const last = drafts.at(-1);
    const { joined, first, isSteering } = keptIn(message, UI);
    const continues = last?.role === 'assistant' && first !== true;
    if (message.role === 'tool') {
      answer(message, calls, losses);
    } else if (isSteering === true && joined === true && last !== undefined) {
      last.parts.push(() => steeringPart(message, losses));
    } else if (message.role === 'assistant' && continues) {
      if (joined !== true && last.hidden !== undefined) {
        losses.lose('boundary', 'it joins the message before');
      }
      addStep(last, message, calls, losses);
    } else {
      const draft = startDraft(message, idOf(index));
      drafts.push(draft);
      if (message.role === 'assistant') addStep(draft, message, calls, losses);
      else draft.parts.push(...plainParts(message, losses));
    }
  }
  return drafts.map(closeDraft);
}

function startDraft(message: Exclude<ModelMessage, ToolMessage>, id: string): Draft {
  const { first, hidden } = keptIn(message, UI);
  const kept = first === true ? listOf(hidden) : undefined;
  return {
    id,
    role: message.role,
    fields: keptFields(message, UI),
    hidden: kept as readonly HiddenPart[] | undefined,
    parts: [],
  };
}

function closeDraft({ id, role, fields, hidden = [], parts }: Draft): AiSdkUiMessage {
  const written = parts.map((part) => part());
  for (const [place, part] of hidden) written.splice(place, 0, part);
  return { id, role, ...fields, parts: written };
}

function plainParts(message: ModelMessage, losses: LossSink): (() => Fields)[] {
  if (message.role === 'system') return systemParts(message).map((part) => () => part);
  if (typeof message.content === 'string') {
    const part = { type: 'text', text: message.content };
    return [() => part];
  }
  if (message.role !== 'user') return [];
  return message.content
    .flatMap((part, index) => writeUiPart(part, losses.at(index)))
    .map((part) => () => part);
}

function systemParts(message: SystemMessage): Fields[] {
  const { content } = message;
  const texts = listOf(keptIn(message, UI)['texts']) as [length: number, fields: Fields][];
  const total = texts.reduce((sum, [length]) => sum + length, 0);
  if (texts.length === 0 || total !== content.length) {
    return [{ type: 'text', text: content, ...metadataOf(message) }];
  }
  let from = 0;
  return texts.map(([length, fields]) => {
    const text = content.slice(from, from + length);
    from += length;
    return { type: 'text', text, ...fieldsOf(fields) };
  });
}

function steeringPart(message: ModelMessage, losses: LossSink): Fields {
  const parts = plainParts(message, losses).map((part) => part());
  return { type: 'steering-message', ...fieldsOf(keptIn(message, UI)['steering']), parts };
}

function addStep(draft: Draft, message: AssistantMessage, calls: Calls, losses: LossSink): void {
  // Messages read from UI messages have their own.
  if (draft.hidden === undefined) draft.parts.push(() => ({ type: 'step-start' }));
  const parts = typeof message.content === 'string' ? [textPart(message.content)] : message.content;
  if (parts.length === 0 && draft.hidden === undefined) {
    losses.lose('empty-text', 'a message without content');
  }
  for (const [index, part] of parts.entries()) {
    if (part.type === 'tool-call') {
      const progress: ToolProgress = { call: part };
      calls.byId.set(part.toolCallId, progress);
      draft.parts.push(() => writeToolPart(progress, losses.at(index)));
    } else if (part.type === 'tool-result' || part.type === 'tool-approval-request') {
      const progress = calls.byId.get(part.toolCallId);
      if (part.type === 'tool-approval-request' && progress !== undefined) {
        calls.byApproval.set(part.approvalId, progress);
      }
      note(progress, part, losses.at(index));
    } else {
      draft.parts.push(...writeUiPart(part, losses.at(index)).map((written) => () => written));
    }
  }
}

function answer(message: ToolMessage, calls: Calls, losses: LossSink): void {
  for (const [index, part] of message.content.entries()) {
    const progress =
      part.type === 'tool-result'
        ? calls.byId.get(part.toolCallId)
        : calls.byApproval.get(part.approvalId);
    note(progress, part, losses.at(index));
  }
}

function note(
  progress: ToolProgress | undefined,
  part: NonNullable<ToolProgress['request' | 'response' | 'result']>,
  losses: LossSink,
): void {
  if (progress === undefined) losses.lose('order', `${part.type} without its call`);
  else if (part.type === 'tool-result') progress.result = part;
  else if (part.type === 'tool-approval-request') progress.request = part;
  else progress.response = part;
}
