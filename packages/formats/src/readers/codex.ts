import type { JsonValue } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { inlineText, joinText } from '../parts/content-parts.js';
import type { AssistantDraft, EntryLog } from '../entries/entry-log.js';
import { entryFields } from '../entries/entry-fields.js';
import { isInsertedText } from '../parts/inserted-text.js';
import { type Fields, scalarText } from '../json/json-fields.js';
import { fieldsOf, isFields, listOf, numberOf, present, textOf } from '../json/json-fields.js';
import { usageFromParts } from '../entries/reported-usage.js';
import { assistantParts, callIdOf, inputParts, itemOutput } from '../parts/responses-items.js';
import { logFormat } from '../entries/log-format.js';
import type { LogReader } from '../entries/log-survey.js';
import { shareOf } from '../json/share-of.js';
import { unexpectedValue } from '../json/unexpected-value.js';

const lineTypes = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
]);

/** Items that old versions wrote without an envelope, apart from messages. */
const bareItems = new Set([
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
]);

/** Items that are not part of the conversation. */
const ignoredItems = new Set(['ghost_snapshot', 'other']);

/**
 * The rollout files of Codex: items of the Responses API with events between them. Items of one
 * response follow each other and make one assistant message, which a `token_count` event, a result
 * or another message ends. Old versions wrote the items without an envelope.
 */
export const codexFormat = logFormat({
  name: 'codex',
  description: 'JSON lines {timestamp, type: "session_meta" | "response_item" | …, payload}',
  detect: ({ values }) => shareOf(values, (value) => isEnvelope(value) || isBareLine(value)),
  survey: () => ({ look: () => {}, conversations: () => [{ open: readRollout }] }),
});

function isEnvelope(value: unknown): boolean {
  const { type, payload } = fieldsOf(value);
  return typeof type === 'string' && lineTypes.has(type) && isFields(payload);
}

function isBareLine(value: unknown): boolean {
  const { type, content } = fieldsOf(value);
  if (isBareHeader(value) || fieldsOf(value)['record_type'] === 'state') return true;
  if (type !== 'message') return typeof type === 'string' && bareItems.has(type);
  const isItemPart = (part: unknown) => /^(?:in|out)put_/.test(scalarText(fieldsOf(part)['type']));
  return Array.isArray(content) && content.every(isItemPart);
}

/** The first line of a file of items without envelopes. */
function isBareHeader(value: unknown): boolean {
  const { type, role, id, timestamp, instructions, git } = fieldsOf(value);
  if (type !== undefined || role !== undefined) return false;
  if (instructions === undefined && git === undefined) return false;
  return typeof id === 'string' && typeof timestamp === 'string';
}

function readRollout(log: EntryLog): LogReader {
  const rollout: Rollout = { log, session: {} };
  return {
    read({ value, place }) {
      const line = fieldsOf(value);
      if (isEnvelope(value)) readLine(rollout, line, fieldsOf(line['payload']), place);
      else if (isBareHeader(value)) readSession(rollout, line, line);
      else if (isBareLine(value)) readItem(rollout, line, line, place);
    },
    end: () => ({ ...definedFields({ title: rollout.title }), metadata: rollout.session }),
  };
}

/** What is read so far of a rollout. */
interface Rollout {
  log: EntryLog;
  /** The answer that items are added to, and the one whose usage is still to come. */
  draft?: AssistantDraft | undefined;
  unbilled?: AssistantDraft | undefined;
  model?: string | undefined;
  instructions?: string;
  title?: string | undefined;
  /** The sum of tokens that was last reported. */
  total?: number | undefined;
  session: Record<string, JsonValue>;
}

function readLine(rollout: Rollout, line: Fields, payload: Fields, place: string): void {
  switch (line['type']) {
    case 'session_meta':
      readSession(rollout, line, payload);
      break;
    case 'turn_context':
      rollout.model = textOf(payload['model']) ?? rollout.model;
      break;
    case 'response_item':
      readItem(rollout, line, payload, place);
      break;
    case 'compacted':
      readCompaction(rollout, line, payload);
      break;
    default:
      readEvent(rollout, payload);
  }
}

function readSession(rollout: Rollout, line: Fields, payload: Fields): void {
  const { id, cwd, originator, cli_version, model_provider, base_instructions } = payload;
  if (Object.keys(rollout.session).length === 0) {
    const { thread_spawn } = fieldsOf(fieldsOf(payload['source'])['subagent']);
    rollout.session = present({
      sessionId: id,
      cwd,
      originator,
      version: cli_version,
      model_provider,
      forkedFrom: payload['forked_from_id'],
      parentId: fieldsOf(thread_spawn)['parent_thread_id'],
    });
  }
  const text = textOf(base_instructions) ?? textOf(fieldsOf(base_instructions)['text']);
  // A resumed or forked session repeats the line.
  if (text === undefined || text === rollout.instructions) return;
  rollout.instructions = text;
  const message = { role: 'system' as const, content: text };
  rollout.log.add({ ...entryFields(line['timestamp']), message });
}

function readItem(rollout: Rollout, line: Fields, item: Fields, place: string): void {
  const { log, model } = rollout;
  const { type, role } = item;
  if (typeof type !== 'string' || ignoredItems.has(type)) return;
  if (type.endsWith('_output')) {
    rollout.draft = undefined;
    const { output, metadata } = itemOutput(item);
    log.addResult(
      { toolCallId: callIdOf(item), output },
      entryFields(line['timestamp'], present(metadata)),
    );
  } else if (type === 'message' && role !== 'assistant') {
    rollout.draft = undefined;
    addMessage(log, line, item, place);
  } else {
    if (rollout.draft === undefined) {
      rollout.draft = log.addAssistant(entryFields(line['timestamp'], {}, model));
      rollout.unbilled = rollout.draft;
    }
    for (const part of assistantParts(item)) rollout.draft.push(part);
  }
}

function addMessage(log: EntryLog, line: Fields, { role, content }: Fields, place: string): void {
  if (typeof content !== 'string' && !Array.isArray(content)) {
    throw unexpectedValue(place, 'a message whose content is a list of parts', content);
  }
  const parts = inputParts(content);
  if (role === 'developer' || role === 'system') {
    log.add({
      ...entryFields(line['timestamp']),
      message: { role: 'system', content: inlineText(parts) },
    });
    return;
  }
  const isInserted = parts.every((part) => part.type === 'text' && isInsertedText(part.text));
  log.add({
    ...entryFields(line['timestamp'], isInserted && parts.length > 0 ? { origin: 'tool' } : {}),
    message: { role: 'user', content: joinText(parts) },
  });
}

/** The summary, or where the provider made one that nobody can read, the messages it kept. */
function readCompaction(
  rollout: Rollout,
  line: Fields,
  { message, replacement_history }: Fields,
): void {
  rollout.draft = undefined;
  const items = listOf(replacement_history).map(fieldsOf);
  const kept = items.map(({ content }) => inlineText(inputParts(content)));
  const encryptedContent = items.map((item) => item['encrypted_content']).find(textOf);
  rollout.log.add({
    ...entryFields(
      line['timestamp'],
      present({ origin: 'summary', event: 'compaction', encryptedContent }),
    ),
    message: { role: 'user', content: textOf(message) ?? kept.join('\n\n') },
  });
}

function readEvent(rollout: Rollout, event: Fields): void {
  if (event['type'] === 'thread_name_updated') {
    rollout.title = textOf(event['thread_name']) ?? rollout.title;
  }
  if (event['type'] !== 'token_count') return;
  const { total_token_usage, last_token_usage } = fieldsOf(event['info']);
  const sum = numberOf(fieldsOf(total_token_usage)['total_tokens']);
  // The event comes again with the same counts when only the rate limits have changed.
  const isNews = isFields(last_token_usage) && (sum === undefined || sum !== rollout.total);
  if (!isNews) return;
  rollout.total = sum;
  if (rollout.unbilled !== undefined) {
    const usage = usageOf(fieldsOf(last_token_usage));
    rollout.log.amend(rollout.unbilled.slot, (entry) => (entry.usage = usage));
  }
  rollout.unbilled = undefined;
  rollout.draft = undefined;
}

/** OpenAI counts cached tokens as part of the input and bills no cache writes of Codex. */
function usageOf(usage: Fields) {
  const cached = numberOf(usage['cached_input_tokens']) ?? 0;
  return usageFromParts({
    input: (numberOf(usage['input_tokens']) ?? 0) - cached,
    output: usage['output_tokens'],
    cacheRead: cached,
    cacheWrite: 0,
    reasoning: usage['reasoning_output_tokens'],
  });
}
