/** A message of `useChat`: a `UIMessage` of `ai` 6 and 7. */
export interface AiSdkUiMessage {
  id: string;
  role: 'system' | 'user' | 'assistant';
  metadata?: unknown;
  // `any` like the SDK's own parts of unknown tools: each type has fields of its own.
  parts: AiSdkUiPart[];
}

/** A part of a UI message; its fields are those of its type. */
// eslint-disable-next-line typescript/no-explicit-any
export type AiSdkUiPart = any;
