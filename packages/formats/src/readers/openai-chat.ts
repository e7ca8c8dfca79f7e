import type { EntryMetadata, ToolCallPart, Usage } from '@everlong/core';
import { parseArguments } from '@everlong/core/internal';
import { assistantChatParts, chatParts, chatText, chatToolCalls } from '../parts/chat-parts.js';
import { joinText, toolOutput } from '../parts/content-parts.js';
import { entryFields } from '../entries/entry-fields.js';
import { createEntryLog, type EntryFields, type EntryLog } from '../entries/entry-log.js';
import { type Fields, scalarText } from '../json/json-fields.js';
import { fieldsOf, isFields, listOf, numberOf, present, textOf } from '../json/json-fields.js';
import { messageList, scoreMessages } from '../entries/message-list.js';
import { usageFromParts } from '../entries/reported-usage.js';
import { createWaitingCalls } from '../messages/waiting-calls.js';
import type { TranscriptFormat } from '../entries/transcript.js';
import { unexpectedValue } from '../json/unexpected-value.js';

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
  detect: ({ values }) =>
    scoreMessages(values, { isMessage: isChatMessage, hasOwnMark, marked: 0.9, unmarked: 0.55 }),
  parse(source) {
    const { records, document } = messageList(source);
    const reader = createReader();
    for (const { value, place } of records) {
      if (!hasChatRole(value)) throw unexpectedValue(place, 'a message with a role', value);
      const message = fieldsOf(value);
      reader.read(message, fieldsOf(fieldsOf(message['extra'])['response']));
    }
    const response = fieldsOf(document['response']);
    const [choice] = listOf(response['choices']);
    if (choice !== undefined) reader.read(fieldsOf(fieldsOf(choice)['message']), response);
    return { entries: reader.finish() };
  },
};

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

function hasChatRole(value: unknown): boolean {
  return roles.has(scalarText(fieldsOf(value)['role']));
}

function isChatMessage(value: unknown): boolean {
  const { role, content, parts, tool_calls } = fieldsOf(value);
  if (parts !== undefined || !hasChatRole(value)) return false;
  // LangChain's calls have their arguments beside the name.
  if (listOf(tool_calls).some((call) => 'args' in fieldsOf(call))) return false;
  if (Array.isArray(content)) {
    return content.every((part) => partTypes.has(scalarText(fieldsOf(part)['type'])));
  }
  return typeof content === 'string' || (role === 'assistant' && (content ?? null) === null);
}

function hasOwnMark(value: unknown): boolean {
  const { role, tool_calls, tool_call_id, function_call, content } = fieldsOf(value);
  if (tool_calls !== undefined || tool_call_id !== undefined) return true;
  if (role === 'developer' || role === 'function' || function_call !== undefined) return true;
  return listOf(content).some((part) => 'image_url' in fieldsOf(part));
}

function createReader() {
  const log: EntryLog = createEntryLog();
  /** Calls that came without an id, as some servers and the legacy kind do. */
  const unnamed = createWaitingCalls();
  let made = 0;

  function named(call: ToolCallPart): ToolCallPart {
    if (call.toolCallId !== '') return call;
    const own = { ...call, toolCallId: `function_call_${++made}` };
    unnamed.add(own.toolCallId, own.toolName);
    return own;
  }

  /** A result without an id belongs to the oldest such call, of its tool where it names one. */
  function answered(toolName: string | undefined): string {
    return unnamed.take(toolName) ?? `function_call_${made}`;
  }

  function readAssistant(message: Fields, fields: EntryFields): void {
    const draft = log.addAssistant(fields);
    for (const part of assistantChatParts(message)) draft.push(part);
    for (const call of chatToolCalls(message['tool_calls'])) draft.push(named(call));
    const { function_call: call } = message;
    if (!isFields(call)) return;
    const toolName = textOf(call['name']) ?? 'unknown';
    const input = parseArguments(call['arguments']);
    draft.push(named({ type: 'tool-call', toolCallId: '', toolName, input }));
  }

  return {
    /** `response` is the provider's answer that held the message, if it was kept. */
    read(message: Fields, response: Fields): void {
      const { role, content, tool_call_id, name } = message;
      const fields = fieldsFrom(message, response);
      switch (role) {
        case 'system':
        case 'developer':
          log.add({ ...fields, message: { role: 'system', content: chatText(content) } });
          break;
        case 'user':
          log.add({ ...fields, message: { role, content: joinText(chatParts(content)) } });
          break;
        case 'tool':
        case 'function': {
          const toolCallId = textOf(tool_call_id) ?? answered(textOf(name));
          const output = toolOutput(chatParts(content), false);
          log.addResult({ toolCallId, toolName: textOf(name), output }, fields);
          break;
        }
        default:
          readAssistant(message, fields);
      }
    },
    finish: () => log.take(),
  };
}

function fieldsFrom(message: Fields, response: Fields): EntryFields {
  const usage = usageOf(message['usage'] ?? response['usage']);
  const timestamp = message['timestamp'] ?? response['created'];
  const model = message['model'] ?? response['model'];
  return {
    ...entryFields(timestamp, metadataOf(message), model),
    ...(usage === undefined ? {} : { usage }),
  };
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
