import type { JsonObject } from '@everlong/core';

/**
 * An item of the Responses API's `input`. Items of kinds not named here are written as they came.
 */
export type OpenAIResponsesItem =
  | { role: 'user' | 'system' | 'developer'; content: string | OpenAIResponsesInputPart[] }
  | { role: 'assistant'; content: string }
  | OpenAIResponsesOutputMessage
  | OpenAIResponsesReasoning
  | { type: 'function_call'; call_id: string; name: string; arguments: string; id?: string }
  | { type: 'custom_tool_call'; call_id: string; name: string; input: string; id?: string }
  | {
      type: 'function_call_output' | 'custom_tool_call_output';
      call_id: string;
      output: string | OpenAIResponsesInputPart[];
    };

/** An answer as the API returned it. */
export interface OpenAIResponsesOutputMessage {
  type: 'message';
  role: 'assistant';
  id: string;
  status: 'in_progress' | 'completed' | 'incomplete';
  content: (
    | { type: 'output_text'; text: string; annotations: [] }
    | { type: 'refusal'; refusal: string }
  )[];
}

/** Reasoning; the encrypted content can be sent back. */
export interface OpenAIResponsesReasoning {
  type: 'reasoning';
  id: string;
  summary: { type: 'summary_text'; text: string }[];
  encrypted_content?: string;
}

/** A text, an image or a file that is sent to the model. */
export type OpenAIResponsesInputPart =
  | { type: 'input_text'; text: string }
  | {
      type: 'input_image';
      image_url?: string;
      file_id?: string;
      detail: 'auto' | 'low' | 'high' | 'original';
    }
  | {
      type: 'input_file';
      filename?: string;
      file_data?: string;
      file_url?: string;
      file_id?: string;
    };

/** A tool as the Responses API takes it. */
export interface OpenAIResponsesTool {
  type: 'function';
  name: string;
  description?: string;
  parameters: JsonObject;
  /** `false`: the API would otherwise ask for closed schemas without optional fields. */
  strict: boolean;
}

/** What `write` makes of a request: everything of its body but the model and the settings. */
export interface OpenAIResponsesBody {
  instructions?: string;
  input: OpenAIResponsesItem[];
  tools?: OpenAIResponsesTool[];
}
