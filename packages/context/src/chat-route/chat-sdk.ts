/**
 * What `handleChat` uses of the AI SDK: the same in `ai` 6 and 7, but for the names of two options.
 */
export interface ChatSdk {
  streamText(options: object): ChatResult;
  wrapLanguageModel(options: { model: never; middleware: never }): object;
  createUIMessageStreamResponse(options: {
    stream: ReadableStream<never>;
    headers?: Record<string, string>;
  }): Response;
  /** Of `ai` 7, and of `ai` 6. */
  isStepCount?(steps: number): unknown;
  stepCountIs?(steps: number): unknown;
}

interface ChatResult {
  toUIMessageStream(options: object): ReadableStream<UiChunk>;
}

/** A chunk of a UI message stream. */
export interface UiChunk {
  type: string;
  [field: string]: unknown;
}

/** The SDK that the application has. */
export async function loadChatSdk(): Promise<ChatSdk> {
  const sdk: unknown = await import('ai');
  return sdk as ChatSdk;
}

/** Whether these are the functions of `ai` 6. */
export function isVersion6(sdk: ChatSdk): boolean {
  return sdk.isStepCount === undefined;
}
