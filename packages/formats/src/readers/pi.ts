import type { AssistantPart, EntryMetadata, JsonValue, ProviderOptions } from '@everlong/core';
import { definedFields, parseJson } from '@everlong/core/internal';
import {
  dataPart,
  type InlinePart,
  joinText,
  textPart,
  toolOutput,
  unknownPart,
} from '../parts/content-parts.js';
import type { EntryLog } from '../entries/entry-log.js';
import { entryFields } from '../entries/entry-fields.js';
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  present,
  textOf,
  scalarText,
} from '../json/json-fields.js';
import { usageFromParts } from '../entries/reported-usage.js';
import { logFormat } from '../entries/log-format.js';
import type { LogReader, LogSurvey } from '../entries/log-survey.js';
import { shareOf } from '../json/share-of.js';
import { unexpectedValue } from '../json/unexpected-value.js';

const lineTypes = new Set([
  'session',
  'message',
  'compaction',
  'branch_summary',
  'custom_message',
  'custom',
  'label',
  'session_info',
  'model_change',
  'thinking_level_change',
]);

/**
 * The session files of pi, all versions: with entries in a list or, by `id` and `parentId`, in a
 * tree, whose branches are read in file order.
 */
export const piFormat = logFormat({
  name: 'pi',
  description: 'JSON lines {type: "session" | "message" | …, timestamp, message}',
  detect: ({ values }) => shareOf(values, isPiLine),
  survey: surveyPi,
});

function isPiLine(value: unknown): boolean {
  const { type, timestamp, message, payload, uuid } = fieldsOf(value);
  if (typeof type !== 'string' || typeof timestamp !== 'string') return false;
  if (payload !== undefined || uuid !== undefined) return false;
  return type === 'message' ? typeof fieldsOf(message)['role'] === 'string' : lineTypes.has(type);
}

function surveyPi({ keepsRewound }: { keepsRewound: boolean }): LogSurvey {
  const tree = createTree();
  return {
    look({ value }) {
      if (keepsRewound) tree.add(fieldsOf(value));
    },
    conversations() {
      const isRewound = tree.rewound();
      return [{ open: (log) => readSession(log, isRewound) }];
    },
  };
}

function readSession(log: EntryLog, isRewound: (line: Fields) => boolean): LogReader {
  let title: string | undefined;
  let metadata: Record<string, JsonValue> = {};
  return {
    read({ value, place }) {
      const line = fieldsOf(value);
      const marks: EntryMetadata = isRewound(line) ? { rewound: true } : {};
      switch (line['type']) {
        case 'session':
          metadata = present({ sessionId: line['id'], cwd: line['cwd'], version: line['version'] });
          break;
        case 'session_info':
          title = textOf(line['name']) ?? title;
          break;
        case 'message':
          if (!isFields(line['message'])) {
            throw unexpectedValue(place, 'a message', line['message']);
          }
          addMessage(log, { line, marks }, line['message'], place);
          break;
        case 'custom_message':
          addUser(log, { line, marks }, line['content'], { origin: 'tool' });
          break;
        case 'compaction':
          addSummary(log, { line, marks }, line['summary'], {
            event: 'compaction',
            preTokens: line['tokensBefore'],
          });
          break;
        case 'branch_summary':
          addSummary(log, { line, marks }, line['summary'], { event: 'branch-summary' });
          break;
        default:
      }
    },
    end: () => ({ ...definedFields({ title }), metadata }),
  };
}

/** A line of the file, and what the metadata of its entry has besides. */
interface MarkedLine {
  line: Fields;
  marks: EntryMetadata;
}

/** The tree of lines. Old versions wrote a list: it has none. */
function createTree() {
  const parents = new Map<unknown, unknown>();
  let last: unknown;
  const isPlaced = ({ id, parentId }: Fields): boolean =>
    textOf(id) !== undefined && parentId !== undefined;
  return {
    add(line: Fields): void {
      if (!isPlaced(line)) return;
      parents.set(line['id'], line['parentId']);
      last = line['id'];
    },
    /** Tells the lines that are not above the last one. */
    rewound(): (line: Fields) => boolean {
      const inForce = new Set<unknown>();
      for (let id = last; id !== undefined && id !== null && !inForce.has(id);) {
        inForce.add(id);
        id = parents.get(id);
      }
      return (line) => parents.size > 0 && isPlaced(line) && !inForce.has(line['id']);
    },
  };
}

function addMessage(log: EntryLog, line: MarkedLine, message: Fields, place: string): void {
  switch (message['role']) {
    case 'user':
      addUser(log, line, message['content'], {});
      break;
    case 'assistant':
      addAssistant(log, line, message);
      break;
    case 'toolResult':
      addToolResult(log, line, message);
      break;
    case 'bashExecution':
      addUser(log, line, bashText(message), { origin: 'tool' });
      break;
    case 'custom':
    case 'hookMessage':
      addUser(log, line, message['content'], { origin: 'tool' });
      break;
    case 'compactionSummary':
      addSummary(log, line, message['summary'], { event: 'compaction' });
      break;
    case 'branchSummary':
      addSummary(log, line, message['summary'], { event: 'branch-summary' });
      break;
    default:
      throw unexpectedValue(place, 'a role of user, assistant or toolResult', message['role']);
  }
}

function addUser(
  log: EntryLog,
  { line, marks }: MarkedLine,
  content: unknown,
  metadata: EntryMetadata,
): void {
  const parts = contentParts(content);
  log.add({
    ...entryFields(line['timestamp'], { ...metadata, ...marks }),
    message: { role: 'user', content: joinText(parts) },
  });
}

function addSummary(log: EntryLog, line: MarkedLine, summary: unknown, fields: Fields): void {
  const metadata = present({ origin: 'summary', ...fields });
  addUser(log, line, textOf(summary) ?? '', metadata);
}

function addAssistant(log: EntryLog, { line, marks }: MarkedLine, message: Fields): void {
  const { api, provider, stopReason, errorMessage, usage } = message;
  const { input, output, cacheRead, cacheWrite } = fieldsOf(usage);
  const draft = log.addAssistant({
    ...entryFields(
      line['timestamp'],
      present({ stopReason, errorMessage, provider, api, ...marks }),
      message['model'],
    ),
    ...(isFields(usage) ? { usage: usageFromParts({ input, output, cacheRead, cacheWrite }) } : {}),
  });
  for (const block of listOf(message['content'])) draft.push(assistantPart(fieldsOf(block), api));
}

function assistantPart(block: Fields, api: unknown): AssistantPart {
  const { type, text, thinking, thinkingSignature, id, name, thoughtSignature } = block;
  if (type === 'text' && typeof text === 'string') return textPart(text);
  if (type === 'thinking') {
    const options = reasoningOptions(textOf(thinkingSignature), scalarText(api));
    const part = { type: 'reasoning', text: textOf(thinking) ?? '' } as const;
    return options === undefined ? part : { ...part, providerOptions: options };
  }
  if (type === 'toolCall' && typeof id === 'string') {
    const signature = textOf(thoughtSignature);
    return {
      type: 'tool-call',
      toolCallId: id,
      toolName: textOf(name) ?? 'unknown',
      input: block['arguments'] ?? {},
      ...(signature === undefined
        ? {}
        : { providerOptions: { google: { thoughtSignature: signature } } }),
    };
  }
  return unknownPart(block);
}

/** Where the provider's adapter expects what only it can read. */
function reasoningOptions(signature: string | undefined, api: string): ProviderOptions | undefined {
  if (signature === undefined) return undefined;
  if (api.startsWith('google')) return { google: { thoughtSignature: signature } };
  if (!api.includes('responses')) return { anthropic: { signature } };
  const { id: itemId, encrypted_content } = fieldsOf(parseJson(signature));
  const openai = present({ itemId, reasoningEncryptedContent: encrypted_content });
  return Object.keys(openai).length === 0 ? undefined : { openai };
}

function addToolResult(log: EntryLog, { line, marks }: MarkedLine, message: Fields): void {
  const isError = message['isError'] === true;
  const output = toolOutput(contentParts(message['content']), isError);
  const lostError = isError && output.type === 'content';
  log.addResult(
    {
      toolCallId: textOf(message['toolCallId']) ?? '',
      toolName: textOf(message['toolName']),
      output,
    },
    entryFields(line['timestamp'], { ...(lostError ? { isError: true } : {}), ...marks }),
  );
}

function contentParts(content: unknown): InlinePart[] {
  if (typeof content === 'string') return [textPart(content)];
  return listOf(content).map((block) => {
    const { type, text, data, mimeType } = fieldsOf(block);
    if (type === 'text' && typeof text === 'string') return textPart(text);
    if (type === 'image' && typeof data === 'string') {
      return dataPart(textOf(mimeType) ?? 'image/*', data);
    }
    return unknownPart(block);
  });
}

/** A command that the user ran, as the model sees it. */
function bashText({ command, output, exitCode, cancelled }: Fields): string {
  const shown = textOf(output);
  const lines = [
    `Ran \`${textOf(command) ?? ''}\``,
    shown === undefined ? '' : `\`\`\`\n${shown}\n\`\`\``,
  ];
  if (cancelled === true) lines.push('', '(command cancelled)');
  else if (typeof exitCode === 'number' && exitCode !== 0) lines.push('', `Exit code ${exitCode}`);
  return lines.join('\n');
}
