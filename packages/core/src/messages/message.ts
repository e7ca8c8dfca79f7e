import type { JsonObject, JsonValue } from '../base/json-value.js';

/**
 * The message type of everlong: structurally the `ModelMessage` of `ai` 7.
 * It is declared here, without importing `ai`, so that stores and importers need no SDK;
 * type tests assert that both are assignable to each other.
 */
export type ModelMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** Extra data for one provider, keyed by the provider's name; passed through untouched. */
export type ProviderOptions = Record<string, JsonObject>;

/** Instructions within a conversation; those of a request are the caller's. */
export interface SystemMessage {
  role: 'system';
  content: string;
  providerOptions?: ProviderOptions;
}

/** Words of the user, or of a program in the user's role. A string is one text part. */
export interface UserMessage {
  role: 'user';
  content: string | UserPart[];
  providerOptions?: ProviderOptions;
}

/** An answer of the model, its parts in the order in which they came. */
export interface AssistantMessage {
  role: 'assistant';
  content: string | AssistantPart[];
  providerOptions?: ProviderOptions;
}

/** Results of the calls in the assistant message before, and answers to its approval requests. */
export interface ToolMessage {
  role: 'tool';
  content: ToolPart[];
  providerOptions?: ProviderOptions;
}

/** A part of a user message. */
export type UserPart = TextPart | ImagePart | FilePart;

/** A part of an assistant message. */
export type AssistantPart =
  | TextPart
  | FilePart
  | ReasoningPart
  | ReasoningFilePart
  | CustomPart
  | ToolCallPart
  | ToolResultPart
  | ToolApprovalRequest;

/** A part of a tool message. */
export type ToolPart = ToolResultPart | ToolApprovalResponse;

/** Every part that a message can hold. */
export type MessagePart = UserPart | AssistantPart | ToolPart;

/** Plain text. */
export interface TextPart {
  type: 'text';
  text: string;
  providerOptions?: ProviderOptions;
}

/** Raw bytes or base64 text. */
export type DataContent = string | Uint8Array | ArrayBuffer;

/** The place of a file's content: inline, behind a URL, in a provider's storage, or plain text. */
export type FileData =
  | { type: 'data'; data: DataContent }
  | { type: 'url'; url: URL }
  | { type: 'reference'; reference: Record<string, string> }
  | { type: 'text'; text: string };

/** An image as older AI SDK versions write it; `normalizeMessage` turns it into a `FilePart`. */
export interface ImagePart {
  type: 'image';
  image: DataContent | URL | Record<string, string>;
  mediaType?: string;
  providerOptions?: ProviderOptions;
}

/** A file or an image. Untagged `data` is what older AI SDK versions write. */
export interface FilePart {
  type: 'file';
  data: FileData | DataContent | URL | Record<string, string>;
  mediaType: string;
  filename?: string;
  providerOptions?: ProviderOptions;
}

/** Thoughts of a model; `providerOptions` holds the signature that its provider wants back. */
export interface ReasoningPart {
  type: 'reasoning';
  text: string;
  providerOptions?: ProviderOptions;
}

/** A file that a model made while it thought. */
export interface ReasoningFilePart {
  type: 'reasoning-file';
  data: { type: 'data'; data: DataContent } | { type: 'url'; url: URL } | DataContent | URL;
  mediaType: string;
  providerOptions?: ProviderOptions;
}

/** An item that only one provider understands; `kind` is `<vendor>.<name>`. */
export interface CustomPart {
  type: 'custom';
  kind: `${string}.${string}`;
  providerOptions?: ProviderOptions;
}

/** A call of a tool by the model. */
export interface ToolCallPart {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  /** The arguments, parsed. */
  input: unknown;
  /** True when the provider ran the tool itself; its result is then in the same message. */
  providerExecuted?: boolean;
  providerOptions?: ProviderOptions;
}

/** The result of a call; `toolCallId` is the call's. */
export interface ToolResultPart {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: ToolResultOutput;
  providerOptions?: ProviderOptions;
}

/** Asks whether a call may be run. */
export interface ToolApprovalRequest {
  type: 'tool-approval-request';
  /** The response names it. */
  approvalId: string;
  /** The call that it asks about. */
  toolCallId: string;
  /** Why approval is needed. */
  reason?: string;
  /** True if it was approved or denied without asking. Default false. */
  isAutomatic?: boolean;
  /** HMAC-SHA256 that binds the approval to its call. */
  signature?: string;
  /** The call's input before its schema changed it, where it did. */
  inputSchemaInput?: unknown;
}

/** The user's answer to the request with the same `approvalId`. */
export interface ToolApprovalResponse {
  type: 'tool-approval-response';
  approvalId: string;
  /** False: the call must not be run. */
  approved: boolean;
  reason?: string;
  /** True if the provider runs the call, so that the answer is sent to it. */
  providerExecuted?: boolean;
}

/** The output of a tool: a text, JSON, an error, a refusal, or several parts. */
export type ToolResultOutput =
  | { type: 'text'; value: string; providerOptions?: ProviderOptions }
  | { type: 'json'; value: JsonValue; providerOptions?: ProviderOptions }
  | { type: 'error-text'; value: string; providerOptions?: ProviderOptions }
  | { type: 'error-json'; value: JsonValue; providerOptions?: ProviderOptions }
  | { type: 'execution-denied'; reason?: string; providerOptions?: ProviderOptions }
  | { type: 'content'; value: ToolResultContent[]; providerOptions?: ProviderOptions };

/** One piece of a result that mixes text and files. */
export type ToolResultContent =
  | TextPart
  | {
      type: 'file';
      data: FileData;
      mediaType: string;
      filename?: string;
      providerOptions?: ProviderOptions;
    }
  | {
      type: 'file-data';
      data: string;
      mediaType: string;
      filename?: string;
      providerOptions?: ProviderOptions;
    }
  | { type: 'file-url'; url: string; mediaType?: string; providerOptions?: ProviderOptions }
  | {
      type: 'file-id' | 'image-file-id';
      fileId: string | Record<string, string>;
      providerOptions?: ProviderOptions;
    }
  | {
      type: 'file-reference' | 'image-file-reference';
      providerReference: Record<string, string>;
      providerOptions?: ProviderOptions;
    }
  | { type: 'image-data'; data: string; mediaType: string; providerOptions?: ProviderOptions }
  | { type: 'image-url'; url: string; providerOptions?: ProviderOptions }
  | { type: 'custom'; providerOptions?: ProviderOptions };
