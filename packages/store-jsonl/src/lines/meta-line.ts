import { definedFields } from '@everlong/core/internal';
import type { JsonValue, SessionInfo } from '@everlong/core';
import { decodeValue, encodeValue } from '@everlong/core/store-kit';

import { parseObject } from '../files/parse-object.js';
import { foreignTime } from './supyagent-line.js';

/** The content of a session's meta lines; the last one is in force. */
export type SessionMeta = Pick<SessionInfo, 'createdAt' | 'title' | 'metadata'>;

/** The line with the title, metadata and times of a session. */
export function metaLine(info: Omit<SessionInfo, 'entryCount' | 'epoch'>): string {
  const { id, agent, createdAt, updatedAt, title = null, metadata } = info;
  return encodeValue({
    type: 'meta',
    session_id: id,
    agent,
    created_at: createdAt,
    updated_at: updatedAt,
    title,
    metadata,
  });
}

/** Reads a meta line; `undefined` for any other line. */
export function decodeMetaLine(text: string): Partial<SessionMeta> | undefined {
  const line = parseObject(text);
  if (line === undefined || line['type'] !== 'meta') return undefined;
  const { title, metadata } = line['metadata'] === undefined ? line : decodeFields(text);
  const createdAt = foreignTime({ created_at: line['created_at'] });
  return {
    ...definedFields({ createdAt }),
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof metadata === 'object' && metadata !== null
      ? { metadata: metadata as Record<string, JsonValue> }
      : {}),
  };
}

function decodeFields(text: string): Record<string, unknown> {
  return decodeValue(text) as Record<string, unknown>;
}
