import type { JsonObject } from '@everlong/core';

/** A message of the Chat Completions API, as requests hold it. */
export type OpenAIChatMessage =
  | OpenAIChatSystemMessage
  | OpenAIChatUserMessage
  | OpenAIChatAssistantMessage
  | OpenAIChatToolMessage;

/** Instructions; newer models call the role `developer`. */
export interface OpenAIChatSystemMessage {
  role: 'system' | 'developer';
  content: string | OpenAIChatTextPart[];
}

/** What the user says. */
export interface OpenAIChatUserMessage {
  role: 'user';
  content: string | OpenAIChatUserPart[];
}

/** An answer, with the calls of tools that it makes. */
export interface OpenAIChatAssistantMessage {
  role: 'assistant';
  content?: string | (OpenAIChatTextPart | OpenAIChatRefusalPart)[] | null;
  refusal?: string | null;
  tool_calls?: OpenAIChatToolCall[];
}

/** What a tool gave for the call of this id. */
export interface OpenAIChatToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string | OpenAIChatTextPart[];
}

/** A text. */
export interface OpenAIChatTextPart {
  type: 'text';
  text: string;
}

/** Why the model refuses. */
export interface OpenAIChatRefusalPart {
  type: 'refusal';
  refusal: string;
}

/** A part of a user message. */
export type OpenAIChatUserPart =
  | OpenAIChatTextPart
  | { type: 'image_url'; image_url: { url: string; detail?: 'auto' | 'low' | 'high' } }
  | { type: 'input_audio'; input_audio: { data: string; format: 'wav' | 'mp3' } }
  | { type: 'file'; file: { filename?: string; file_data?: string; file_id?: string } };

/** A call of a function, whose arguments are JSON, or of a custom tool. */
export type OpenAIChatToolCall =
  | { id: string; type: 'function'; function: { name: string; arguments: string } }
  | { id: string; type: 'custom'; custom: { name: string; input: string } };

/** A tool as the Chat Completions API takes it. */
export interface OpenAIChatTool {
  type: 'function';
  function: { name: string; description?: string; parameters?: JsonObject };
}

/** What `write` makes of a request: everything of its body but the model and the settings. */
export interface OpenAIChatBody {
  messages: OpenAIChatMessage[];
  tools?: OpenAIChatTool[];
}
