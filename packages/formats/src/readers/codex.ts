import type { JsonValue } from '@everlong/core';
import { inlineText, joinText } from '../parts/content-parts.js';
import { type AssistantDraft, createEntryLog } from '../entries/entry-log.js';
import { entryFields } from '../entries/entry-fields.js';
import { isInsertedText } from '../parts/inserted-text.js';
import { type Fields, scalarText } from '../json/json-fields.js';
import { fieldsOf, isFields, listOf, numberOf, present, textOf } from '../json/json-fields.js';
import { usageFromParts } from '../entries/reported-usage.js';
import { assistantParts, callIdOf, inputParts, itemOutput } from '../parts/responses-items.js';
import type {
  ParsedTranscript,
  TranscriptFormat,
  TranscriptSource,
} from '../entries/transcript.js';
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
export const codexFormat: TranscriptFormat = {
  name: 'codex',
  description: 'JSON lines {timestamp, type: "session_meta" | "response_item" | …, payload}',
  detect: ({ values }) => shareOf(values, (value) => isEnvelope(value) || isBareLine(value)),
  parse: parseCodex,
};

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

function parseCodex(source: TranscriptSource): ParsedTranscript {
  const reader = createReader();
  for (const { value, place } of source.records()) {
    const line = fieldsOf(value);
    if (isEnvelope(value)) reader.readLine(line, fieldsOf(line['payload']), place);
    else if (isBareHeader(value)) reader.readSession(line, line);
    else if (isBareLine(value)) reader.readItem(line, line, place);
  }
  return reader.finish();
}

function createReader() {
  const log = createEntryLog();
  let draft: AssistantDraft | undefined;
  let unbilled: AssistantDraft | undefined;
  let model: string | undefined;
  let instructions: string | undefined;
  let title: string | undefined;
  let total: number | undefined;
  let session: Record<string, JsonValue> = {};

  function readLine(line: Fields, payload: Fields, place: string): void {
    switch (line['type']) {
      case 'session_meta':
        readSession(line, payload);
        break;
      case 'turn_context':
        model = textOf(payload['model']) ?? model;
        break;
      case 'response_item':
        readItem(line, payload, place);
        break;
      case 'compacted':
        readCompaction(line, payload);
        break;
      default:
        readEvent(payload);
    }
  }

  function readSession(line: Fields, payload: Fields): void {
    const { id, cwd, originator, cli_version, model_provider, base_instructions } = payload;
    if (Object.keys(session).length === 0) {
      session = present({ sessionId: id, cwd, originator, version: cli_version, model_provider });
    }
    const text = textOf(base_instructions) ?? textOf(fieldsOf(base_instructions)['text']);
    // A resumed or forked session repeats the line.
    if (text === undefined || text === instructions) return;
    instructions = text;
    log.add({ ...entryFields(line['timestamp']), message: { role: 'system', content: text } });
  }

  function readItem(line: Fields, item: Fields, place: string): void {
    const { type, role } = item;
    if (typeof type !== 'string' || ignoredItems.has(type)) return;
    if (type.endsWith('_output')) {
      draft = undefined;
      const { output, metadata } = itemOutput(item);
      log.addResult(
        { toolCallId: callIdOf(item), output },
        entryFields(line['timestamp'], present(metadata)),
      );
    } else if (type === 'message' && role !== 'assistant') {
      draft = undefined;
      addMessage(line, item, place);
    } else {
      if (draft === undefined) {
        draft = log.addAssistant(entryFields(line['timestamp'], {}, model));
        unbilled = draft;
      }
      for (const part of assistantParts(item)) draft.push(part);
    }
  }

  function addMessage(line: Fields, { role, content }: Fields, place: string): void {
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
  function readCompaction(line: Fields, { message, replacement_history }: Fields): void {
    draft = undefined;
    const items = listOf(replacement_history).map(fieldsOf);
    const kept = items.map(({ content }) => inlineText(inputParts(content)));
    const encryptedContent = items.map((item) => item['encrypted_content']).find(textOf);
    log.add({
      ...entryFields(
        line['timestamp'],
        present({ origin: 'summary', event: 'compaction', encryptedContent }),
      ),
      message: { role: 'user', content: textOf(message) ?? kept.join('\n\n') },
    });
  }

  function readEvent(event: Fields): void {
    if (event['type'] === 'thread_name_updated') title = textOf(event['thread_name']) ?? title;
    if (event['type'] !== 'token_count') return;
    const { total_token_usage, last_token_usage } = fieldsOf(event['info']);
    const sum = numberOf(fieldsOf(total_token_usage)['total_tokens']);
    // The event comes again with the same counts when only the rate limits have changed.
    const isNews = isFields(last_token_usage) && (sum === undefined || sum !== total);
    if (!isNews) return;
    total = sum;
    if (unbilled !== undefined) unbilled.entry.usage = usageOf(fieldsOf(last_token_usage));
    unbilled = undefined;
    draft = undefined;
  }

  return {
    readLine,
    readSession,
    readItem,
    finish(): ParsedTranscript {
      return {
        entries: log.finish(),
        ...(title === undefined ? {} : { title }),
        metadata: session,
      };
    },
  };
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
