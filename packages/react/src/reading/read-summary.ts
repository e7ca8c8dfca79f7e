import type { SnapshotVerification } from '@everlong/core';

import { type Fields, fieldsOf, listOf } from './fields.js';
import { isAmount } from './gauge.js';
import { readSections, sectionsOf } from './read-sections.js';
import type { SummaryInfo, SummaryOrigin } from './summary-info.js';

/**
 * Tells whether a message is a summary or contains a provider's compaction item. Works on servers
 * too.
 */
export function isContextSummary(message: unknown): boolean {
  return readSummary(message) !== undefined;
}

/**
 * Reads a summary: a message that `createContextManager` inserted, a `data-context-compaction` part
 * or its data, a compaction record, OpenAI's and Anthropic's compaction items, the compaction call
 * of the AI SDK's harness agents, or a message with such a part. `undefined` for everything else.
 */
export function readSummary(value: unknown): SummaryInfo | undefined {
  const fields = fieldsOf(value);
  return (
    readPart(fields) ??
    readInserted(fields) ??
    readParts(listOf(fields['parts'])) ??
    readParts(listOf(fields['content']))
  );
}

function readParts(parts: readonly unknown[]): SummaryInfo | undefined {
  for (const part of parts) {
    const found = readPart(fieldsOf(part));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A summary message inserted in place of the messages it covers, with counts in its metadata. */
function readInserted(message: Fields): SummaryInfo | undefined {
  const found = [message['metadata'], fieldsOf(message['providerOptions'])['everlong']]
    .map(fieldsOf)
    .find(({ type }) => type === 'context-summary');
  if (found === undefined) return undefined;
  const { content } = message;
  const texts = [content, ...[...listOf(message['parts']), ...listOf(content)].map(textOf)];
  return {
    ...EMPTY,
    sections: readSections(texts.filter((text) => typeof text === 'string').join('\n')),
    ...numbers({
      messagesSummarized: found['messagesSummarized'],
      tokensBefore: found['originalTokens'],
      tokensAfter: found['summaryTokens'],
    }),
  };
}

function readPart(part: Fields): SummaryInfo | undefined {
  const { type, kind } = part;
  if (type === 'data-context-compaction') return readRecord(fieldsOf(part['data']));
  if (type === 'compaction' && typeof part['epoch'] === 'number') return readRecord(part);
  if (isKind(kind) && typeof part['epoch'] === 'number') return readRecord(part);
  if (type === 'compaction') {
    return 'encrypted_content' in part
      ? provider('openai', undefined)
      : provider('anthropic', part['content']);
  }
  if (type === 'custom' && kind === 'openai.compaction') return provider('openai', undefined);
  const { anthropic } = fieldsOf(part['providerMetadata'] ?? part['providerOptions']);
  if (type === 'text' && fieldsOf(anthropic)['type'] === 'compaction') {
    return provider('anthropic', part['text']);
  }
  const isCall = type === 'dynamic-tool' || type === 'tool-call';
  return isCall && part['toolName'] === 'compaction' ? readHarness(part) : undefined;
}

/** The data of a part, or a record of the session, whose snapshot holds the details. */
function readRecord(data: Fields): SummaryInfo {
  const snapshot = fieldsOf(data['snapshot']);
  const verification = fieldsOf(data['verification'] ?? snapshot['verification']);
  return {
    ...EMPTY,
    kind: isKind(data['kind']) ? data['kind'] : 'snapshot',
    sections: sectionsOf(data['sections'] ?? snapshot['sections']),
    ...numbers({
      messagesSummarized:
        data['messagesSummarized'] ?? data['summarizedMessages'] ?? snapshot['messagesCovered'],
      tokensBefore: data['tokensBefore'],
      tokensAfter: data['tokensAfter'],
      epoch: data['epoch'],
    }),
    ...(isAmount(verification['checked'])
      ? { verification: verification as unknown as SnapshotVerification }
      : {}),
    ...(typeof data['reason'] === 'string' ? { reason: data['reason'] } : {}),
  };
}

function readHarness(part: Fields): SummaryInfo {
  const output = fieldsOf(part['output']);
  return {
    ...provider('harness', output['summary'] ?? part['output']),
    ...numbers({ tokensBefore: output['tokensBefore'], tokensAfter: output['tokensAfter'] }),
  };
}

function provider(origin: SummaryOrigin, text: unknown): SummaryInfo {
  return {
    ...EMPTY,
    origin,
    isEncrypted: origin === 'openai',
    sections: typeof text === 'string' ? readSections(text) : [],
  };
}

const EMPTY = {
  origin: 'everlong',
  kind: 'snapshot',
  sections: [],
  isEncrypted: false,
} as const satisfies SummaryInfo;

function isKind(value: unknown): value is SummaryInfo['kind'] {
  return value === 'trim' || value === 'mask' || value === 'snapshot';
}

/** The fields that are usable numbers. */
function numbers<Name extends string>(given: Record<Name, unknown>): { [Key in Name]?: number } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => isAmount(value))) as {
    [Key in Name]?: number;
  };
}

function textOf(part: unknown): unknown {
  const { type, text } = fieldsOf(part);
  return type === 'text' ? text : undefined;
}
