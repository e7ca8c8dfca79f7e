/** What a session makes of an error that a provider gave. */
export interface RecoverResult {
  retry: boolean;
  /** Whether the error said that the prompt is too long, retried or not. */
  overflow: boolean;
  reason: string;
  /** The limit that the error named, in tokens of the whole prompt. */
  maxInputTokens?: number;
}
