import {
  type AiSdk6Message,
  type JsonObject,
  type MessagePart,
  type ModelMessage,
  parseMessage,
  type Usage,
} from '@everlong/core';
import { toAiSdk6Message, toAiSdk7Message } from '@everlong/core/internal';

import { fieldsOf } from '../json/json-fields.js';
import { checkShape } from '../messages/check-shape.js';
import { fileText, fileView } from '../messages/file-view.js';
import { lossSink, type LossSink, type WriteOptions } from '../messages/loss.js';
import { reportedUsage } from '../messages/reported-usage.js';
import { toolDefinitions } from '../messages/tool-definition.js';
import { unsupportedShape } from '../messages/unsupported-shape.js';
import {
  isRequest,
  messageList,
  type MessageOrMessages,
  type WriteRequest,
} from '../messages/write-request.js';
import { currentUiMessage } from '../parts/current-ui-message.js';
import { readUiMessage, UI } from './read-ui-message.js';
import type { AiSdkUiMessage } from './ui-message.js';
import { uiMessage } from './ui-shape.js';
import { type IdOf, writeUiMessages } from './write-ui-messages.js';

/** Options of `writeUi`. */
export interface AiSdkUiWriteOptions extends WriteOptions {
  /** Ids for messages that do not have one from a UI message. Default `message-<place>`. */
  idOf?: IdOf;
}

/** What `generateText` and `streamText` of `ai` 7 take, but for the model and the settings. */
export interface AiSdkBody {
  instructions?: string;
  messages: ModelMessage[];
  tools?: Record<string, AiSdkTool>;
}

/** The same for `ai` 6. */
export interface AiSdk6Body {
  system?: string;
  messages: AiSdk6Message[];
  tools?: Record<string, AiSdkTool>;
}

/** A tool without `execute`: the caller of the AI SDK runs it. */
export interface AiSdkTool {
  description?: string;
  inputSchema: AiSdkSchema;
}

/** A JSON Schema that the AI SDK takes, and any other library of Standard Schemas. */
export interface AiSdkSchema {
  readonly jsonSchema: JsonObject;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'everlong';
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/**
 * Messages of the AI SDK, version 6 or 7: a `ModelMessage` or `UIMessage`, a list of either, or an
 * object with `messages`. Takes UI messages of version 4 too, which are written as later ones.
 * Throws `UnsupportedFormatError` for anything else.
 */
export function read(value: unknown): ModelMessage[] {
  return nativeMessages(value).flatMap((message, index) => {
    const fields = currentUiMessage(fieldsOf(message));
    if ('parts' in fields && fields['content'] === undefined) {
      checkShape(UI, `messages[${index}]`, fields, uiMessage);
      return readUiMessage(fields);
    }
    return [toAiSdk7Message(parseMessage(message, `messages[${index}]`))];
  });
}

function nativeMessages(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const { role, messages } = fieldsOf(value);
  if (typeof role === 'string') return [value];
  if (Array.isArray(messages)) return messages;
  throw unsupportedShape('ai-sdk', 'a message, a list of them or an object with messages', value);
}

/** Messages in the shapes of `ai` 7. */
export function write(messages: MessageOrMessages, options?: WriteOptions): ModelMessage[];
/** What `generateText` of `ai` 7 takes, but for the model and the settings. */
export function write(request: WriteRequest, options?: WriteOptions): AiSdkBody;
export function write(
  value: MessageOrMessages | WriteRequest,
  _options: WriteOptions = {},
): ModelMessage[] | AiSdkBody {
  if (!isRequest(value)) return messageList(value).map(toAiSdk7Message);
  const { instructions = '', messages } = value;
  return {
    ...(instructions === '' ? {} : { instructions }),
    messages: messages.map(toAiSdk7Message),
    ...toolFields(value.tools),
  };
}

/** Messages in the shapes of `ai` 6. */
export function write6(messages: MessageOrMessages, options?: WriteOptions): AiSdk6Message[];
/** What `generateText` of `ai` 6 takes, but for the model and the settings. */
export function write6(request: WriteRequest, options?: WriteOptions): AiSdk6Body;
export function write6(
  value: MessageOrMessages | WriteRequest,
  options: WriteOptions = {},
): AiSdk6Message[] | AiSdk6Body {
  if (!isRequest(value)) return writeOlder(messageList(value), options);
  const { instructions = '', messages } = value;
  return {
    ...(instructions === '' ? {} : { system: instructions }),
    messages: writeOlder(messages, options),
    ...toolFields(value.tools),
  };
}

function toolFields(definitions: unknown): { tools?: Record<string, AiSdkTool> } {
  const named = tools(definitions);
  return Object.keys(named).length === 0 ? {} : { tools: named };
}

function writeOlder(messages: readonly ModelMessage[], options: WriteOptions): AiSdk6Message[] {
  return messages.map((message, index) => {
    if (typeof message.content === 'string') return toAiSdk6Message(message);
    const parts: readonly MessagePart[] = message.content;
    const content = parts.flatMap((part, at) =>
      olderPart(part, lossSink('ai-sdk-ui', options, index, at)),
    );
    return toAiSdk6Message({ ...message, content } as ModelMessage);
  });
}

/** The part if `ai` 6 has a shape for it. */
function olderPart(part: MessagePart, losses: LossSink): MessagePart[] {
  if (part.type === 'custom') losses.lose('custom', part.kind);
  if (part.type === 'reasoning-file') losses.lose('reasoning', 'a file of it');
  if (part.type === 'custom' || part.type === 'reasoning-file') return [];
  if (part.type !== 'file' && part.type !== 'image') return [part];
  const view = fileView(part);
  if (view?.source.kind === 'text') losses.lose('file', 'its text becomes bytes');
  if (view?.source.kind !== 'reference') return [part];
  losses.lose('file', 'it is in the storage of a provider');
  return [{ type: 'text', text: fileText(view) }];
}

/** UI messages for `useChat`; messages read from UI messages are written back unchanged. */
export function writeUi(
  messages: MessageOrMessages,
  { idOf = (message) => `message-${message}`, ...options }: AiSdkUiWriteOptions = {},
): AiSdkUiMessage[] {
  return writeUiMessages(messageList(messages), options, idOf);
}

/** What a call was billed: from its `usage`, or from the whole result. */
export function usage(value: unknown): Usage {
  return reportedUsage(value);
}

/** The symbol by which the AI SDK recognizes its schemas. */
const schemaSymbol = Symbol.for('vercel.ai.schema');

/** Tools of any shape as a tool set of the AI SDK, without `execute`. */
export function tools(definitions: unknown): Record<string, AiSdkTool> {
  return Object.fromEntries(
    toolDefinitions(definitions).map(({ name, description, inputSchema }) => [
      name,
      {
        ...(description === undefined ? {} : { description }),
        inputSchema: schemaOf(inputSchema),
      },
    ]),
  );
}

function schemaOf(jsonSchema: JsonObject): AiSdkSchema {
  const described = (): Record<string, unknown> => ({ ...jsonSchema });
  const schema = {
    [schemaSymbol]: true,
    validate: undefined,
    jsonSchema,
    '~standard': {
      version: 1 as const,
      vendor: 'everlong' as const,
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: described, output: described },
    },
  };
  return schema;
}
