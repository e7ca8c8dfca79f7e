import type { ModelMessage } from '@everlong/core';
import { bytesToBase64, normalizeMessage } from '@everlong/core/internal';

type Fields = Record<string, unknown>;

/**
 * Messages in one of the spellings that mean the same: a text is a list of one text, results stand
 * in one message, bytes are base64, file parts are those of AI SDK 7, and what formats keep for
 * themselves is left out.
 */
export function normalForm(messages: readonly ModelMessage[]): unknown[] {
  const normal: { role: string; content: unknown[] }[] = [];
  for (const message of messages) {
    const { role, content, ...rest } = plain(normalizeMessage(message)) as Fields;
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const last = normal.at(-1);
    if (role === 'tool' && last?.role === 'tool') last.content.push(...(parts as unknown[]));
    else normal.push({ role: String(role), content: parts as unknown[], ...rest });
  }
  return normal;
}

function plain(value: unknown): unknown {
  if (value instanceof URL) return value.href;
  if (value instanceof Uint8Array) return bytesToBase64(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).flatMap(([key, item]) => {
    if (item === undefined) return [];
    if (key !== 'providerOptions') return [[key, plain(item)] as const];
    const { everlong: _, ...options } = item as Fields;
    return Object.keys(options).length === 0 ? [] : [[key, plain(options)] as const];
  });
  return dataFile(Object.fromEntries(fields));
}

/** The names that a result's files had in older AI SDK versions. */
function dataFile(fields: Fields): Fields {
  const { type, data, ...rest } = fields;
  if (type !== 'image-data' && type !== 'file-data') return fields;
  return { type: 'file', data: { type: 'data', data }, ...rest };
}
