import type { EntryMetadata, Usage } from '@everlong/core';
import { assistantChatParts, chatParts, chatText, chatToolCalls } from './chat-parts.js';
import { joinText, parseArguments, toolOutput } from './content-parts.js';
import { entryFields } from './entry-fields.js';
import { createEntryLog, type EntryLog } from './entry-log.js';
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  numberOf,
  present,
  textOf,
} from './json-fields.js';
import { messageList, sampleMessages } from './message-list.js';
import { usageFromParts } from './reported-usage.js';
import type { TranscriptFormat } from './transcript.js';
import { unexpectedValue } from './unexpected-value.js';

const partTypes = new Set(['text', 'image_url', 'input_audio', 'file', 'refusal', 'think']);

/** Fields that have a place in an entry; every other one goes into its metadata. */
const placed = new Set([
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'function_call',
  'reasoning_content',
  'reasoning',
  'refusal',
  'usage',
  'model',
  'timestamp',
  // Holds the response, which is read.
  'extra',
]);

/**
 * Messages of the OpenAI Chat API: a list of them, an object with a list (a logged request, with
 * the `response` that came), or one a line.
 */
export const openaiChatFormat: TranscriptFormat = {
  name: 'openai-chat',
  description: '[{role, content, tool_calls?, tool_call_id?}], {"messages": […]} or JSON lines',
  detect({ values }) {
    const messages = sampleMessages(values);
    if (messages.length === 0 || !messages.every(isChatMessage)) return false;
    return messages.some(hasOwnMark) ? 0.9 : 0.55;
  },
  parse(source) {
    const { records, document } = messageList(source);
    const log = createEntryLog();
    let lastCallId = '';
    for (const { value, place } of records) {
      if (!isChatMessage(value)) {
        throw unexpectedValue(place, 'a message with a role and content', value);
      }
      const message = fieldsOf(value);
      if (isFields(message['function_call'])) lastCallId = `function_call ${place}`;
      addMessage(log, message, lastCallId, fieldsOf(fieldsOf(message['extra'])['response']));
    }
    const { response } = document;
    for (const choice of listOf(fieldsOf(response)['choices']).slice(0, 1)) {
      addMessage(log, fieldsOf(fieldsOf(choice)['message']), lastCallId, fieldsOf(response));
    }
    return { entries: log.finish() };
  },
};

function isChatMessage(value: unknown): boolean {
  const { role, content, parts } = fieldsOf(value);
  if (parts !== undefined) return false;
  switch (role) {
    case 'system':
    case 'developer':
    case 'user':
    case 'assistant':
    case 'tool':
    case 'function':
      break;
    default:
      return false;
  }
  if (Array.isArray(content)) {
    return content.every((part) => partTypes.has(String(fieldsOf(part)['type'])));
  }
  return typeof content === 'string' || (role === 'assistant' && (content ?? null) === null);
}

function hasOwnMark(value: unknown): boolean {
  const { role, tool_calls, tool_call_id, function_call, content } = fieldsOf(value);
  if (tool_calls !== undefined || tool_call_id !== undefined) return true;
  if (role === 'developer' || role === 'function' || function_call !== undefined) return true;
  return listOf(content).some((part) => 'image_url' in fieldsOf(part));
}

/** `response` is the provider's answer that held the message, if it was kept. */
function addMessage(log: EntryLog, message: Fields, lastCallId: string, response: Fields): void {
  const { role, content, tool_call_id, name, function_call } = message;
  const usage = usageOf(message['usage'] ?? response['usage']);
  const fields = {
    ...entryFields(
      message['timestamp'] ?? response['created'],
      metadataOf(message),
      message['model'] ?? response['model'],
    ),
    ...(usage === undefined ? {} : { usage }),
  };
  switch (role) {
    case 'system':
    case 'developer':
      log.add({ ...fields, message: { role: 'system', content: chatText(content) } });
      break;
    case 'user':
      log.add({ ...fields, message: { role, content: joinText(chatParts(content)) } });
      break;
    case 'assistant': {
      const draft = log.addAssistant(fields);
      const { name: calledName, arguments: args } = fieldsOf(function_call);
      const calls = chatToolCalls(message['tool_calls']);
      for (const part of [...assistantChatParts(message), ...calls]) draft.push(part);
      if (isFields(function_call)) {
        const toolName = textOf(calledName) ?? 'unknown';
        draft.push({
          type: 'tool-call',
          toolCallId: lastCallId,
          toolName,
          input: parseArguments(args),
        });
      }
      break;
    }
    default: {
      const toolCallId = textOf(tool_call_id) ?? lastCallId;
      const output = toolOutput(chatParts(content), false);
      log.addResult({ toolCallId, toolName: textOf(name), output }, fields);
    }
  }
}

function metadataOf(message: Fields): EntryMetadata {
  const isTool = message['role'] === 'tool' || message['role'] === 'function';
  const others = Object.entries(message).filter(
    ([key]) => !placed.has(key) && !(isTool && key === 'name'),
  );
  return present(Object.fromEntries(others));
}

/** Cached tokens are part of the prompt tokens, and so are written ones where they are reported. */
function usageOf(value: unknown): Usage | undefined {
  const usage = fieldsOf(value);
  const prompt = numberOf(usage['prompt_tokens']);
  if (prompt === undefined) return undefined;
  const cacheRead = numberOf(fieldsOf(usage['prompt_tokens_details'])['cached_tokens']);
  const cacheWrite = numberOf(usage['cache_creation_input_tokens']);
  return usageFromParts({
    input: prompt - (cacheRead ?? 0) - (cacheWrite ?? 0),
    output: usage['completion_tokens'],
    cacheRead,
    cacheWrite,
    reasoning: fieldsOf(usage['completion_tokens_details'])['reasoning_tokens'],
  });
}
