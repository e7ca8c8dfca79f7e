import { isBase64 } from './is-base64.js';
import type { openaiResponsesRules } from './openai-responses-rules.js';
import type { Fields, Report as RuleReport } from './request-body.js';
import * as shape from './request-body.js';
import type { Violation } from './violation.js';

type Report = RuleReport<keyof typeof openaiResponsesRules>;
interface Item {
  type: string;
  fields: Fields;
  path: string;
}

const toolsLimit = 128;
const callIdLimit = 64;
/** Calls that the client answers with an item of the same type plus `_output`. */
const clientCalls =
  /^(?:function_call|custom_tool_call|computer_call|local_shell_call|shell_call|apply_patch_call)$/;
const serverCalls =
  /^(?:web_search_call|file_search_call|code_interpreter_call|image_generation_call|mcp_call|mcp_list_tools|mcp_approval_request|tool_search_call|program)$/;
const otherItems =
  /^(?:message|reasoning|item_reference|mcp_approval_response|tool_search_output|program_output|additional_tools|compaction|compaction_trigger|configuration_update)$/;
const idPrefixes = new Map([
  ['message', 'msg'],
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
]);

/** Says why OpenAI's Responses API would refuse `body`: empty when it would not. Never throws. */
export function validateOpenAIResponses(body: unknown): Violation[] {
  return shape.violationsOf(body, 'openai-responses/body-object', checkBody);
}

function checkBody(body: Fields, report: Report): void {
  if (!shape.isText(body.model)) report('openai-responses/model', 'model', 'there is no model id');
  checkTools(body.tools, report);
  const items = readItems(body.input, report);
  items.forEach((item, index) => {
    checkMessage(item, report);
    checkCall(item, report);
    checkOutput(item, report);
    checkReasoning(item, items[index + 1], report);
  });
  checkItemIds(items, report);
  if (body.store === false) items.forEach((item) => checkUnstored(item, report));
  checkPairs(items, body.previous_response_id ?? body.conversation, report);
  checkEnd(items.at(-1), report);
}

function checkTools(tools: unknown, report: Report): void {
  const list = shape.listOf(tools);
  if (list.length > toolsLimit) {
    report(
      'openai-responses/tools-count',
      'tools',
      `${list.length} tools, more than ${toolsLimit}`,
    );
  }
  list.forEach((tool, index) => {
    const { type, name }: Fields = shape.isFields(tool) ? tool : {};
    if (type === 'function') checkFunctionName(name, `tools[${index}]`, report);
  });
}

function checkFunctionName(name: unknown, path: string, report: Report): void {
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,128}$/.test(name)) {
    report(
      'openai-responses/function-name',
      `${path}.name`,
      `${shape.show(name)} is not a function name`,
    );
  }
}

function readItems(input: unknown, report: Report): Item[] {
  if (shape.isText(input)) {
    const message = { role: 'user', content: input };
    return [{ type: 'message', fields: message, path: 'input' }];
  }
  const list = shape.listOf(input);
  if (list.length === 0) report('openai-responses/input-non-empty', 'input', 'there is no input');
  return list.map((item, index) => {
    const path = `input[${index}]`;
    const fields: Fields = shape.isFields(item) ? item : {};
    const type = fields.type === undefined && 'role' in fields ? 'message' : textOf(fields.type);
    const called = type.replace(/_output$/, '');
    if (!clientCalls.test(called) && !serverCalls.test(type) && !otherItems.test(type)) {
      report(
        'openai-responses/item-type',
        `${path}.type`,
        `${shape.show(fields.type)} is not an item type`,
      );
    }
    return { type, fields, path };
  });
}

function checkMessage({ type, fields, path }: Item, report: Report): void {
  if (type !== 'message') return;
  const { role, content } = fields;
  if (!/^(?:user|assistant|system|developer)$/.test(textOf(role))) {
    report('openai-responses/role', `${path}.role`, `${shape.show(role)} is not a role`);
  }
  if (typeof content !== 'string' && shape.listOf(content).length === 0) {
    report('openai-responses/content-non-empty', `${path}.content`, 'the message has no content');
  }
  const types = role === 'assistant' ? /^(?:output_text|refusal)$/ : /^input_(?:text|image|file)$/;
  checkParts(content, `${path}.content`, types, report);
}

function checkParts(content: unknown, path: string, types: RegExp, report: Report): void {
  shape.listOf(content).forEach((part, index) => {
    const partPath = `${path}[${index}]`;
    const fields: Fields = shape.isFields(part) ? part : {};
    const type = typeof fields.type === 'string' ? fields.type : '';
    if (!types.test(type)) {
      report(
        'openai-responses/part-type',
        partPath,
        `${shape.show(fields.type)} is not a part that belongs here`,
      );
    } else if (type === 'input_image') {
      checkImage(fields, partPath, report);
    } else if (type === 'input_file') {
      checkFile(fields, partPath, report);
    } else if (typeof fields[type === 'refusal' ? 'refusal' : 'text'] !== 'string') {
      report('openai-responses/text', partPath, 'the part has no text');
    }
  });
}

function checkImage({ image_url: url, file_id: id }: Fields, path: string, report: Report): void {
  if (shape.isText(id)) return;
  const address = typeof url === 'string' ? url : '';
  const data = /^data:image\/(?:png|jpe?g|gif|webp);base64,/.exec(address);
  const isUsable =
    data === null ? /^https?:\/\/\S+$/.test(address) : isBase64(address.slice(data[0].length));
  if (!isUsable)
    report('openai-responses/image', `${path}.image_url`, `${shape.show(url)} is not an image`);
}

function checkFile(fields: Fields, path: string, report: Report): void {
  const { file_id: id, file_url: url, file_data: data, filename } = fields;
  const isInline =
    shape.isText(filename) &&
    typeof data === 'string' &&
    isBase64(data.replace(/^data:[^,]*,/, ''));
  if (!isInline && !shape.isText(id) && !shape.isText(url)) {
    report('openai-responses/file', path, 'there is no id, no URL and no data with a name');
  }
}

function checkCall({ type, fields, path }: Item, report: Report): void {
  if (!clientCalls.test(type)) return;
  checkCallId(fields.call_id, path, report);
  if (type !== 'function_call') return;
  checkFunctionName(fields.name, path, report);
  if (!shape.isJson(fields.arguments)) {
    const text = `the arguments are no JSON, but ${shape.show(fields.arguments)}`;
    report('openai-responses/arguments', `${path}.arguments`, text);
  }
}

function checkCallId(id: unknown, path: string, report: Report): void {
  if (!shape.isText(id) || id.length > callIdLimit) {
    const text = `${shape.show(id)} has not 1 to ${callIdLimit} characters`;
    report('openai-responses/call-id', `${path}.call_id`, text);
  }
}

function checkOutput({ type, fields, path }: Item, report: Report): void {
  if (!isClientOutput(type)) return;
  checkCallId(fields.call_id, path, report);
  if (!/^(?:function|custom_tool)_call_output$/.test(type)) return;
  const { output } = fields;
  if (typeof output !== 'string' && !Array.isArray(output)) {
    report('openai-responses/output-content', `${path}.output`, `it is ${shape.kindOf(output)}`);
  }
  checkParts(output, `${path}.output`, /^input_(?:text|image|file)$/, report);
}

function checkReasoning(item: Item, next: Item | undefined, report: Report): void {
  const { type, fields, path } = item;
  if (!isReasoning(item)) return;
  const isHeld = shape.isText(fields.id) || shape.isText(fields.encrypted_content);
  if (type === 'reasoning' && (!isHeld || !Array.isArray(fields.summary))) {
    const text = 'the summary, or both the id and the encrypted content, are missing';
    report('openai-responses/reasoning-content', path, text);
  }
  const isFollowed =
    next !== undefined &&
    !isReasoning(next) &&
    (next.fields.role === 'assistant' ||
      next.type === 'item_reference' ||
      clientCalls.test(next.type) ||
      serverCalls.test(next.type));
  if (!isFollowed) {
    report('openai-responses/reasoning-followed', path, 'what it led to does not follow');
  }
}

function checkItemIds(items: Item[], report: Report): void {
  const ids = new Set<unknown>();
  for (const { type, fields, path } of items) {
    const { id } = fields;
    if (id === undefined && type !== 'item_reference') continue;
    const prefix = idPrefixes.get(type) ?? '';
    if (typeof id !== 'string' || !/^[A-Za-z0-9_-]+$/.test(id) || !id.startsWith(prefix)) {
      report(
        'openai-responses/item-id',
        `${path}.id`,
        `${shape.show(id)} is not an id of a ${type}`,
      );
    }
    if (ids.has(id)) {
      report('openai-responses/item-id-unique', `${path}.id`, `${shape.show(id)} is there twice`);
    }
    ids.add(id);
  }
}

function checkUnstored({ type, fields, path }: Item, report: Report): void {
  const isLost =
    type === 'item_reference' || (type === 'reasoning' && !shape.isText(fields.encrypted_content));
  if (isLost) report('openai-responses/stored-items', path, 'the provider did not keep this item');
}

function checkPairs(items: Item[], continued: unknown, report: Report): void {
  const called = new Map<string, Item>();
  const answered = new Set<string>();
  for (const item of items) {
    const key = `${item.type.replace(/_output$/, '')} ${shape.show(item.fields.call_id)}`;
    if (clientCalls.test(item.type)) {
      if (called.has(key)) {
        report('openai-responses/call-id-unique', `${item.path}.call_id`, `${key} is there twice`);
      }
      called.set(key, item);
    } else if (isClientOutput(item.type)) {
      if (!called.has(key) && (continued === undefined || continued === null)) {
        report('openai-responses/output-follows-call', item.path, `there is no ${key} before`);
      }
      if (answered.has(key)) {
        report('openai-responses/output-once', item.path, `${key} has two outputs`);
      }
      answered.add(key);
    }
  }
  for (const [key, { path }] of called) {
    if (!answered.has(key)) {
      report('openai-responses/call-answered', path, `${key} has no output`);
    }
  }
}

function checkEnd(last: Item | undefined, report: Report): void {
  if (last === undefined) return;
  const { type, fields, path } = last;
  const isEnd =
    (type === 'message' && fields.role === 'user') ||
    type.endsWith('_output') ||
    type === 'mcp_approval_response' ||
    type === 'additional_tools';
  if (!isEnd) {
    report('openai-responses/ends-with-user-or-output', path, `the last item is a ${type}`);
  }
}

function isClientOutput(type: string): boolean {
  return type.endsWith('_output') && clientCalls.test(type.slice(0, -'_output'.length));
}

function isReasoning({ type, fields }: Item): boolean {
  const isReference = type === 'item_reference' && textOf(fields.id).startsWith('rs_');
  return isReference || type === 'reasoning';
}

/** The text itself; for anything else one that no rule knows. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : shape.kindOf(value);
}
