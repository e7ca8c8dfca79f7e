/**
 * The rules of `validateOpenAIChat`: each id with its source, a page of the provider
 * or a public issue (`owner/repo#number`) that shows the API's refusal.
 */
export const openaiChatRules = {
  /** The body is a JSON object. */
  'openai-chat/body-object': 'https://platform.openai.com/docs/api-reference/chat/create',
  /** `model` is a non-empty string. */
  'openai-chat/model': 'https://platform.openai.com/docs/api-reference/chat/create',
  /** There is at least one message. */
  'openai-chat/messages-non-empty': 'danny-avila/LibreChat#10408',
  /** There are at most 2,048 messages. */
  'openai-chat/messages-count': 'https://portkey.ai/error-library/length-limit-error-10026',
  /** A role is system, developer, user, assistant or tool. */
  'openai-chat/role': 'https://platform.openai.com/docs/api-reference/chat/create',
  /**
   * The last message is of role user or tool. The API takes others; a request of ours never ends
   * so.
   */
  'openai-chat/ends-with-user-or-tool':
    'https://platform.openai.com/docs/guides/function-calling?api-mode=chat',
  /** Content is a string or an array of parts; only an assistant's may be null. */
  'openai-chat/content': 'langchain-ai/langchainjs#4153, run-llama/llama_index#17555',
  /** An array of content parts is not empty. */
  'openai-chat/content-non-empty': 'https://platform.openai.com/docs/api-reference/chat/create',
  /** An assistant message has content, tool calls, a refusal or the id of its audio. */
  'openai-chat/assistant-content': 'run-llama/llama_index#17921, vercel/ai#13744',
  /**
   * A part is of a type that its role allows: all but the user send text (the assistant also a
   * refusal).
   */
  'openai-chat/part-type': 'https://platform.openai.com/docs/api-reference/chat/create',
  /** A text part holds a string. */
  'openai-chat/text': 'https://platform.openai.com/docs/api-reference/chat/create',
  /** An image is a web URL, or base64 data of a PNG, JPEG, GIF or WebP. */
  'openai-chat/image-url': 'https://platform.openai.com/docs/guides/images-vision',
  /** Audio is base64 data in wav or mp3; a file is an id, or data with a name. */
  'openai-chat/file': 'https://platform.openai.com/docs/api-reference/chat/create',
  /** `tool_calls`, where present, holds 1 to 128 calls. */
  'openai-chat/tool-calls-count': 'openai/openai-node#1341, github/copilot-cli#669',
  /** A tool call is of type function or custom. */
  'openai-chat/tool-call-type': 'https://platform.openai.com/docs/api-reference/chat/create',
  /**
   * A tool call id has 1 to 40 characters. Newer deployments were seen to take more
   * (vercel/ai#17233); the bound that all of them take is kept.
   */
  'openai-chat/tool-call-id': 'agno-agi/agno#5382, microsoft/autogen#6377, BerriAI/litellm#17343',
  /** The tool calls of one message have different ids. */
  'openai-chat/tool-call-id-unique':
    'https://platform.openai.com/docs/guides/function-calling?api-mode=chat',
  /** A function's or custom tool's name has 1 to 64 letters, digits, `_` and `-`. */
  'openai-chat/function-name':
    'nanbingxyz/5ire#33, ravitemer/mcphub.nvim#243, continuedev/continue#11645',
  /** Arguments are a string of JSON, the input of a custom tool any string. */
  'openai-chat/arguments': 'https://platform.openai.com/docs/api-reference/chat/create',
  /** A tool message answers a call of the assistant message before it. */
  'openai-chat/tool-follows-call': 'miurla/morphic#136, prism-php/prism#175',
  /** Every tool call is answered before any other message. */
  'openai-chat/tool-calls-answered': 'BerriAI/litellm#10083, evalstate/fast-agent#314',
  /** A tool call is answered once. */
  'openai-chat/tool-answer-once':
    'https://platform.openai.com/docs/guides/function-calling?api-mode=chat',
  /** `tools`, where present, holds 1 to 128 tools. */
  'openai-chat/tools-count': 'zed-industries/zed#42393, baptisteArno/typebot.io#1205',
} as const;
