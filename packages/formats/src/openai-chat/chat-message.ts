import type { JsonObject } from '@everlong/core';

/** A message of the Chat Completions API, as requests hold it. */
export type OpenAIChatMessage =
  | OpenAIChatSystemMessage
  | OpenAIChatUserMessage
  | OpenAIChatAssistantMessage
  | OpenAIChatToolMessage;

export interface OpenAIChatSystemMessage {
  role: 'system' | 'developer';
  content: string | OpenAIChatTextPart[];
}

export interface OpenAIChatUserMessage {
  role: 'user';
  content: string | OpenAIChatUserPart[];
}

export interface OpenAIChatAssistantMessage {
  role: 'assistant';
  content?: string | (OpenAIChatTextPart | OpenAIChatRefusalPart)[] | null;
  refusal?: string | null;
  tool_calls?: OpenAIChatToolCall[];
}

export interface OpenAIChatToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string | OpenAIChatTextPart[];
}

export interface OpenAIChatTextPart {
  type: 'text';
  text: string;
}

export interface OpenAIChatRefusalPart {
  type: 'refusal';
  refusal: string;
}

export type OpenAIChatUserPart =
  | OpenAIChatTextPart
  | { type: 'image_url'; image_url: { url: string; detail?: 'auto' | 'low' | 'high' } }
  | { type: 'input_audio'; input_audio: { data: string; format: 'wav' | 'mp3' } }
  | { type: 'file'; file: { filename?: string; file_data?: string; file_id?: string } };

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
