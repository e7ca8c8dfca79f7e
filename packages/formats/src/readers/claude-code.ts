import type { JsonValue } from '@everlong/core';
import { fieldsOf, isFields, present, textOf } from '../json/json-fields.js';
import type { JsonRecord } from '../json/json-records.js';
import { abandonedBranches } from './claude-code-branches.js';
import { createLineReader } from './claude-code-lines.js';
import { splitSidechains } from './claude-code-sidechains.js';
import type {
  ParsedTranscript,
  TranscriptFormat,
  TranscriptSource,
} from '../entries/transcript.js';
import { shareOf } from '../json/share-of.js';

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
  parseAll: readAll,
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
  const { main, aside } = splitSidechains(source.records());
  const [group] = aside;
  if (group !== undefined) {
    source.warn(
      `${group.records[0]?.place}: ${aside.reduce((sum, { records }) => sum + records.length, 0)} ` +
        'lines of sub-agents were left out, from here on; they are conversations of their own.',
    );
  }
  return readConversation(source, main);
}

/** The session, and each sub-agent whose messages old versions wrote between those of it. */
function* readAll(source: TranscriptSource): Generator<ParsedTranscript> {
  const { main, aside } = splitSidechains(source.records());
  yield readConversation(source, main);
  for (const { agentId, records } of aside) {
    const { metadata, ...conversation } = readConversation(source, records);
    yield { ...conversation, metadata: { ...metadata, agentId } };
  }
}

function readConversation(source: TranscriptSource, all: readonly JsonRecord[]): ParsedTranscript {
  const { records, rewound } = withoutAbandoned(source, all);
  const reader = createLineReader(rewound);
  const seen = new Set<string>();
  source.each(records, ({ value, place }) => {
    const line = fieldsOf(value);
    const uuid = textOf(line['uuid']);
    // A resumed session may repeat lines of the one that it continues.
    if (uuid !== undefined && seen.has(uuid)) return;
    if (uuid !== undefined) seen.add(uuid);
    reader.read(line, place);
  });
  const title = titleOf(records);
  return {
    entries: reader.finish(),
    ...(title === undefined ? {} : { title }),
    metadata: sessionMetadata(records),
  };
}

/** Without what the user took back by rewinding and asking again, or with its ids. */
function withoutAbandoned(
  source: TranscriptSource,
  records: readonly JsonRecord[],
): { records: readonly JsonRecord[]; rewound: ReadonlySet<string> } {
  const rewound = abandonedBranches(records);
  if (source.keepsRewound) return { records, rewound };
  const isAbandoned = ({ value }: JsonRecord) => {
    const uuid = textOf(fieldsOf(value)['uuid']);
    return uuid !== undefined && rewound.has(uuid);
  };
  const aside = records.filter(isAbandoned);
  if (aside.length === 0) return { records, rewound };
  source.warn(
    `${aside[0]?.place}: ${aside.length} lines that the user took back by rewinding were left ` +
      'out, from here on.',
  );
  return { records: records.filter((record) => !isAbandoned(record)), rewound };
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
