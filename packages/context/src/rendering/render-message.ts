import {
  type AssistantPart,
  type CustomPart,
  type Entry,
  type FilePart,
  type ModelMessage,
  type ProviderOptions,
  type ReasoningFilePart,
  type ReasoningPart,
  type TextPart,
  type ToolCallPart,
  toolOutputText,
  type ToolResultPart,
  type UserPart,
  type AssistantMessage,
  type UserMessage,
} from '@everlong/core';
import { isObject } from '@everlong/core/internal';
import { readsThinking } from '@everlong/tokenizer';

import { hostedPairs, isHosted } from './hosted-pairs.js';
import { lossesOfMessage, lossesOfPart, madeElsewhere, type PartLoss } from './part-loss.js';
import {
  elsewhereNote,
  isElsewhere,
  isInlineFile,
  readableFile,
  unreadableNote,
} from './readable-file.js';
import { isSameModel } from './same-model.js';
import { systemNote } from './system-notes.js';
import { hasSoundOptions } from './sound-options.js';
import { isDocument, textOfFile } from './text-file.js';

/** What rendering depends on besides the entry itself. */
export interface RenderContext {
  /** The model that the request is for: only its maker gets opaque items back. */
  model: string | undefined;
  /** Whether an entry repeats opaque items of one before it. */
  isRepeated?(seq: number): boolean;
  /** Whether an entry's thinking was made behind other bytes than those that it would stand behind. */
  omitsThinking?: ((seq: number) => boolean) | undefined;
}

/** What is sent for an entry. */
export interface Rendering {
  /** `undefined` when there is nothing to send. */
  message: ModelMessage | undefined;
  /** The parts of the entry that are not sent as they were. */
  losses: PartLoss[];
}

/**
 * The message to send for an entry other than a tool message. A `system` message becomes a marked
 * note in the user's role; blank texts, which providers reject, and opaque items of another model
 * are dropped.
 */
export function renderMessage(entry: Entry, context: RenderContext): Rendering {
  const rendering = renderByRole(entry, context);
  const isOmitted = rendering.message === undefined && rendering.losses.length === 0;
  return isOmitted ? { ...rendering, losses: lossesOfMessage(entry.message) } : rendering;
}

function renderByRole(entry: Entry, context: RenderContext): Rendering {
  const { message } = entry;
  switch (message.role) {
    case 'system':
      return withoutLosses(isBlank(message.content) ? undefined : systemNote(message));
    case 'user':
      return renderUser(message, context);
    case 'assistant':
      return renderAssistant(message, makingOf(entry, context));
    case 'tool':
      return withoutLosses(undefined);
  }
}

function withoutLosses(message: ModelMessage | undefined): Rendering {
  return { message, losses: [] };
}

/**
 * Whether opaque items of the entry are left out: another model made them, or they are sent already.
 */
function isForeign(entry: Entry, { model, isRepeated }: RenderContext): boolean {
  return !isSameModel(entry.model, model) || isRepeated?.(entry.seq) === true;
}

/** How much of an assistant's message its model, and the place where it stands, let through. */
interface Making {
  /** Opaque items are left out. */
  foreign: boolean;
  /** The model whose provider takes back the calls that it ran itself. */
  maker: string | undefined;
  /** Reasoning is left out, and why where the model itself would take it. */
  thinking: 'sent' | 'foreign' | 'elsewhere';
}

function makingOf(entry: Entry, context: RenderContext): Making {
  const { model, omitsThinking } = context;
  const foreign = isForeign(entry, context);
  const isRead = !foreign || readsThinking(model, entry.model);
  const elsewhere = omitsThinking?.(entry.seq) === true ? 'elsewhere' : 'sent';
  return {
    foreign,
    maker: foreign ? undefined : model,
    thinking: isRead ? elsewhere : 'foreign',
  };
}

function renderUser(message: UserMessage, { model }: RenderContext): Rendering {
  if (typeof message.content === 'string') {
    return withoutLosses(isBlank(message.content) ? undefined : message);
  }
  const sent = message.content.map((part) => renderUserPart(part, model));
  const losses = message.content.flatMap((part, at) => lossesOfPart(part, sent[at] ?? [], at));
  return { message: withContent(message, sent.flat()), losses };
}

function renderUserPart(part: UserPart, model: string | undefined): UserPart[] {
  switch (part.type) {
    case 'text':
      return isBlank(part.text) ? [] : [withSoundOptions(part)];
    case 'file':
      return [sentFile(withSoundOptions(part), model)];
    case 'image':
      return [part];
    default:
      return [unknownPart(part)];
  }
}

function sentFile(part: FilePart, model: string | undefined): UserPart {
  const text = textOfFile(part);
  if (text !== undefined) return isDocument(part, model) ? part : text;
  if (isElsewhere(part, model)) return elsewhereNote(part);
  return readableFile(part, model) ?? unreadableNote(part);
}

/** The log keeps a part that this version does not know, but no adapter would take it. */
export function unknownPart({ type }: { type: string }): TextPart {
  return { type: 'text', text: `[a part of type ${type} that cannot be shown]` };
}

function renderAssistant(message: AssistantMessage, making: Making): Rendering {
  if (typeof message.content === 'string') {
    return withoutLosses(isBlank(message.content) ? undefined : message);
  }
  const { maker } = making;
  const paired = maker === undefined ? new Set<string>() : hostedPairs(message.content, maker);
  const rendered = message.content.map((part) =>
    isHosted(part)
      ? renderHosted(part, paired.has(part.toolCallId))
      : renderAssistantPart(part, making),
  );
  // No provider takes reasoning or an opaque item that nothing of the same message follows.
  const last = rendered.findLastIndex((parts) => parts.some(standsAlone));
  const sent = rendered.map((parts, index) =>
    last >= 0 && (index <= last || parts[0]?.type === 'tool-approval-request') ? parts : [],
  );
  const losses = message.content.flatMap((part, at) => lossesOfPart(part, sent[at] ?? [], at));
  const isMisplaced = making.thinking === 'elsewhere';
  return {
    message: withContent(message, sent.flat()),
    losses: isMisplaced ? losses.map(madeElsewhere) : losses,
  };
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

function renderAssistantPart(part: AssistantPart, { foreign, thinking }: Making): AssistantPart[] {
  switch (part.type) {
    case 'text':
      if (part.text === '' && !foreign && isSignedByGemini(part)) return [part];
      return isBlank(part.text)
        ? []
        : [foreign ? withoutProviderOptions(part) : withSoundOptions(part)];
    case 'tool-call':
      return [callWithObjectInput(foreign ? withoutProviderOptions(part) : withSoundOptions(part))];
    case 'file':
      return [{ type: 'text', text: `[file: ${part.filename ?? part.mediaType}]` }];
    case 'tool-approval-request':
      return [part];
    case 'reasoning':
      return thinking === 'sent' && isOpaque(part) ? [part] : [];
    case 'custom':
    case 'reasoning-file':
      return isOpaque(part) && !foreign ? [part] : [];
    default:
      return [];
  }
}

/** The signature of a streamed answer may come with an empty text, which Gemini takes back. */
function isSignedByGemini({ providerOptions = {} }: TextPart): boolean {
  return ['google', 'vertex'].some(
    (name) => typeof providerOptions[name]?.['thoughtSignature'] === 'string',
  );
}

/** Whether a part is as its model left it: what only that model reads is sent whole or not at all. */
function isOpaque(part: ReasoningPart | ReasoningFilePart | CustomPart): boolean {
  if (part.providerOptions === undefined || !hasSoundOptions(part)) return false;
  return part.type !== 'reasoning-file' || isInlineFile(part);
}

function withSoundOptions<Part extends { providerOptions?: ProviderOptions }>(part: Part): Part {
  return hasSoundOptions(part) ? part : { ...part, providerOptions: undefined };
}

/** Providers take only objects as the input of a call. */
function callWithObjectInput(part: ToolCallPart): ToolCallPart {
  const { input } = part;
  if (isObject(input)) return part;
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
