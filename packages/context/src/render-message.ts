import {
  type AssistantPart,
  type Entry,
  type FilePart,
  type ModelMessage,
  type ToolCallPart,
  toolOutputText,
  type UserPart,
} from '@everlong/core';

/** What rendering depends on besides the entry itself. */
export interface RenderContext {
  /** The model that the request is for: what only its maker understands goes back to it alone. */
  model: string | undefined;
}

/**
 * The message to send for an entry that is no tool message, or `undefined` when there is nothing
 * to send. Blank texts go (providers reject them), a `system` message becomes a marked note in the
 * user's role, and opaque items of another model go whole.
 */
export function renderMessage(entry: Entry, context: RenderContext): ModelMessage | undefined {
  const { message } = entry;
  switch (message.role) {
    case 'system':
      return isBlank(message.content) ? undefined : systemNote(message.content);
    case 'user':
      return renderUser(message);
    case 'assistant':
      return renderAssistant(message, isForeign(entry, context));
    case 'tool':
      return undefined;
  }
}

/** Whether another model made the entry than the one that the request is for. */
export function isForeign(entry: Entry, { model }: RenderContext): boolean {
  return entry.model !== model;
}

function systemNote(text: string): ModelMessage {
  return { role: 'user', content: `[system note in the conversation]\n${text}` };
}

type UserMessage = Extract<ModelMessage, { role: 'user' }>;
type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;

function renderUser(message: UserMessage): ModelMessage | undefined {
  if (typeof message.content === 'string') return isBlank(message.content) ? undefined : message;
  const content = message.content.filter((part) => part.type !== 'text' || !isBlank(part.text));
  return withContent(message, content);
}

function renderAssistant(message: AssistantMessage, foreign: boolean): ModelMessage | undefined {
  if (typeof message.content === 'string') return isBlank(message.content) ? undefined : message;
  const content = message.content.flatMap((part) => renderAssistantPart(part, foreign));
  return content.some(standsAlone) ? withContent(message, content) : undefined;
}

/** Reasoning and opaque items need something beside them: no provider takes them alone. */
function standsAlone(part: AssistantPart): boolean {
  return part.type === 'text' || part.type === 'tool-call' || part.type === 'file';
}

function renderAssistantPart(part: AssistantPart, foreign: boolean): AssistantPart[] {
  switch (part.type) {
    case 'text':
      return isBlank(part.text) ? [] : [foreign ? withoutProviderOptions(part) : part];
    case 'tool-call':
      if (part.providerExecuted === true) return foreign ? [] : [part];
      return [callWithObjectInput(foreign ? withoutProviderOptions(part) : part)];
    case 'tool-result':
      return foreign
        ? [{ type: 'text', text: `[result of ${part.toolName}] ${toolOutputText(part.output)}` }]
        : [part];
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

/** Whether a message is a file or holds one: what bytes and image limits are about. */
export function filesOf(message: ModelMessage): FilePart[] {
  if (typeof message.content === 'string') return [];
  const parts: readonly { type: string }[] = message.content;
  return parts.filter((part): part is FilePart => part.type === 'file');
}
