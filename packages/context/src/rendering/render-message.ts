import {
  type AssistantPart,
  type Entry,
  type FilePart,
  type ModelMessage,
  type ToolCallPart,
  toolOutputText,
  type ToolResultPart,
  type UserPart,
  type AssistantMessage,
  type UserMessage,
} from '@everlong/core';

import { isSameModel } from './same-model.js';

/** What rendering depends on besides the entry itself. */
export interface RenderContext {
  /** The model that the request is for: only its maker gets opaque items back. */
  model: string | undefined;
  /** Whether an entry repeats opaque items of one before it. */
  isRepeated?(seq: number): boolean;
}

/**
 * The message to send for an entry other than a tool message, or `undefined` when there is nothing
 * to send. A `system` message becomes a marked note in the user's role; blank texts, which
 * providers reject, and opaque items of another model are dropped.
 */
export function renderMessage(entry: Entry, context: RenderContext): ModelMessage | undefined {
  const { message } = entry;
  switch (message.role) {
    case 'system':
      return isBlank(message.content) ? undefined : systemNote(message.content);
    case 'user':
      return renderUser(message);
    case 'assistant':
      return renderAssistant(message, {
        foreign: isForeign(entry, context),
        hosted: context.model !== undefined && !isForeign(entry, context),
      });
    case 'tool':
      return undefined;
  }
}

/**
 * Whether opaque items of the entry stay behind: another model made them, or they are sent already.
 */
function isForeign(entry: Entry, { model, isRepeated }: RenderContext): boolean {
  return !isSameModel(entry.model, model) || isRepeated?.(entry.seq) === true;
}

function systemNote(text: string): ModelMessage {
  return { role: 'user', content: `[system note in the conversation]\n${text}` };
}

function renderUser(message: UserMessage): ModelMessage | undefined {
  if (typeof message.content === 'string') return isBlank(message.content) ? undefined : message;
  const content = message.content.flatMap((part) => renderUserPart(part));
  return withContent(message, content);
}

function renderUserPart(part: UserPart): UserPart[] {
  switch (part.type) {
    case 'text':
      return isBlank(part.text) ? [] : [part];
    case 'file':
      return [textFile(part) ?? part];
    case 'image':
      return [part];
    default:
      return [unknownPart(part)];
  }
}

/** A plain-text file is sent as text: not every adapter takes it as a file. */
function textFile({ data, filename }: FilePart): UserPart | undefined {
  if (typeof data !== 'object' || !('type' in data) || data.type !== 'text') return undefined;
  const text = `[file: ${filename ?? 'unnamed'}]\n${data.text}`;
  return { type: 'text', text };
}

/** The log keeps a part that this version does not know, but no adapter would take it. */
function unknownPart({ type }: { type: string }): UserPart {
  return { type: 'text', text: `[a part of type ${type} that cannot be shown]` };
}

function renderAssistant(
  message: AssistantMessage,
  { foreign, hosted }: { foreign: boolean; hosted: boolean },
): ModelMessage | undefined {
  if (typeof message.content === 'string') return isBlank(message.content) ? undefined : message;
  const paired = hosted ? pairedHostedCalls(message.content) : new Set<string>();
  const content = message.content.flatMap((part) =>
    isHosted(part)
      ? renderHosted(part, paired.has(part.toolCallId))
      : renderAssistantPart(part, foreign),
  );
  // No provider takes reasoning or an opaque item that nothing of the same message follows.
  const last = content.findLastIndex(standsAlone);
  if (last < 0) return undefined;
  return withContent(
    message,
    content.filter((part, index) => index <= last || part.type === 'tool-approval-request'),
  );
}

/** Calls that a provider ran itself, and their results. */
function isHosted(part: AssistantPart): part is ToolCallPart | ToolResultPart {
  return (
    part.type === 'tool-result' || (part.type === 'tool-call' && part.providerExecuted === true)
  );
}

/** Ids of hosted calls with their result beside them: their provider wants both or none. */
function pairedHostedCalls(parts: readonly AssistantPart[]): Set<string> {
  const idsOf = (type: string): string[] =>
    parts.filter(isHosted).flatMap((part) => (part.type === type ? [part.toolCallId] : []));
  const answered = new Set(idsOf('tool-result'));
  return new Set(idsOf('tool-call').filter((id) => answered.has(id)));
}

function renderHosted(part: ToolCallPart | ToolResultPart, paired: boolean): AssistantPart[] {
  if (paired) return [part];
  return part.type === 'tool-call' ? [] : [{ type: 'text', text: hostedResultText(part) }];
}

/** A result of a tool that another provider ran, as anyone can read it. */
export function hostedResultText({ toolName, output }: ToolResultPart): string {
  return `[result of ${toolName}] ${toolOutputText(output)}`;
}

function standsAlone({ type }: AssistantPart): boolean {
  return !['reasoning', 'reasoning-file', 'custom', 'tool-approval-request'].includes(type);
}

function renderAssistantPart(part: AssistantPart, foreign: boolean): AssistantPart[] {
  switch (part.type) {
    case 'text':
      return isBlank(part.text) ? [] : [foreign ? withoutProviderOptions(part) : part];
    case 'tool-call':
      return [callWithObjectInput(foreign ? withoutProviderOptions(part) : part)];
    case 'file':
      return [{ type: 'text', text: `[file: ${part.filename ?? part.mediaType}]` }];
    case 'tool-approval-request':
      return [part];
    default:
      return !foreign && part.providerOptions !== undefined ? [part] : [];
  }
}

/** Providers take only objects as the input of a call. */
function callWithObjectInput(part: ToolCallPart): ToolCallPart {
  const { input } = part;
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return part;
  return { ...part, input: input === undefined || input === null ? {} : { input } };
}

export function withoutProviderOptions<Part extends { providerOptions?: unknown }>(
  part: Part,
): Omit<Part, 'providerOptions'> & { providerOptions?: never } {
  if (part.providerOptions === undefined) return part as Part & { providerOptions?: never };
  const { providerOptions: _, ...rest } = part;
  return rest;
}

function withContent(
  message: UserMessage | AssistantMessage,
  content: (UserPart | AssistantPart)[],
): ModelMessage | undefined {
  if (content.length === 0) return undefined;
  const unchanged =
    content.length === message.content.length &&
    content.every((part, index) => part === message.content[index]);
  return unchanged ? message : ({ ...message, content } as ModelMessage);
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}
