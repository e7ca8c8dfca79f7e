/** What a request may hold besides tokens. */
export interface RequestLimits {
  /** Inline files together, as base64 text. */
  maxFileBytes: number;
  maxImages: number;
  /** One inline image, as base64 text. */
  maxImageBytes: number;
  maxMessages: number;
  /** Whether results of tools may hold files; elsewhere adapters send these as long texts. */
  toolResultFiles: boolean;
  /** Kinds of files that the provider was seen to refuse, as `kindOfFile` calls them. */
  refusedFiles?: readonly string[];
}

const MIB = 1024 * 1024;

/**
 * By provider. Anthropic: 32 MB a request, 100 images for models with a 200k window, 5 MB an image
 * (https://platform.claude.com/docs/en/api/overview#request-size-limits,
 * https://platform.claude.com/docs/en/build-with-claude/vision.md). Google: 7 MB an inline file,
 * 900 images for the strictest current text model, 20 MB a request with inline data before the
 * limit was raised
 * (https://docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/image-understanding).
 * OpenAI's chat API takes 2,048 messages
 * (https://portkey.ai/error-library/length-limit-error-10026). File limits stay 2 MiB below a
 * request's, for its text. Where no number is known, the strictest holds.
 */
const STRICTEST: RequestLimits = {
  maxFileBytes: 18 * MIB,
  maxImages: 100,
  maxImageBytes: 5 * MIB,
  maxMessages: 2048,
  toolResultFiles: true,
};

const LIMITS: Readonly<Record<string, RequestLimits>> = {
  anthropic: { ...STRICTEST, maxFileBytes: 30 * MIB, maxMessages: 100_000 },
  google: { ...STRICTEST, maxImages: 900, maxImageBytes: 7 * MIB, maxMessages: 100_000 },
  openai: STRICTEST,
};

/** The limits of a provider; the strictest known ones where there is none. */
export function requestLimits(provider: string | undefined): RequestLimits {
  if (provider === undefined) return STRICTEST;
  return LIMITS[provider] ?? { ...STRICTEST, toolResultFiles: false };
}
