import { type RuleSource, seen, unverified } from './rule-source.js';

const NOVEMBER = '2026-11-23';

/**
 * The rules of `validateAnthropicMessages`: each id with its source and the day of reading.
 */
export const anthropicMessagesRules = {
  /** The body is a JSON object. */
  'anthropic/body-object': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/api/messages, @anthropic-ai/sdk 1.12.0',
  ),
  /** `model` is a non-empty string. */
  'anthropic/model': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/api/messages, @anthropic-ai/sdk 1.12.0',
  ),
  /** `max_tokens` is an integer of at least 0, which only fills the cache. */
  'anthropic/max-tokens': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/api/messages, @anthropic-ai/sdk 1.12.0',
  ),
  /** The whole request is at most 32 MB. */
  'anthropic/request-bytes': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/api/overview#request-size-limits',
  ),
  /** `system` is a string or an array of text blocks. */
  'anthropic/system-shape': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/api/messages, @anthropic-ai/sdk 1.12.0',
  ),
  /** There is at least one message. */
  'anthropic/messages-non-empty': unverified('https://platform.claude.com/docs/en/api/messages'),
  /** There are at most 100,000 messages. */
  'anthropic/messages-count': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/api/messages, @anthropic-ai/sdk 1.12.0',
  ),
  /** Roles are user and assistant, and for the models that take it in mid-conversation system. */
  'anthropic/message-role': seen(
    NOVEMBER,
    'ianarawjo/ChainForge#271, https://github.com/langchain-ai/langchainjs/releases/tag/@langchain%2Fanthropic@1.5.13, @anthropic-ai/sdk 1.12.0',
  ),
  /** A system message follows the user's, and an answer or nothing follows it. */
  'anthropic/system-place': seen(
    NOVEMBER,
    'anthropics/claude-code#73821, https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages',
  ),
  /**
   * The first message is the user's. The first-party endpoint has relaxed this, hosted ones have
   * not, so it is kept.
   */
  'anthropic/first-message-user': unverified(
    'langchain4j/langchain4j#940, anthropics/anthropic-sdk-typescript#622',
  ),
  /** The last message is the user's, or a system one behind it: newer models refuse an assistant prefill. */
  'anthropic/ends-with-user': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-6#breaking-changes, agenticloops-ai/agentic-ai-engineering#43, smallmain/vscode-unify-chat-provider#249',
  ),
  /** No message has empty content. */
  'anthropic/content-non-empty': unverified(
    'anthropics/claude-code#6774, corespeed-io/zypher-agent#122',
  ),
  /** Content holds objects of the block types known for the role. */
  'anthropic/block-type': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/api/messages, @anthropic-ai/sdk 1.12.0',
  ),
  /** No text block is empty, in `system`, messages or tool results. */
  'anthropic/text-non-empty': unverified(
    'anthropics/claude-code#59812, mckaywrigley/chatbot-ui#1656',
  ),
  /** No text block is white space only. */
  'anthropic/text-not-blank': unverified(
    'anthropics/claude-code#23440, NousResearch/hermes-agent#41985',
  ),
  /** No text block holds half of a surrogate pair. */
  'anthropic/text-well-formed': unverified(
    'anthropics/claude-code#60394, anthropics/claude-code#9586',
  ),
  /** A tool use id is made of letters, digits, `_` and `-`. */
  'anthropic/tool-use-id': unverified('HKUDS/nanobot#4356, anomalyco/opencode#1279'),
  /** No two tool uses of a request have one id. */
  'anthropic/tool-use-id-unique': unverified(
    'anthropics/claude-code#20700, NachoSEO/claudegram#12',
  ),
  /** A tool name, defined or called, has 1 to 128 letters, digits, `_` and `-`. */
  'anthropic/tool-name': unverified(
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools, anthropics/claude-code#96152',
  ),
  /** A tool use's input is an object. */
  'anthropic/tool-use-input': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls',
  ),
  /** Every tool use has its result in the very next message. */
  'anthropic/tool-use-answered': seen(
    NOVEMBER,
    'Kilo-Org/kilocode#5163, OpenHands/OpenHands#7512, anthropics/claude-code#15205',
  ),
  /** Tool results come before any other block of their message. */
  'anthropic/tool-result-first': unverified(
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls',
  ),
  /** A tool result answers a tool use of the message before it. */
  'anthropic/tool-result-follows-tool-use': unverified(
    'anthropics/claude-code#18947, tghamm/Anthropic.SDK#184',
  ),
  /** A tool use has one result. */
  'anthropic/tool-result-once': unverified(
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls',
  ),
  /**
   * Tool result content is absent, a string, or an array of text, image, document, search result,
   * tool reference or browser state blocks.
   */
  'anthropic/tool-result-content': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls, @anthropic-ai/sdk 1.12.0',
  ),
  /** An error result says something, in text only. */
  'anthropic/tool-result-error': unverified(
    'jlevy/markform#153, can1357/oh-my-pi#2250, vellum-ai/vellum-assistant#18387',
  ),
  /** A tool that Anthropic ran has its use and its result in one message, in this order. */
  'anthropic/server-tool-paired': seen(
    NOVEMBER,
    'anthropics/claude-code#95406, vellum-ai/vellum-assistant#19986, anthropics/claude-code#92509',
  ),
  /** A thinking block has its text and a signature; a redacted one has its data. */
  'anthropic/thinking-signature': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/build-with-claude/extended-thinking, @anthropic-ai/sdk 1.12.0',
  ),
  /** An assistant message does not end in thinking. */
  'anthropic/thinking-not-last': unverified('tailcallhq/forgecode#2107'),
  /** With `thinking.type` enabled, the tool loop under way starts with a thinking block. */
  'anthropic/thinking-starts-loop': unverified(
    'pydantic/pydantic-ai#2040, anthropics/claude-code#12894',
  ),
  /** A thinking budget is at least 1,024 and below `max_tokens`. */
  'anthropic/thinking-budget': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/build-with-claude/extended-thinking, @anthropic-ai/sdk 1.12.0',
  ),
  /** An image or document source is base64 data, a URL, a file id or (documents) text. */
  'anthropic/media-source': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/build-with-claude/vision, @anthropic-ai/sdk 1.12.0',
  ),
  /** Inline images are JPEG, PNG, GIF or WebP; inline documents PDF or plain text. */
  'anthropic/media-type': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/build-with-claude/vision, @anthropic-ai/sdk 1.12.0',
  ),
  /** Inline data is well-formed base64. */
  'anthropic/media-base64': unverified(
    'https://platform.claude.com/docs/en/build-with-claude/vision',
  ),
  /** An inline image is at most 5 MB (5,242,880 bytes), counted on its base64 text. */
  'anthropic/image-bytes': unverified('anthropics/claude-code#19631, lobehub/lobehub#14711'),
  /** At most 100 images a request for models with a 200k window, 600 for the others. */
  'anthropic/image-count': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/build-with-claude/vision.md',
  ),
  /** At most 4 blocks carry `cache_control`. */
  'anthropic/cache-control-count': seen(
    NOVEMBER,
    'continuedev/continue#6937, tghamm/Anthropic.SDK#50, @ai-sdk/anthropic 4.0.105',
  ),
  /**
   * A one-hour cache block does not come after a five-minute one (order: tools, system, messages).
   */
  'anthropic/cache-control-ttl': unverified(
    'headroomlabs-ai/headroom#2939, vellum-ai/vellum-assistant#22191',
  ),
  /** Tool names are unique. */
  'anthropic/tools-unique': unverified('eclipse-theia/theia#16122, anthropics/claude-code#10687'),
  /** A custom tool has an input schema of type object. */
  'anthropic/tool-schema': seen(
    NOVEMBER,
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools, @anthropic-ai/sdk 1.12.0',
  ),
} as const satisfies Record<string, RuleSource>;
