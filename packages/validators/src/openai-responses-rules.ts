import { type RuleSource, seen, unverified } from './rule-source.js';

const NOVEMBER = '2026-11-23';

/**
 * The rules of `validateOpenAIResponses`: each id with its source and the day of reading.
 *
 * Not among them: an item "provided without its required 'reasoning' item". Whether a stored
 * message or call had reasoning is known to the provider alone.
 */
export const openaiResponsesRules = {
  /** The body is a JSON object. */
  'openai-responses/body-object': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/responses/create, openai 7.57.0 (npm)',
  ),
  /** `model` is a non-empty string. */
  'openai-responses/model': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/responses/create, openai 7.57.0 (npm)',
  ),
  /** `input` is a non-empty string or a non-empty array. */
  'openai-responses/input-non-empty': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/responses/create, openai 7.57.0 (npm)',
  ),
  /** An item is of a known type. */
  'openai-responses/item-type': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/responses/create, openai 7.57.0 (npm)',
  ),
  /** A message's role is user, assistant, system or developer. */
  'openai-responses/role': unverified(
    'https://platform.openai.com/docs/api-reference/responses/create',
  ),
  /** A message's content is a string or a non-empty array. */
  'openai-responses/content-non-empty': unverified(
    'https://platform.openai.com/docs/api-reference/responses/create',
  ),
  /** Input roles send input parts, the assistant output_text and refusal. */
  'openai-responses/part-type': unverified('jeremychone/rust-genai#119, BerriAI/litellm#17507'),
  /** A text part holds a string. */
  'openai-responses/text': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/responses/create, openai 7.57.0 (npm)',
  ),
  /** An image is a file id, a web URL, or base64 data of a PNG, JPEG, GIF or WebP. */
  'openai-responses/image': unverified('https://platform.openai.com/docs/guides/images-vision'),
  /** A file is an id, a URL, or data with a name. */
  'openai-responses/file': unverified(
    'https://platform.openai.com/docs/api-reference/responses/create',
  ),
  /** A call id has 1 to 64 characters. */
  'openai-responses/call-id': unverified('HKUDS/nanobot#1623, earendil-works/pi#1022'),
  /** No two calls of one kind have one call id. */
  'openai-responses/call-id-unique': unverified(
    'https://platform.openai.com/docs/guides/function-calling',
  ),
  /** A called or defined function's name has 1 to 128 letters, digits, `_` and `-`. */
  'openai-responses/function-name': unverified('diegosouzapw/OmniRoute#4317, nanbingxyz/5ire#33'),
  /** Arguments are a string of JSON. */
  'openai-responses/arguments': unverified(
    'https://platform.openai.com/docs/api-reference/responses/create',
  ),
  /** Every call has its output later in the input. */
  'openai-responses/call-answered': unverified(
    'bytedance/trae-agent#245, Azure/azure-sdk-for-python#46092',
  ),
  /** Every output has its call before it (unless the request continues a stored response). */
  'openai-responses/output-follows-call': unverified(
    'continuedev/continue#10092, leookun/cursor-byok#307',
  ),
  /** A call has one output. */
  'openai-responses/output-once': unverified(
    'https://platform.openai.com/docs/guides/function-calling',
  ),
  /** A function's output is a string or an array of input parts. */
  'openai-responses/output-content': seen(
    NOVEMBER,
    'https://platform.openai.com/docs/api-reference/responses/create, openai 7.57.0 (npm)',
  ),
  /** An item id has its type's prefix (`msg`, `rs`, `fc`) and else letters, digits, `_` and `-`. */
  'openai-responses/item-id': unverified(
    'openai/codex#33176, nodetool-ai/nodetool#4252, earendil-works/pi#1022',
  ),
  /** No two items have one id; references count. */
  'openai-responses/item-id-unique': unverified('earendil-works/pi#5151, vercel/ai#7883'),
  /** A reasoning item holds a summary array and an id or encrypted content. */
  'openai-responses/reasoning-content': seen(
    NOVEMBER,
    'https://developers.openai.com/api/docs/guides/reasoning#encrypted-reasoning-items, openai 7.57.0 (npm)',
  ),
  /** A reasoning item is directly followed by the message or call that it led to. */
  'openai-responses/reasoning-followed': unverified(
    'openai/openai-node#1567, UKGovernmentBEIS/inspect_ai#1990',
  ),
  /**
   * With `store: false` there are no references, and reasoning comes with its encrypted content.
   */
  'openai-responses/stored-items': unverified(
    'https://developers.openai.com/api/docs/guides/reasoning#encrypted-reasoning-items',
  ),
  /**
   * The last item is a user's message or an output. The API takes others; a request of ours never
   * ends so.
   */
  'openai-responses/ends-with-user-or-output': unverified(
    'https://platform.openai.com/docs/guides/function-calling',
  ),
  /** There are at most 128 tools. */
  'openai-responses/tools-count': unverified('zed-industries/zed#32946, whoz-oss/coday#220'),
} as const satisfies Record<string, RuleSource>;
