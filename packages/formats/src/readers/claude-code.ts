import type { EntryMetadata, JsonValue, Origin } from '@everlong/core';
import { assistantPart, toolResultOutput, userPart } from '../parts/recorded-anthropic-blocks.js';
import { contentBlocks, joinText } from '../parts/content-parts.js';
import { type AssistantDraft, createEntryLog, type EntryLog } from '../entries/entry-log.js';
import { entryFields } from '../entries/entry-fields.js';
import { isInsertedText } from '../parts/inserted-text.js';
import { type Fields, fieldsOf, isFields, present, textOf } from '../json/json-fields.js';
import type { JsonRecord } from '../json/json-records.js';
import { abandonedBranches, isSummary } from './claude-code-branches.js';
import { anthropicUsage } from '../entries/reported-usage.js';
import type {
  ParsedTranscript,
  TranscriptFormat,
  TranscriptSource,
} from '../entries/transcript.js';
import { shareOf } from '../json/share-of.js';
import { unexpectedValue } from '../json/unexpected-value.js';

/**
 * The session logs of Claude Code. An assistant message is written as one line per content block,
 * all with the message's id; the last one has the final usage. Lines that are not part of the
 * conversation (progress, snapshots, queue operations, hooks) are passed over, and so are branches
 * that the user left by rewinding.
 */
export const claudeCodeFormat: TranscriptFormat = {
  name: 'claude-code',
  description: 'JSON lines {type: "user" | "assistant" | …, message, uuid, sessionId, timestamp}',
  detect: ({ values }) => shareOf(values, isClaudeCodeLine),
  parse: parseClaudeCode,
};

function isClaudeCodeLine(value: unknown): boolean {
  const { type, message, sessionId, uuid, leafUuid, snapshot } = fieldsOf(value);
  if (type === 'user' || type === 'assistant') {
    return isFields(message) && (typeof uuid === 'string' || typeof sessionId === 'string');
  }
  if (type === 'summary') return typeof leafUuid === 'string';
  if (type === 'file-history-snapshot') return isFields(snapshot);
  return typeof type === 'string' && typeof sessionId === 'string';
}

function parseClaudeCode(source: TranscriptSource): ParsedTranscript {
  const records = withoutAbandoned(source, withoutSidechains(source));
  const log = createEntryLog();
  const drafts = new Map<string, AssistantDraft>();
  const seen = new Set<string>();
  for (const { value, place } of records) {
    const line = fieldsOf(value);
    const uuid = textOf(line['uuid']);
    // A resumed session may repeat lines of the one that it continues.
    if (uuid !== undefined && seen.has(uuid)) continue;
    if (uuid !== undefined) seen.add(uuid);
    if (line['type'] === 'assistant') addAssistant(log, drafts, line, place);
    else if (line['type'] === 'user') addUser(log, drafts, line, place);
    else if (line['type'] === 'system') addBoundary(log, line);
    else if (line['type'] === 'attachment') addQueuedPrompt(log, line);
  }
  const title = titleOf(records);
  return {
    entries: log.finish(),
    ...(title === undefined ? {} : { title }),
    metadata: sessionMetadata(records),
  };
}

/**
 * Old versions wrote the messages of sub-agents between those of the session. They are other
 * conversations; a file that has nothing else is the log of one sub-agent.
 */
function withoutSidechains(source: TranscriptSource): readonly JsonRecord[] {
  const records = source.records();
  const isMessage = ({ value }: JsonRecord) => isFields(fieldsOf(value)['message']);
  const isSidechain = ({ value }: JsonRecord) => fieldsOf(value)['isSidechain'] === true;
  const aside = records.filter((record) => isMessage(record) && isSidechain(record));
  const isSubagentLog = aside.length === records.filter(isMessage).length;
  if (aside.length === 0 || isSubagentLog) return records;
  source.warn(
    `${aside[0]?.place}: ${aside.length} lines of sub-agents were left out, from here on; ` +
      'they are conversations of their own.',
  );
  return records.filter((record) => !isSidechain(record));
}

/** Without what the user took back by rewinding and asking again, with a warning. */
function withoutAbandoned(
  source: TranscriptSource,
  records: readonly JsonRecord[],
): readonly JsonRecord[] {
  const abandoned = abandonedBranches(records);
  const isAbandoned = ({ value }: JsonRecord) => {
    const uuid = textOf(fieldsOf(value)['uuid']);
    return uuid !== undefined && abandoned.has(uuid);
  };
  const aside = records.filter(isAbandoned);
  if (aside.length === 0) return records;
  source.warn(
    `${aside[0]?.place}: ${aside.length} lines that the user took back by rewinding were left ` +
      'out, from here on.',
  );
  return records.filter((record) => !isAbandoned(record));
}

function addAssistant(
  log: EntryLog,
  drafts: Map<string, AssistantDraft>,
  line: Fields,
  place: string,
): void {
  const message = messageOf(line, place);
  const id = textOf(message['id']) ?? place;
  let draft = drafts.get(id);
  if (draft === undefined) {
    const metadata = present({ apiError: line['isApiErrorMessage'] === true ? true : undefined });
    draft = log.addAssistant(entryFields(line['timestamp'], metadata, message['model']));
    drafts.set(id, draft);
  }
  for (const block of contentBlocks(message['content'])) draft.push(assistantPart(block));
  if (isFields(message['usage'])) draft.entry.usage = anthropicUsage(message['usage']);
  const stopReason = textOf(message['stop_reason']);
  if (stopReason !== undefined) draft.entry.metadata = { ...draft.entry.metadata, stopReason };
}

function addUser(
  log: EntryLog,
  drafts: Map<string, AssistantDraft>,
  line: Fields,
  place: string,
): void {
  const rest: unknown[] = [];
  const blocks = contentBlocks(messageOf(line, place)['content']);
  for (const block of blocks) {
    const fields = fieldsOf(block);
    if (fields['type'] !== 'tool_result') {
      rest.push(block);
      continue;
    }
    const output = toolResultOutput(fields);
    const lostError = fields['is_error'] === true && output.type === 'content';
    log.addResult(
      { toolCallId: textOf(fields['tool_use_id']) ?? '', output },
      entryFields(line['timestamp'], lostError ? { isError: true } : {}),
    );
  }
  if (rest.length === 0 && blocks.length > 0) return;
  const origin = addPrompt(log, line, rest);
  // Some proxies give every message the same id; what the user says ends a message for certain.
  if (origin === undefined) drafts.clear();
}

/** Adds a user message, and returns its origin if it is not the user's own. */
function addPrompt(log: EntryLog, line: Fields, blocks: readonly unknown[]): Origin | undefined {
  const content = joinText(blocks.map(userPart));
  const text = typeof content === 'string' ? content : '';
  const sender = textOf(fieldsOf(line['origin'])['kind']) ?? 'human';
  const metadata: EntryMetadata = {};
  if (isSummary(line, text)) {
    Object.assign(metadata, { origin: 'summary', event: 'compaction' });
  } else if (line['isMeta'] === true) {
    Object.assign(metadata, { origin: 'tool', meta: true });
  } else if (isInsertedText(text) || sender !== 'human') {
    metadata.origin = 'tool';
  }
  log.add({ ...entryFields(line['timestamp'], metadata), message: { role: 'user', content } });
  return metadata.origin;
}

/** The line that says that everything before it was replaced by the summary that follows. */
function addBoundary(log: EntryLog, line: Fields): void {
  if (line['subtype'] !== 'compact_boundary') return;
  const { preTokens, trigger } = fieldsOf(line['compactMetadata']);
  const metadata = present({ event: 'compact-boundary', preTokens, trigger });
  const content = textOf(line['content']) ?? 'Conversation compacted';
  log.add({ ...entryFields(line['timestamp'], metadata), message: { role: 'system', content } });
}

/** What was typed while the model worked reaches it as an attachment and has no line of its own. */
function addQueuedPrompt(log: EntryLog, line: Fields): void {
  const { type, prompt, commandMode, origin } = fieldsOf(line['attachment']);
  const blocks = contentBlocks(prompt);
  if (type !== 'queued_command' || blocks.length === 0) return;
  const kind = commandMode === 'task-notification' ? commandMode : fieldsOf(origin)['kind'];
  addPrompt(log, { ...line, origin: { kind } }, blocks);
}

function messageOf(line: Fields, place: string): Fields {
  const { message } = line;
  const content = fieldsOf(message)['content'];
  if (isFields(message) && (typeof content === 'string' || Array.isArray(content))) return message;
  throw unexpectedValue(place, 'a message whose content is a text or a list of blocks', message);
}

/** The last title that the user gave, else that the program made. */
function titleOf(records: readonly JsonRecord[]): string | undefined {
  const lines = records.map(({ value }) => fieldsOf(value));
  const last = (key: string) => lines.map((line) => textOf(line[key])).findLast(Boolean);
  return last('customTitle') ?? last('aiTitle') ?? last('summary');
}

function sessionMetadata(records: readonly JsonRecord[]): Record<string, JsonValue> {
  const line = fieldsOf(records.find(({ value }) => 'uuid' in fieldsOf(value))?.value);
  const { sessionId, agentId, cwd, gitBranch, version } = line;
  return present({ sessionId, agentId, cwd, gitBranch, version });
}
