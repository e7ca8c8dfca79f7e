import type { EntryMetadata, Origin, Usage } from '@everlong/core';
import { assistantPart, toolResultOutput, userPart } from '../parts/recorded-anthropic-blocks.js';
import { contentBlocks, joinText } from '../parts/content-parts.js';
import type { AssistantDraft, EntryFields, EntryLog } from '../entries/entry-log.js';
import { entryFields } from '../entries/entry-fields.js';
import { isInsertedText } from '../parts/inserted-text.js';
import {
  type Fields,
  fieldsOf,
  isFields,
  present,
  scalarText,
  textOf,
} from '../json/json-fields.js';
import { isSummary } from './claude-code-branches.js';
import { anthropicUsage } from '../entries/reported-usage.js';
import { isSameJson } from '../json/same-json.js';
import { unexpectedValue } from '../json/unexpected-value.js';

/** What is read so far of a conversation. */
interface Conversation {
  log: EntryLog;
  /** Assistant messages that may go on, by the API's id. */
  drafts: Map<string, AssistantDraft>;
  /** The message that has the usage of a response, by the response's ids. */
  billed: Map<string, Billed>;
  /** The lines that the user took back, by `uuid`. */
  rewound: ReadonlySet<string>;
}

/** The message of a response, and where its ids may be those of others, its usage. */
interface Billed {
  slot: number;
  usage?: Usage;
}

/** Reads the lines of one conversation, each once; those of `rewound` are marked. */
export function createLineReader(
  log: EntryLog,
  rewound: ReadonlySet<string>,
): (line: Fields, place: string) => void {
  const conversation: Conversation = { log, drafts: new Map(), billed: new Map(), rewound };
  return (line, place) => {
    if (line['type'] === 'assistant') addAssistant(conversation, line, place);
    else if (line['type'] === 'user') addUser(conversation, line, place);
    else if (line['type'] === 'system') addBoundary(conversation, line);
    else if (line['type'] === 'attachment') addQueuedPrompt(conversation, line);
  };
}

function fieldsFor(
  { rewound }: Conversation,
  { uuid, timestamp }: Fields,
  metadata: EntryMetadata,
  model?: unknown,
): EntryFields {
  const isRewound = typeof uuid === 'string' && rewound.has(uuid);
  return entryFields(timestamp, isRewound ? { ...metadata, rewound: true } : metadata, model);
}

function addAssistant(conversation: Conversation, line: Fields, place: string): void {
  const { log, drafts } = conversation;
  const message = messageOf(line, place);
  const id = textOf(message['id']) ?? place;
  let draft = drafts.get(id);
  if (draft === undefined) {
    const metadata = present({ apiError: line['isApiErrorMessage'] === true ? true : undefined });
    draft = log.addAssistant(fieldsFor(conversation, line, metadata, message['model']));
    drafts.set(id, draft);
  }
  for (const block of contentBlocks(message['content'])) draft.push(assistantPart(block));
  if (isFields(message['usage'])) bill(conversation, draft, line, message['usage']);
  const stopReason = textOf(message['stop_reason']);
  if (stopReason === undefined) return;
  log.amend(draft.slot, (entry) => (entry.metadata = { ...entry.metadata, stopReason }));
}

/** A response is billed once, also where what the user typed meanwhile stands between its lines. */
function bill(
  { billed, log }: Conversation,
  { slot }: AssistantDraft,
  { requestId, message }: Fields,
  reported: Fields,
): void {
  const usage = anthropicUsage(reported);
  const isKnown = textOf(requestId) !== undefined;
  const key = `${scalarText(fieldsOf(message)['id'])} ${scalarText(requestId)}`;
  const earlier = billed.get(key);
  const isSame = isKnown || isSameJson(earlier?.usage, usage);
  if (earlier !== undefined && earlier.slot !== slot && isSame) {
    log.amend(earlier.slot, (entry) => delete entry.usage);
  }
  billed.set(key, isKnown ? { slot } : { slot, usage });
  log.amend(slot, (entry) => (entry.usage = usage));
}

function addUser(conversation: Conversation, line: Fields, place: string): void {
  const { log, drafts } = conversation;
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
      fieldsFor(conversation, line, lostError ? { isError: true } : {}),
    );
  }
  if (rest.length === 0 && blocks.length > 0) return;
  const origin = addPrompt(conversation, line, rest);
  // Some proxies give every message the same id; what the user says ends a message for certain.
  if (origin === undefined) drafts.clear();
}

/** Adds a user message, and returns its origin if it is not the user's own. */
function addPrompt(
  conversation: Conversation,
  line: Fields,
  blocks: readonly unknown[],
): Origin | undefined {
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
  const message = { role: 'user' as const, content };
  conversation.log.add({ ...fieldsFor(conversation, line, metadata), message });
  return metadata.origin;
}

/** The line that says that everything before it was replaced by the summary that follows. */
function addBoundary(conversation: Conversation, line: Fields): void {
  if (line['subtype'] !== 'compact_boundary') return;
  const { preTokens, trigger } = fieldsOf(line['compactMetadata']);
  const metadata = present({ event: 'compact-boundary', preTokens, trigger });
  const content = textOf(line['content']) ?? 'Conversation compacted';
  const message = { role: 'system' as const, content };
  conversation.log.add({ ...fieldsFor(conversation, line, metadata), message });
}

/** What was typed while the model worked reaches it as an attachment and has no line of its own. */
function addQueuedPrompt(conversation: Conversation, line: Fields): void {
  const { type, prompt, commandMode, origin } = fieldsOf(line['attachment']);
  const blocks = contentBlocks(prompt);
  if (type !== 'queued_command' || blocks.length === 0) return;
  const kind = commandMode === 'task-notification' ? commandMode : fieldsOf(origin)['kind'];
  addPrompt(conversation, { ...line, origin: { kind } }, blocks);
}

function messageOf(line: Fields, place: string): Fields {
  const { message } = line;
  const content = fieldsOf(message)['content'];
  if (isFields(message) && (typeof content === 'string' || Array.isArray(content))) return message;
  throw unexpectedValue(place, 'a message whose content is a text or a list of blocks', message);
}
