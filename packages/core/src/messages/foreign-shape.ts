/** The formats that `@everlong/formats` reads messages of, by the names of its entries. */
export const sdkFormatNames = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'gemini',
  'langchain',
  'ai-sdk',
] as const;

/** An SDK whose messages are read and whose bodies are written. */
export type SdkFormatName = (typeof sdkFormatNames)[number];

/** The identity of a value that was given for a message. */
export interface ForeignShape {
  format: SdkFormatName;
  /** Its name for people: "a message of OpenAI's Chat Completions API". */
  what: string;
  /** The sign that identified it. */
  mark: string;
}

type Fields = Record<string, unknown>;

const names: Readonly<Record<SdkFormatName, string>> = {
  'openai-chat': "a message of OpenAI's Chat Completions API",
  'openai-responses': "an item of OpenAI's Responses API",
  anthropic: "a message of Anthropic's Messages API",
  gemini: 'a content of Gemini',
  langchain: 'a message of LangChain',
  'ai-sdk': 'a UI message of the AI SDK',
};

/** Types of content parts that only one API has. */
const partTypes: Readonly<Record<string, SdkFormatName>> = {
  image_url: 'openai-chat',
  input_audio: 'openai-chat',
  refusal: 'openai-chat',
  input_text: 'openai-responses',
  input_image: 'openai-responses',
  input_file: 'openai-responses',
  output_text: 'openai-responses',
  tool_use: 'anthropic',
  tool_result: 'anthropic',
  thinking: 'anthropic',
  redacted_thinking: 'anthropic',
  server_tool_use: 'anthropic',
  mcp_tool_use: 'anthropic',
  document: 'anthropic',
  search_result: 'anthropic',
  container_upload: 'anthropic',
};

/** Fields of content parts that only one API has. */
const partFields: Readonly<Record<string, SdkFormatName>> = {
  cache_control: 'anthropic',
  citations: 'anthropic',
  prompt_cache_breakpoint: 'openai-chat',
};

/**
 * Whose message a value is, if it is plainly another SDK's; `undefined` for one of ours and for
 * anything else. Looks at no more than its own fields and the types of its parts.
 */
export function foreignShapeOf(value: unknown): ForeignShape | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Fields;
  return langChainShape(fields) ?? bodyShape(fields) ?? messageShape(fields);
}

/** The types of LangChain's messages. */
const langChainTypes = /^(?:human|ai|system|developer|tool|function|chat|generic|remove)$/;

function langChainShape(fields: Fields): ForeignShape | undefined {
  const { lc, type, role, data, content, getType, _getType } = fields;
  if (typeof getType === 'function' || typeof _getType === 'function') {
    return shape('langchain', 'it is an object of a message class');
  }
  if (lc === 1) return shape('langchain', '"lc": 1');
  if (!langChainTypes.test(String(type))) return undefined;
  if (typeof data === 'object') return shape('langchain', '"type" and "data"');
  return role === undefined && content !== undefined
    ? shape('langchain', `"type": "${String(type)}"`)
    : undefined;
}

/** Whole bodies, responses, and messages that hold no content of ours. */
function bodyShape(fields: Fields): ForeignShape | undefined {
  const { parts, contents, candidates, choices, output, type, role } = fields;
  for (const mark of ['toolInvocations', 'experimental_attachments']) {
    if (Array.isArray(fields[mark])) return shape('ai-sdk', `"${mark}"`);
  }
  if (Array.isArray(contents)) return shape('gemini', '"contents"');
  if (Array.isArray(candidates)) return shape('gemini', '"candidates"');
  if (Array.isArray(choices)) return shape('openai-chat', '"choices"');
  if (Array.isArray(output) && role === undefined) return shape('openai-responses', '"output"');
  if (role === undefined) {
    const body = requestShape(fields);
    if (body !== undefined) return body;
  }
  if (Array.isArray(parts)) {
    const isUi = parts.every((part) => typeof (part as Fields | null)?.['type'] === 'string');
    return isUi && role !== 'model' ? shape('ai-sdk', '"parts"') : shape('gemini', '"parts"');
  }
  const isItem = /^(?:reasoning|\w+_call|\w+_call_output|item_reference|compaction|mcp_\w+)$/;
  if (role === undefined && isItem.test(String(type))) {
    return shape('openai-responses', `"type": "${String(type)}"`);
  }
  return type === 'message' && role === 'assistant' && Array.isArray(fields['content'])
    ? (contentShape(fields['content'] as Fields[]) ?? shape('anthropic', '"type": "message"'))
    : undefined;
}

/** Whole requests: Anthropic's has its instructions apart, OpenAI's has them in its list. */
function requestShape({ messages, input, ...fields }: Fields): ForeignShape | undefined {
  if (input !== undefined && fields['model'] !== undefined && fields['type'] === undefined) {
    return shape('openai-responses', '"input"');
  }
  if (!Array.isArray(messages)) return undefined;
  const found = (messages as unknown[]).map(foreignShapeOf).find((each) => each !== undefined);
  if (found !== undefined) return found;
  const isAnthropic = fields['system'] !== undefined || fields['stop_sequences'] !== undefined;
  return shape(isAnthropic ? 'anthropic' : 'openai-chat', '"messages"');
}

function messageShape(fields: Fields): ForeignShape | undefined {
  const { role, content } = fields;
  for (const field of ['tool_calls', 'tool_call_id', 'function_call']) {
    if (fields[field] !== undefined) return shape('openai-chat', `"${field}"`);
  }
  if (role === 'developer' || role === 'function') return shape('openai-chat', `"role": "${role}"`);
  if (role === 'assistant' && content === null) return shape('openai-chat', '"content": null');
  // These texts are beside the content, where nobody would read them.
  for (const field of ['refusal', 'audio']) {
    if ((fields[field] ?? '') !== '') return shape('openai-chat', `"${field}"`);
  }
  return Array.isArray(content) ? contentShape(content as Fields[]) : undefined;
}

function contentShape(content: readonly (Fields | null)[]): ForeignShape | undefined {
  for (const part of content) {
    const { type, source, file, data } = part ?? {};
    const marked = Object.entries(partFields).find(
      ([name]) => (part?.[name] ?? undefined) !== undefined,
    );
    if (marked !== undefined) return shape(marked[1], `a part with "${marked[0]}"`);
    const isOwn = Object.hasOwn(partTypes, String(type));
    const format = isOwn ? partTypes[String(type)] : undefined;
    if (format !== undefined) return shape(format, `a part of type ${String(type)}`);
    if (String(type).endsWith('_tool_result'))
      return shape('anthropic', `a part of type ${String(type)}`);
    if (type === 'image' && typeof source === 'object') {
      return shape('anthropic', 'an image with a "source"');
    }
    if (type === 'file' && typeof file === 'object' && data === undefined) {
      return shape('openai-chat', 'a part with a "file"');
    }
  }
  return undefined;
}

function shape(format: SdkFormatName, mark: string): ForeignShape {
  return { format, what: names[format], mark };
}
