import { type RuleSource, seen, unverified } from './rule-source.js';

const NOVEMBER = '2026-11-23';

/**
 * The rules of `validateGemini`: each id with its source and the day of reading.
 */
export const geminiRules = {
  /** The body is a JSON object. */
  'gemini/body-object': seen(
    NOVEMBER,
    'https://ai.google.dev/api/generate-content, @google/genai 3.1.0',
  ),
  /** The whole request, inline data included, is at most 100 MB (20 MB before 2026). */
  'gemini/request-bytes': unverified(
    'https://blog.google/innovation-and-ai/technology/developers-tools/gemini-api-new-file-limits, https://ai.google.dev/gemini-api/docs/file-input-methods',
  ),
  /** `systemInstruction` holds at least one text part, none empty. */
  'gemini/system-shape': unverified('songquanpeng/one-api#2243'),
  /** There is at least one content. */
  'gemini/contents-non-empty': unverified('https://ai.google.dev/api/generate-content'),
  /** A role is user or model. */
  'gemini/role': seen(
    NOVEMBER,
    'the-open-agent/openagent#1666, sashiko-dev/sashiko#500, @google/genai 3.1.0',
  ),
  /** The last content is the user's (function responses are). */
  'gemini/ends-with-user': unverified('crewAIInc/crewAI#6973, songquanpeng/one-api#836'),
  /** A content has at least one part. */
  'gemini/parts-non-empty': unverified('langgenius/dify#30566, livekit/agents#1397'),
  /** A part has exactly one data field. */
  'gemini/part-data': seen(
    NOVEMBER,
    'QuantumNous/new-api#632, genkit-ai/genkit#3816, @google/genai 3.1.0',
  ),
  /** A text is not empty, unless it only carries a thought signature. */
  'gemini/text-non-empty': unverified('54xzh/FLIT#69, router-for-me/CLIProxyAPI#1292'),
  /** Inline data has a full media type and well-formed base64. */
  'gemini/inline-data': seen(
    NOVEMBER,
    'https://ai.google.dev/gemini-api/docs/file-input-methods, @google/genai 3.1.0',
  ),
  /** File data has a URI. */
  'gemini/file-data': seen(
    NOVEMBER,
    'https://ai.google.dev/gemini-api/docs/file-input-methods, @google/genai 3.1.0',
  ),
  /**
   * A function name, defined, called or answered, starts with a letter or `_` and has at most 128
   * letters, digits, `_`, `.`, `:` and `-` (64 in earlier error texts).
   */
  'gemini/function-name': seen(
    NOVEMBER,
    'google-gemini/gemini-cli#6704, https://ai.google.dev/api/caching#FunctionDeclaration, @google/genai 3.1.0',
  ),
  /** A function call's arguments, where present, are an object. */
  'gemini/call-args': seen(
    NOVEMBER,
    'https://ai.google.dev/api/caching#FunctionCall, @google/genai 3.1.0',
  ),
  /** A function response is an object. */
  'gemini/response-object': seen(
    NOVEMBER,
    'https://ai.google.dev/api/caching#FunctionResponse, @google/genai 3.1.0',
  ),
  /**
   * Function calls come directly after a user content. Text of the model in a content of its own
   * between them was seen refused (continuedev/continue#11805) and seen sent by Google's own
   * client (google-gemini/gemini-cli#685): the safe reading is kept.
   */
  'gemini/call-position': unverified('google-gemini/gemini-cli#11814, continuedev/continue#11805'),
  /** Function responses come directly after function calls. */
  'gemini/response-position': unverified('langchain-ai/langchain#27799, BerriAI/litellm#26755'),
  /** A content with calls is followed by as many responses. */
  'gemini/response-count': unverified(
    'google-gemini/gemini-cli#4217, google-gemini/gemini-cli#16543',
  ),
  /** A response has the name, and where both have one the id, of a call before it. */
  'gemini/response-matches-call': seen(
    NOVEMBER,
    'https://ai.google.dev/gemini-api/docs/function-calling, @google/genai 3.1.0',
  ),
  /**
   * In the current turn the first function call of each model content carries a thought
   * signature. Gemini 3 asks for it; the body does not name its model, so the rule applies
   * to bodies where any function call is signed. Adapters that write the documented
   * stand-in for a missing signature pass.
   */
  'gemini/thought-signature': seen(
    NOVEMBER,
    'https://ai.google.dev/gemini-api/docs/thought-signatures, nanbingxyz/5ire#405',
  ),
} as const satisfies Record<string, RuleSource>;
