import type { ProviderOptions } from '@everlong/core';

/** The characters of the shortest encrypted reasoning. */
const ENVELOPE_CHARACTERS = 900;
const CHARACTERS_PER_TOKEN = 6.5;

/**
 * Tokens of reasoning that OpenAI hands out encrypted and takes back with the next call
 * (`reasoningEncryptedContent` of the AI SDK), from its length. The two constants fit 80 calls of
 * Codex whose provider reported the reasoning tokens (15 tokens: 996 characters, 572: 4,684).
 */
export function encryptedReasoningTokens(options: ProviderOptions | undefined): number {
  let tokens = 0;
  for (const provider of Object.values(options ?? {})) {
    const content = provider['reasoningEncryptedContent'];
    if (typeof content !== 'string' || content === '') continue;
    tokens += Math.max(0, Math.ceil((content.length - ENVELOPE_CHARACTERS) / CHARACTERS_PER_TOKEN));
  }
  return tokens;
}
