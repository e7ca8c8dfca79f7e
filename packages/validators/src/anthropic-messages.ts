import type { anthropicMessagesRules } from './anthropic-messages-rules.js';
import { isBase64 } from './is-base64.js';
import type { Fields, Report as RuleReport } from './request-body.js';
import * as shape from './request-body.js';
import type { Violation } from './violation.js';

type Report = RuleReport<keyof typeof anthropicMessagesRules>;
interface Block {
  type: string;
  fields: Fields;
  path: string;
}
interface Message {
  role: string;
  blocks: Block[];
  path: string;
}

const requestBytesLimit = 32 * 1024 * 1024;
const imageBytesLimit = 5 * 1024 * 1024;
const userBlockTypes =
  /^(?:text|image|document|video|tool_result|search_result|container_upload|compaction)$/;
const assistantBlockTypes =
  /^(?:text|thinking|redacted_thinking|tool_use|server_tool_use|mcp_tool_use|\w+_tool_result|compaction|fallback|mcp_tool_listing|container_upload)$/;
const resultBlockTypes = /^(?:text|image|document|search_result|tool_reference|browser_state)$/;
const messagesLimit = 100_000;
const systemBlockTypes = /^(?:text|tool_addition|tool_removal)$/;
/** Those whose API takes system messages in mid-conversation, by their public names. */
const systemModels = /^claude-(?:opus-(?:4-8|5)|(?:sonnet|haiku)-5-5|(?:fable|mythos)-5)/;
const largeWindowModels = /claude-(?:(?:opus|sonnet)-(?:4-[6-9]|[5-9])|fable|mythos)/;

/** Says why Anthropic's Messages API would refuse `body`: empty when it would not. Never throws. */
export function validateAnthropicMessages(body: unknown): Violation[] {
  return shape.violationsOf(body, 'anthropic/body-object', checkBody);
}

function checkBody(body: Fields, report: Report): void {
  checkSettings(body, report);
  const tools = readTools(body.tools, report);
  const system = readSystem(body.system, report);
  const messages = readMessages(body, report);
  const blocks = messages
    .flatMap((message) => message.blocks)
    .flatMap((block) => [block, ...readResultContent(block, report)]);
  checkOrder(messages, body.compaction !== undefined, report);
  checkTexts([...system, ...blocks], report);
  checkToolUses(blocks, report);
  messages.forEach((message, index) => {
    checkToolResults(message, messages[index - 1], report);
    checkToolAnswers(message, messages[index + 1], report);
    checkServerTools(message, report);
    checkThinkingBlocks(message, report);
  });
  checkThinkingLoop(messages, body.thinking, report);
  checkImageCount(blocks, body.model, report);
  blocks.forEach((block) => checkMedia(block, report));
  checkCacheControl([...tools, ...system, ...blocks], body, report);
}

function checkSettings(body: Fields, report: Report): void {
  const { model, max_tokens: maxTokens, thinking } = body;
  if (!shape.isText(model)) report('anthropic/model', 'model', 'there is no model id');
  if (!Number.isInteger(maxTokens) || Number(maxTokens) < 0) {
    report(
      'anthropic/max-tokens',
      'max_tokens',
      `${shape.show(maxTokens)} is not an integer of at least 0`,
    );
  }
  if (shape.isFields(thinking) && thinking.type === 'enabled') {
    const budget = Number(thinking.budget_tokens);
    if (!(budget >= 1024 && budget < Number(maxTokens))) {
      const path = 'thinking.budget_tokens';
      report('anthropic/thinking-budget', path, `${budget} is not within 1024 and max_tokens`);
    }
  }
  if (!shape.fitsBytes(body, requestBytesLimit)) {
    report('anthropic/request-bytes', '', `the body is larger than ${requestBytesLimit} bytes`);
  }
}

function readTools(tools: unknown, report: Report): Block[] {
  const names = new Set<unknown>();
  return shape.listOf(tools).map((tool, index) => {
    const path = `tools[${index}]`;
    const fields = shape.isFields(tool) ? tool : {};
    const { name, type = 'custom', input_schema: schema } = fields;
    if (names.has(name)) {
      report('anthropic/tools-unique', `${path}.name`, `${shape.show(name)} is defined twice`);
    }
    names.add(name);
    if (type === 'custom') {
      checkToolName(name, path, report);
      if (!shape.isFields(schema) || schema.type !== 'object') {
        report('anthropic/tool-schema', `${path}.input_schema`, 'the schema is of no object');
      }
    }
    return { type: 'tool', fields, path };
  });
}

function checkToolName(name: unknown, path: string, report: Report): void {
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,128}$/.test(name)) {
    report('anthropic/tool-name', `${path}.name`, `${shape.show(name)} is not a tool name`);
  }
}

function readSystem(system: unknown, report: Report): Block[] {
  if (system === undefined || typeof system === 'string') return [];
  const refuse = (path: string, message: string) => report('anthropic/system-shape', path, message);
  if (!Array.isArray(system)) refuse('system', `system is ${shape.kindOf(system)}`);
  return readBlocks(system, 'system', /^text$/, refuse);
}

function readMessages({ messages, model }: Fields, report: Report): Message[] {
  const takesSystem = typeof model === 'string' && systemModels.test(model);
  const list = shape.listOf(messages);
  if (list.length > messagesLimit) {
    const text = `there are ${list.length} messages, more than ${messagesLimit}`;
    report('anthropic/messages-count', 'messages', text);
  }
  if (list.length === 0) report('anthropic/messages-non-empty', 'messages', 'there is no message');
  return list.map((message, index) => {
    const path = `messages[${index}]`;
    const {
      role,
      content,
      output_config: settings,
    }: Fields = shape.isFields(message) ? message : {};
    const isSystem = role === 'system' && takesSystem;
    if (role !== 'user' && role !== 'assistant' && !isSystem) {
      report(
        'anthropic/message-role',
        `${path}.role`,
        `${shape.show(role)} is not a role of messages`,
      );
    }
    const isEmpty = !shape.isText(content) && shape.listOf(content).length === 0;
    if (isEmpty && !(isSystem && shape.isFields(settings))) {
      report('anthropic/content-non-empty', `${path}.content`, 'the message has no content');
    }
    const types = isSystem
      ? systemBlockTypes
      : role === 'assistant'
        ? assistantBlockTypes
        : userBlockTypes;
    const blocks = shape.isText(content)
      ? [{ type: 'text', fields: { text: content }, path: `${path}.content` }]
      : readBlocks(content, `${path}.content`, types, (blockPath, text) =>
          report('anthropic/block-type', blockPath, text),
        );
    return { role: shape.isText(role) ? role : shape.kindOf(role), blocks, path };
  });
}

function readBlocks(
  content: unknown,
  path: string,
  types: RegExp,
  refuse: (path: string, message: string) => void,
): Block[] {
  return shape.listOf(content).flatMap((item, index) => {
    const blockPath = `${path}[${index}]`;
    const fields: Fields = shape.isFields(item) ? item : {};
    if (typeof fields.type === 'string' && types.test(fields.type)) {
      return [{ type: fields.type, fields, path: blockPath }];
    }
    refuse(blockPath, `${shape.show(fields.type)} is not a block type here`);
    return [];
  });
}

/** A summary of the provider's opens a conversation in either role, and may be asked for anywhere. */
function checkOrder(messages: Message[], asksForSummary: boolean, report: Report): void {
  const first = messages[0];
  const last = messages.at(-1);
  const isSummary = first?.blocks[0]?.type === 'compaction';
  if (first !== undefined && first.role !== 'user' && !isSummary) {
    report('anthropic/first-message-user', first.path, `the first message is the ${first.role}'s`);
  }
  messages.forEach((message, index) => checkSystemPlace(message, messages, index, report));
  const isOpen = last?.role === 'user' || last?.role === 'system';
  if (last !== undefined && !isOpen && !asksForSummary) {
    report('anthropic/ends-with-user', last.path, `the last message is the ${last.role}'s`);
  }
}

/** Several system messages in a row count as one. */
function checkSystemPlace(
  { role, path }: Message,
  messages: Message[],
  index: number,
  report: Report,
): void {
  if (role !== 'system') return;
  const before = messages.slice(0, index).findLast((message) => message.role !== 'system');
  const after = messages.slice(index).find((message) => message.role !== 'system');
  const isServerTool = before?.blocks.at(-1)?.type.endsWith('_tool_result') === true;
  if ((before?.role !== 'user' && !isServerTool) || after?.role === 'user') {
    report('anthropic/system-place', path, 'a system message stands between a user and an answer');
  }
}

function checkTexts(blocks: Block[], report: Report): void {
  for (const { type, fields, path } of blocks) {
    if (type !== 'text') continue;
    if (!shape.isText(fields.text)) {
      report('anthropic/text-non-empty', `${path}.text`, 'the text is empty');
    } else if (!/\S/.test(fields.text)) {
      report('anthropic/text-not-blank', `${path}.text`, 'the text is white space only');
    } else if (!fields.text.isWellFormed()) {
      report('anthropic/text-well-formed', `${path}.text`, 'it holds half of a surrogate pair');
    }
  }
}

function checkToolUses(blocks: Block[], report: Report): void {
  const ids = new Set<unknown>();
  for (const { type, fields, path } of blocks) {
    if (type !== 'tool_use') continue;
    const { id, name, input } = fields;
    if (typeof id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(id)) {
      report('anthropic/tool-use-id', `${path}.id`, `${shape.show(id)} is not a tool use id`);
    }
    if (ids.has(id)) {
      report('anthropic/tool-use-id-unique', `${path}.id`, `${shape.show(id)} was used before`);
    }
    ids.add(id);
    checkToolName(name, path, report);
    if (!shape.isFields(input)) {
      report('anthropic/tool-use-input', `${path}.input`, `the input is ${shape.kindOf(input)}`);
    }
  }
}

function checkToolResults(message: Message, previous: Message | undefined, report: Report): void {
  const called = new Set(blocksOf(previous, 'tool_use').map(({ fields }) => fields.id));
  const answered = new Set<unknown>();
  const firstOther = message.blocks.findIndex((block) => block.type !== 'tool_result');
  message.blocks.forEach(({ type, fields, path }, index) => {
    if (type !== 'tool_result') return;
    const id = fields.tool_use_id;
    if (!called.has(id)) {
      const text = `${shape.show(id)} was not called in the message before`;
      report('anthropic/tool-result-follows-tool-use', `${path}.tool_use_id`, text);
    }
    if (answered.has(id)) {
      report('anthropic/tool-result-once', path, `${shape.show(id)} has two results`);
    }
    if (firstOther >= 0 && firstOther < index) {
      report('anthropic/tool-result-first', path, 'another block comes before the result');
    }
    answered.add(id);
  });
}

function checkToolAnswers(message: Message, next: Message | undefined, report: Report): void {
  const answered = new Set(blocksOf(next, 'tool_result').map(({ fields }) => fields.tool_use_id));
  for (const { fields, path } of blocksOf(message, 'tool_use')) {
    if (!answered.has(fields.id)) {
      const text = `${shape.show(fields.id)} has no result in the next message`;
      report('anthropic/tool-use-answered', path, text);
    }
  }
}

function readResultContent({ type, fields, path }: Block, report: Report): Block[] {
  if (type !== 'tool_result') return [];
  const { content, is_error: isError } = fields;
  const refuse = (where: string, message: string) =>
    report('anthropic/tool-result-content', where, message);
  if (content !== undefined && typeof content !== 'string' && !Array.isArray(content)) {
    refuse(`${path}.content`, `the content is ${shape.kindOf(content)}`);
  }
  const blocks = readBlocks(content, `${path}.content`, resultBlockTypes, refuse);
  const isSaid = typeof content === 'string' ? /\S/.test(content) : blocks.length > 0;
  if (isError === true && (!isSaid || blocks.some((block) => block.type !== 'text'))) {
    report('anthropic/tool-result-error', path, 'an error result holds text and nothing else');
  }
  return blocks;
}

function checkServerTools({ role, blocks }: Message, report: Report): void {
  if (role !== 'assistant') return;
  const open = new Map<unknown, string>();
  for (const { type, fields, path } of blocks) {
    if (/^(?:server|mcp)_tool_use$/.test(type)) open.set(fields.id, path);
    if (type.endsWith('_tool_result') && !open.delete(fields.tool_use_id)) {
      const text = `${shape.show(fields.tool_use_id)} was not used before in this message`;
      report('anthropic/server-tool-paired', path, text);
    }
  }
  for (const [id, path] of open) {
    report('anthropic/server-tool-paired', path, `${shape.show(id)} has no result in this message`);
  }
}

function checkThinkingBlocks({ role, blocks }: Message, report: Report): void {
  for (const { type, fields, path } of blocks) {
    const isWhole =
      type === 'thinking'
        ? typeof fields.thinking === 'string' && shape.isText(fields.signature)
        : type !== 'redacted_thinking' || shape.isText(fields.data);
    if (!isWhole) report('anthropic/thinking-signature', path, 'signature or data is missing');
  }
  const last = blocks.at(-1);
  if (role === 'assistant' && last !== undefined && isThinking(last)) {
    report('anthropic/thinking-not-last', last.path, 'the message ends in thinking');
  }
}

function checkThinkingLoop(messages: Message[], thinking: unknown, report: Report): void {
  if (!shape.isFields(thinking) || thinking.type !== 'enabled') return;
  const turnStart = messages.findLastIndex(
    (message) => message.role === 'user' && blocksOf(message, 'tool_result').length === 0,
  );
  const reply = messages[turnStart + 1];
  const opening = reply?.blocks[0];
  if (opening && !isThinking(opening) && blocksOf(reply, 'tool_use').length > 0) {
    report('anthropic/thinking-starts-loop', opening.path, 'the tool loop opens without thinking');
  }
}

function checkImageCount(blocks: Block[], model: unknown, report: Report): void {
  const count = blocks.filter((block) => block.type === 'image').length;
  const limit = typeof model === 'string' && largeWindowModels.test(model) ? 600 : 100;
  if (count > limit) {
    report('anthropic/image-count', 'messages', `${count} images are more than ${limit}`);
  }
}

function checkMedia({ type, fields, path }: Block, report: Report): void {
  if (type !== 'image' && type !== 'document') return;
  const isImage = type === 'image';
  const source: Fields = shape.isFields(fields.source) ? fields.source : {};
  if (source.type === 'base64') {
    const mediaTypes = isImage ? /^image\/(?:jpeg|png|gif|webp)$/ : /^application\/pdf$/;
    if (typeof source.media_type !== 'string' || !mediaTypes.test(source.media_type)) {
      const text = `${shape.show(source.media_type)} is not taken`;
      report('anthropic/media-type', `${path}.source.media_type`, text);
    }
    if (!isBase64(source.data)) {
      report('anthropic/media-base64', `${path}.source.data`, 'the data is no base64');
    } else if (isImage && source.data.length > imageBytesLimit) {
      const text = `${source.data.length} bytes are more than ${imageBytesLimit}`;
      report('anthropic/image-bytes', `${path}.source.data`, text);
    }
    return;
  }
  const isKnown =
    (source.type === 'url' && shape.isText(source.url)) ||
    (source.type === 'file' && shape.isText(source.file_id)) ||
    (!isImage && source.type === 'text' && shape.isText(source.data)) ||
    (!isImage && source.type === 'content' && source.content !== undefined);
  if (!isKnown) report('anthropic/media-source', `${path}.source`, 'the source is not usable');
}

function checkCacheControl(blocks: Block[], body: Fields, report: Report): void {
  const marks = blocks.flatMap(({ fields: { cache_control: control }, path }) =>
    shape.isFields(control) ? [{ isLong: control.ttl === '1h', path }] : [],
  );
  const count = marks.length + (shape.isFields(body.cache_control) ? 1 : 0);
  if (count > 4) report('anthropic/cache-control-count', '', `${count} cache_control are set`);
  const firstShort = marks.findIndex((mark) => !mark.isLong);
  const late = marks.find((mark, index) => mark.isLong && firstShort >= 0 && index > firstShort);
  if (late !== undefined) {
    report('anthropic/cache-control-ttl', late.path, 'an hour comes after five minutes');
  }
}

function blocksOf(message: Message | undefined, type: string): Block[] {
  return message?.blocks.filter((block) => block.type === type) ?? [];
}

function isThinking(block: Block): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}
