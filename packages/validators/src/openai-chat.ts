import { isBase64 } from './is-base64.js';
import type { openaiChatRules } from './openai-chat-rules.js';
import type { Fields, Report as RuleReport } from './request-body.js';
import * as shape from './request-body.js';
import type { Violation } from './violation.js';

type Report = RuleReport<keyof typeof openaiChatRules>;
interface Message {
  role: string;
  fields: Fields;
  path: string;
}
interface Call {
  id: unknown;
  path: string;
}

const messagesLimit = 2048;
const toolsLimit = 128;
const toolCallIdLimit = 40;
const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);
const userPartTypes = new Set(['text', 'image_url', 'input_audio', 'file']);
const assistantPartTypes = new Set(['text', 'refusal']);
const otherPartTypes = new Set(['text']);

/**
 * Says why OpenAI's Chat Completions API would refuse `body`: empty when it would not. Never
 * throws.
 */
export function validateOpenAIChat(body: unknown): Violation[] {
  return shape.violationsOf(body, 'openai-chat/body-object', checkBody);
}

function checkBody(body: Fields, report: Report): void {
  if (!shape.isText(body.model)) report('openai-chat/model', 'model', 'there is no model id');
  checkTools(body.tools, report);
  const messages = readMessages(body.messages, report);
  for (const message of messages) {
    checkContent(message, report);
    checkToolCalls(message, report);
  }
  checkPairs(messages, report);
  const last = messages.at(-1);
  if (last !== undefined && last.role !== 'user' && last.role !== 'tool') {
    const text = `the last message is of role ${last.role}`;
    report('openai-chat/ends-with-user-or-tool', last.path, text);
  }
}

function checkTools(tools: unknown, report: Report): void {
  if (tools === undefined) return;
  const list = shape.listOf(tools);
  if (list.length === 0 || list.length > toolsLimit) {
    report('openai-chat/tools-count', 'tools', `${list.length} tools, not 1 to ${toolsLimit}`);
  }
  list.forEach((tool, index) => {
    const definition = shape.isFields(tool) && shape.isFields(tool.function) ? tool.function : {};
    checkFunctionName(definition.name, `tools[${index}].function`, report);
  });
}

function checkFunctionName(name: unknown, path: string, report: Report): void {
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    report(
      'openai-chat/function-name',
      `${path}.name`,
      `${shape.show(name)} is not a function name`,
    );
  }
}

function readMessages(messages: unknown, report: Report): Message[] {
  const list = shape.listOf(messages);
  if (list.length === 0) {
    report('openai-chat/messages-non-empty', 'messages', 'there is no message');
  }
  if (list.length > messagesLimit) {
    const text = `${list.length} messages are more than ${messagesLimit}`;
    report('openai-chat/messages-count', 'messages', text);
  }
  return list.map((message, index) => {
    const path = `messages[${index}]`;
    const fields: Fields = shape.isFields(message) ? message : {};
    const role = typeof fields.role === 'string' ? fields.role : '';
    if (!roles.has(role)) {
      report('openai-chat/role', `${path}.role`, `${shape.show(fields.role)} is not a role`);
    }
    return { role, fields, path };
  });
}

function checkContent({ role, fields, path }: Message, report: Report): void {
  const { content } = fields;
  const contentPath = `${path}.content`;
  if (typeof content === 'string') return;
  if (role === 'assistant' && (content === null || content === undefined)) {
    const { tool_calls: calls, refusal, audio } = fields;
    const isSaid = shape.isText(refusal) || (shape.isFields(audio) && shape.isText(audio.id));
    if (shape.listOf(calls).length === 0 && !isSaid) {
      report('openai-chat/assistant-content', path, 'there is neither content nor a tool call');
    }
    return;
  }
  if (!Array.isArray(content)) {
    report('openai-chat/content', contentPath, `the content is ${shape.kindOf(content)}`);
    return;
  }
  if (content.length === 0) {
    report('openai-chat/content-non-empty', contentPath, 'the content is an empty array');
  }
  content.forEach((part, index) => checkPart(part, role, `${contentPath}[${index}]`, report));
}

function checkPart(part: unknown, role: string, path: string, report: Report): void {
  const fields: Fields = shape.isFields(part) ? part : {};
  const { type } = fields;
  const types =
    role === 'user' ? userPartTypes : role === 'assistant' ? assistantPartTypes : otherPartTypes;
  if (typeof type !== 'string' || !types.has(type)) {
    report('openai-chat/part-type', path, `${shape.show(type)} is not a part of role ${role}`);
  } else if (type === 'image_url') {
    checkImage(fields.image_url, `${path}.image_url`, report);
  } else if (type === 'file') {
    checkFile(fields.file, `${path}.file`, report);
  } else if (type === 'input_audio') {
    checkAudio(fields.input_audio, `${path}.input_audio`, report);
  } else if (typeof fields[type] !== 'string') {
    report('openai-chat/text', `${path}.${type}`, `the text is ${shape.kindOf(fields[type])}`);
  }
}

function checkImage(image: unknown, path: string, report: Report): void {
  const url = shape.isFields(image) && typeof image.url === 'string' ? image.url : '';
  const data = /^data:image\/(?:png|jpe?g|gif|webp);base64,/.exec(url);
  const isUsable =
    data === null ? /^https?:\/\/\S+$/.test(url) : isBase64(url.slice(data[0].length));
  if (!isUsable)
    report('openai-chat/image-url', `${path}.url`, `${shape.show(url)} is not an image`);
}

function checkFile(file: unknown, path: string, report: Report): void {
  const fields: Fields = shape.isFields(file) ? file : {};
  const isInline =
    shape.isText(fields.filename) &&
    typeof fields.file_data === 'string' &&
    isBase64(fields.file_data.replace(/^data:[^,]*,/, ''));
  if (!isInline && !shape.isText(fields.file_id)) {
    report('openai-chat/file', path, 'there is neither an id nor data with a name');
  }
}

function checkAudio(audio: unknown, path: string, report: Report): void {
  const fields: Fields = shape.isFields(audio) ? audio : {};
  if (!isBase64(fields.data) || (fields.format !== 'wav' && fields.format !== 'mp3')) {
    report('openai-chat/file', path, 'the audio is no base64 data in wav or mp3');
  }
}

function checkToolCalls({ role, fields, path }: Message, report: Report): void {
  const { tool_calls: calls } = fields;
  if (role !== 'assistant' || calls === undefined) return;
  const list = shape.listOf(calls);
  const callsPath = `${path}.tool_calls`;
  if (list.length === 0 || list.length > toolsLimit) {
    const text = `${list.length} calls, not 1 to ${toolsLimit}`;
    report('openai-chat/tool-calls-count', callsPath, text);
  }
  const ids = new Set<unknown>();
  list.forEach((call, index) => {
    const callPath = `${callsPath}[${index}]`;
    const { id, type, function: called, custom }: Fields = shape.isFields(call) ? call : {};
    if (type !== 'function' && type !== 'custom') {
      report(
        'openai-chat/tool-call-type',
        `${callPath}.type`,
        `${shape.show(type)} is not a call type`,
      );
    }
    if (!shape.isText(id) || id.length > toolCallIdLimit) {
      const text = `${shape.show(id)} has not 1 to ${toolCallIdLimit} characters`;
      report('openai-chat/tool-call-id', `${callPath}.id`, text);
    }
    if (ids.has(id)) {
      report(
        'openai-chat/tool-call-id-unique',
        `${callPath}.id`,
        `${shape.show(id)} is called twice`,
      );
    }
    ids.add(id);
    if (type === 'custom') checkCustomCall(custom, `${callPath}.custom`, report);
    else checkFunctionCall(called, `${callPath}.function`, report);
  });
}

function checkFunctionCall(called: unknown, path: string, report: Report): void {
  const { name, arguments: input }: Fields = shape.isFields(called) ? called : {};
  checkFunctionName(name, path, report);
  if (shape.isJson(input)) return;
  const text = `the arguments are no JSON, but ${shape.show(input)}`;
  report('openai-chat/arguments', `${path}.arguments`, text);
}

function checkCustomCall(called: unknown, path: string, report: Report): void {
  const { name, input }: Fields = shape.isFields(called) ? called : {};
  checkFunctionName(name, path, report);
  if (typeof input === 'string') return;
  report(
    'openai-chat/arguments',
    `${path}.input`,
    `the input is no text, but ${shape.show(input)}`,
  );
}

function checkPairs(messages: Message[], report: Report): void {
  let calls: Call[] = [];
  let answered = new Set<unknown>();
  const close = () => {
    for (const { id, path } of calls) {
      if (!answered.has(id)) {
        const text = `${shape.show(id)} has no answer before the next message`;
        report('openai-chat/tool-calls-answered', path, text);
      }
    }
  };
  for (const { role, fields, path } of messages) {
    if (role !== 'tool') {
      close();
      calls = role === 'assistant' ? callsOf(fields.tool_calls, path) : [];
      answered = new Set();
      continue;
    }
    const id = fields.tool_call_id;
    if (!calls.some((call) => call.id === id)) {
      const text = `${shape.show(id)} was not called by the assistant message before`;
      report('openai-chat/tool-follows-call', `${path}.tool_call_id`, text);
    } else if (answered.has(id)) {
      report(
        'openai-chat/tool-answer-once',
        `${path}.tool_call_id`,
        `${shape.show(id)} is answered`,
      );
    }
    answered.add(id);
  }
  close();
}

function callsOf(calls: unknown, path: string): Call[] {
  return shape.listOf(calls).map((call, index) => ({
    id: shape.isFields(call) ? call.id : undefined,
    path: `${path}.tool_calls[${index}]`,
  }));
}
