import { type RuleSource, seen, unverified } from './rule-source.js';

const NOVEMBER = '2026-11-23';

/**
 * The rules of `validateOpenAIChat`: each id with its source and the day of reading.
 */
export const openaiChatRules = {
  /** The body is a JSON object. */
  'openai-chat/body-object': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/chat/create, openai 7.57.0 (npm)',
  ),
  /** `model` is a non-empty string. */
  'openai-chat/model': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/chat/create, openai 7.57.0 (npm)',
  ),
  /** There is at least one message. */
  'openai-chat/messages-non-empty': unverified('danny-avila/LibreChat#10408'),
  /** There are at most 2,048 messages. */
  'openai-chat/messages-count': unverified(
    'https://portkey.ai/error-library/length-limit-error-10026',
  ),
  /** A role is system, developer, user, assistant or tool. */
  'openai-chat/role': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/chat/create, openai 7.57.0 (npm)',
  ),
  /**
   * The last message is of role user or tool. The API takes others; a request of ours never ends
   * so.
   */
  'openai-chat/ends-with-user-or-tool': unverified(
    'https://platform.openai.com/docs/guides/function-calling?api-mode=chat',
  ),
  /** Content is a string or an array of parts; only an assistant's may be null. */
  'openai-chat/content': seen(
    NOVEMBER,
    'langchain-ai/langchainjs#4153, run-llama/llama_index#17555, openai 7.57.0 (npm)',
  ),
  /** An array of content parts is not empty. */
  'openai-chat/content-non-empty': unverified(
    'https://platform.openai.com/docs/api-reference/chat/create',
  ),
  /** An assistant message has content, tool calls, a refusal or the id of its audio. */
  'openai-chat/assistant-content': seen(
    NOVEMBER,
    'run-llama/llama_index#17921, vercel/ai#13744, openai 7.57.0 (npm)',
  ),
  /**
   * A part is of a type that its role allows: all but the user send text (the assistant also a
   * refusal).
   */
  'openai-chat/part-type': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/chat/create, openai 7.57.0 (npm)',
  ),
  /** A text part holds a string. */
  'openai-chat/text': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/chat/create, openai 7.57.0 (npm)',
  ),
  /** An image is a web URL, or base64 data of a PNG, JPEG, GIF or WebP. */
  'openai-chat/image-url': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/guides/images-vision, openai 7.57.0 (npm)',
  ),
  /** Audio is base64 data in wav or mp3; a file is an id, or data with a name. */
  'openai-chat/file': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/chat/create, openai 7.57.0 (npm)',
  ),
  /** `tool_calls`, where present, holds 1 to 128 calls. */
  'openai-chat/tool-calls-count': unverified('openai/openai-node#1341, github/copilot-cli#669'),
  /** A tool call is of type function or custom. */
  'openai-chat/tool-call-type': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/chat/create, openai 7.57.0 (npm)',
  ),
  /**
   * A tool call id has 1 to 40 characters. Newer deployments were seen to take more
   * (vercel/ai#17233); the bound that all of them take is kept.
   */
  'openai-chat/tool-call-id': unverified(
    'agno-agi/agno#5382, microsoft/autogen#6377, BerriAI/litellm#17343',
  ),
  /** The tool calls of one message have different ids. */
  'openai-chat/tool-call-id-unique': unverified(
    'https://platform.openai.com/docs/guides/function-calling?api-mode=chat',
  ),
  /** A function's or custom tool's name has 1 to 64 letters, digits, `_` and `-`. */
  'openai-chat/function-name': seen(
    NOVEMBER,
    'nanbingxyz/5ire#33, ravitemer/mcphub.nvim#243, continuedev/continue#11645, openai 7.57.0 (npm)',
  ),
  /** Arguments are a string of JSON, the input of a custom tool any string. */
  'openai-chat/arguments': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/chat/create, openai 7.57.0 (npm)',
  ),
  /** A tool message answers a call of the assistant message before it. */
  'openai-chat/tool-follows-call': unverified('miurla/morphic#136, prism-php/prism#175'),
  /** Every tool call is answered before any other message. */
  'openai-chat/tool-calls-answered': unverified('BerriAI/litellm#10083, evalstate/fast-agent#314'),
  /** A tool call is answered once. */
  'openai-chat/tool-answer-once': unverified(
    'https://platform.openai.com/docs/guides/function-calling?api-mode=chat',
  ),
  /** `tools`, where present, holds 1 to 128 tools. */
  'openai-chat/tools-count': unverified('zed-industries/zed#42393, baptisteArno/typebot.io#1205'),
} as const satisfies Record<string, RuleSource>;
