import type { JsonObject } from '@everlong/core';

/** A content of `generateContent`, as requests hold it. */
export interface GeminiContent {
  role: 'user' | 'model';
  parts: GeminiPart[];
}

/** A part with exactly one of the fields that hold data. */
export interface GeminiPart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  inlineData?: { mimeType: string; data: string };
  fileData?: { mimeType?: string; fileUri: string };
  functionCall?: { id?: string; name: string; args?: Record<string, unknown> };
  functionResponse?: GeminiFunctionResponse;
}

/** What a function gave, for the call of this id or else of this name. */
export interface GeminiFunctionResponse {
  id?: string;
  name: string;
  response: Record<string, unknown>;
  parts?: { inlineData: { mimeType: string; data: string } }[];
}

/** Tools as `generateContent` takes them. */
export interface GeminiTool {
  functionDeclarations?: {
    name: string;
    description?: string;
    parametersJsonSchema?: JsonObject;
  }[];
}

/**
 * What `write` makes of a request: everything that `generateContent` of `@google/genai` takes but
 * the model and the settings.
 */
export interface GeminiBody {
  contents: GeminiContent[];
  config?: { systemInstruction?: { parts: { text: string }[] }; tools?: GeminiTool[] };
}
