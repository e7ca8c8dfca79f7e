import type { DataContent } from './message.js';

/**
 * A message in the shapes of `ai` 6: file data untagged, files in results by their older names,
 * JSON that may be changed. It is structurally the `ModelMessage` of that version.
 */
export type AiSdk6Message = MessageWith<WrittenContent | Media>;

/**
 * The result of `toAiSdk6Message`: no shape that `ai` 7 has given up, so that both versions take
 * it.
 */
export type SharedAiSdkMessage = MessageWith<WrittenContent>;

type MessageWith<Content> =
  | ({ role: 'system'; content: string } & Optioned)
  | ({ role: 'user'; content: string | (Text | Image | File)[] } & Optioned)
  | ({
      role: 'assistant';
      content: string | (Text | File | Reasoning | Call | Result<Content> | ApprovalRequest)[];
    } & Optioned)
  | ({ role: 'tool'; content: (Result<Content> | ApprovalResponse)[] } & Optioned);

type Json = null | string | number | boolean | JsonObject | Json[];

type JsonObject = { [key: string]: Json | undefined };

interface Optioned {
  providerOptions?: Record<string, JsonObject>;
}

interface Text extends Optioned {
  type: 'text';
  text: string;
}

interface Image extends Optioned {
  type: 'image';
  image: DataContent | URL;
  mediaType?: string;
}

interface File extends Optioned {
  type: 'file';
  data: DataContent | URL;
  filename?: string;
  mediaType: string;
}

interface Reasoning extends Optioned {
  type: 'reasoning';
  text: string;
}

interface Call extends Optioned {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerExecuted?: boolean;
}

interface Result<Content> extends Optioned {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output:
    | ({ type: 'text' | 'error-text'; value: string } & Optioned)
    | ({ type: 'json' | 'error-json'; value: Json } & Optioned)
    | ({ type: 'execution-denied'; reason?: string } & Optioned)
    | { type: 'content'; value: Content[] };
}

interface Media {
  type: 'media';
  data: string;
  mediaType: string;
}

type WrittenContent =
  | Text
  | ({ type: 'file-data'; data: string; mediaType: string; filename?: string } & Optioned)
  | ({ type: 'file-url'; url: string; mediaType?: string } & Optioned)
  | ({
      type: 'file-id' | 'image-file-id';
      fileId: string | Record<string, string>;
    } & Optioned)
  | ({ type: 'image-data'; data: string; mediaType: string } & Optioned)
  | ({ type: 'image-url'; url: string } & Optioned)
  | ({ type: 'custom' } & Optioned);

interface ApprovalRequest {
  type: 'tool-approval-request';
  approvalId: string;
  toolCallId: string;
  signature?: string;
  inputSchemaInput?: unknown;
}

interface ApprovalResponse {
  type: 'tool-approval-response';
  approvalId: string;
  approved: boolean;
  reason?: string;
  providerExecuted?: boolean;
}
