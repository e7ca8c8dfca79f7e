import type { EntryMetadata } from '@everlong/core';
import {
  type InlinePart,
  joinText,
  textPart,
  toolOutput,
  unknownPart,
  urlPart,
} from '../parts/content-parts.js';
import { type AssistantDraft, createEntryLog, type EntryLog } from '../entries/entry-log.js';
import { entryFields } from '../entries/entry-fields.js';
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  numberOf,
  present,
  textOf,
} from '../json/json-fields.js';
import { usageFromParts } from '../entries/reported-usage.js';
import type {
  ParsedTranscript,
  TranscriptFormat,
  TranscriptSource,
} from '../entries/transcript.js';
import { unexpectedValue } from '../json/unexpected-value.js';
import { UNNAMED } from '../json/json-records.js';

/** Parts that are no part of the conversation. */
const ignoredParts = new Set(['step-start', 'snapshot', 'patch', 'retry']);

/**
 * What `opencode export` writes: a session with its messages, each with its parts. Each step of an
 * answer is an assistant message, with the tokens of its own. What was reverted is left out.
 */
export const opencodeFormat: TranscriptFormat = {
  name: 'opencode',
  description: '{info: {id: "ses_…", directory}, messages: [{info: {role}, parts}]}',
  detect: ({ values }) => values.length === 1 && isExport(values[0]),
  parse: parseOpencode,
};

function isExport(value: unknown): boolean {
  const { info, messages } = fieldsOf(value);
  const isMessage = (message: unknown): boolean =>
    isFields(fieldsOf(message)['info']) && Array.isArray(fieldsOf(message)['parts']);
  const { id, time } = fieldsOf(info);
  return typeof id === 'string' && isFields(time) && listOf(messages).every(isMessage);
}

function parseOpencode(source: TranscriptSource): ParsedTranscript {
  const [record] = source.records();
  const { info, messages } = fieldsOf(record?.value);
  const { id, directory, parentID, title, version, revert } = fieldsOf(info);
  const log = createEntryLog();
  const revertedFrom = textOf(fieldsOf(revert)['messageID']);
  const all = listOf(messages);
  const at = all.findIndex((message) => fieldsOf(fieldsOf(message)['info'])['id'] === revertedFrom);
  const end = at < 0 || revertedFrom === undefined ? all.length : at;
  if (end < all.length && !source.keepsRewound) {
    source.warn(
      `${source.file ?? UNNAMED}, message ${end + 1}: ${all.length - end} messages that the user ` +
        'reverted were left out, from here on.',
    );
  }
  const kept = all.slice(0, source.keepsRewound ? all.length : end);
  source.each(
    kept.map((value, index) => ({
      value: { value, isRewound: index >= end },
      place: `${source.file ?? UNNAMED}, message ${index + 1}`,
    })),
    ({ value, place }) => {
      const { value: message, isRewound } = fieldsOf(value);
      addMessage(log, fieldsOf(message), {
        place,
        marks: isRewound === true ? { rewound: true } : {},
      });
    },
  );
  return {
    entries: log.take(),
    ...(textOf(title) === undefined ? {} : { title: textOf(title) ?? '' }),
    metadata: present({ sessionId: id, cwd: directory, parentId: parentID, version }),
  };
}

interface Place {
  place: string;
  marks: EntryMetadata;
}

function addMessage(log: EntryLog, message: Fields, at: Place): void {
  const info = fieldsOf(message['info']);
  const parts = listOf(message['parts']).map(fieldsOf);
  if (info['role'] === 'user') addUser(log, info, parts, at);
  else if (info['role'] === 'assistant') addAnswer(log, info, parts, at);
  else throw unexpectedValue(at.place, 'a role of user or assistant', info['role']);
}

function addUser(log: EntryLog, info: Fields, parts: readonly Fields[], { marks }: Place): void {
  const shown = parts.filter(({ type }) => !ignoredParts.has(String(textOf(type))));
  if (shown.length === 0) return;
  // Contents of files that were named stand in parts of their own.
  const isMade = shown.every(({ type, synthetic }) => type === 'text' && synthetic === true);
  log.add({
    ...entryFields(
      fieldsOf(info['time'])['created'],
      isMade ? { origin: 'tool', ...marks } : marks,
    ),
    message: { role: 'user', content: joinText(shown.map(inlinePart)) },
  });
}

function inlinePart(part: Fields): InlinePart {
  const { type, text, url, mime, filename } = part;
  if (type === 'text' && typeof text === 'string') return textPart(text);
  if (type === 'file' && typeof url === 'string') {
    return urlPart(url, textOf(mime) ?? 'application/octet-stream', textOf(filename));
  }
  return unknownPart(part);
}

function addAnswer(log: EntryLog, info: Fields, parts: readonly Fields[], { marks }: Place): void {
  const { time, tokens, providerID, modelID, finish, summary } = info;
  const names = [textOf(providerID), textOf(modelID)].filter(Boolean);
  const error = textOf(fieldsOf(fieldsOf(info['error'])['data'])['message']);
  const isSummary = summary === true;
  const metadata = present({ stopReason: finish, errorMessage: error, ...marks });
  const model = names.join('/');
  const begin = (): AssistantDraft =>
    log.addAssistant(entryFields(fieldsOf(time)['created'], metadata, model));
  if (isSummary) {
    const text = parts.flatMap((part) =>
      part['type'] === 'text' ? (textOf(part['text']) ?? []) : [],
    );
    const fields = { origin: 'summary', event: 'compaction', ...metadata };
    log.add({
      ...entryFields(fieldsOf(time)['created'], present(fields), model),
      ...(isFields(tokens) ? { usage: usageOf(tokens) } : {}),
      message: { role: 'user', content: text.join('\n') },
    });
    return;
  }
  let draft: AssistantDraft | undefined;
  let isBilled = false;
  for (const part of parts) {
    if (part['type'] === 'step-finish') {
      if (draft !== undefined && isFields(part['tokens'])) {
        const usage = usageOf(part['tokens']);
        log.amend(draft.slot, (entry) => (entry.usage = usage));
        isBilled = true;
      }
      draft = undefined;
    } else if (!ignoredParts.has(String(textOf(part['type'])))) {
      draft ??= begin();
      addPart(log, draft, part, marks);
    }
  }
  if (draft === undefined || isBilled || !isFields(tokens)) return;
  log.amend(draft.slot, (entry) => (entry.usage = usageOf(tokens)));
}

function addPart(log: EntryLog, draft: AssistantDraft, part: Fields, marks: EntryMetadata): void {
  const { type, text, tool, callID, state } = part;
  if (type === 'reasoning') {
    draft.push({ type: 'reasoning', text: textOf(text) ?? '' });
  } else if (type === 'tool' && typeof callID === 'string') {
    const { input, time } = fieldsOf(state);
    const toolName = textOf(tool) ?? 'unknown';
    draft.push({ type: 'tool-call', toolCallId: callID, toolName, input: input ?? {} });
    const output = outputOf(fieldsOf(state));
    if (output === undefined) return;
    log.addResult(
      { toolCallId: callID, toolName, output },
      entryFields(fieldsOf(time)['end'], marks),
    );
  } else draft.push(inlinePart(part));
}

/** `undefined` for a call that was not finished. */
function outputOf({ status, output, error, attachments }: Fields) {
  if (status === 'error') return toolOutput([textPart(textOf(error) ?? '')], true);
  if (status !== 'completed') return undefined;
  const files = listOf(attachments).map((file) => inlinePart(fieldsOf(file)));
  return toolOutput([textPart(textOf(output) ?? ''), ...files], false);
}

/** The prompt is counted without its cached parts, the answer without the reasoning. */
function usageOf({ input, output, reasoning, cache }: Fields) {
  const { read, write } = fieldsOf(cache);
  return usageFromParts({
    input,
    output: (numberOf(output) ?? 0) + (numberOf(reasoning) ?? 0),
    cacheRead: read,
    cacheWrite: write,
    reasoning,
  });
}
