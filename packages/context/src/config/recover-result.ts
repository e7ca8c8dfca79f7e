/** What a session makes of an error that a provider gave. */
export interface RecoverResult {
  /** Whether to `prepare` and call the model again. */
  retry: boolean;
  /** Whether the error said that the prompt is too long, retried or not. */
  overflow: boolean;
  /** Why, as a sentence. */
  reason: string;
  /** The limit that the error named, in tokens of the whole prompt. */
  maxInputTokens?: number;
}
