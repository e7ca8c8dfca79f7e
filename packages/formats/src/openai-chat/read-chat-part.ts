import type { FilePart, TextPart, UserPart } from '@everlong/core';

import { type Fields, fieldsOf, isFields, textOf, scalarText } from '../json/json-fields.js';
import { addressPart } from '../messages/address-part.js';
import { keep, otherFields, withOptions } from '../messages/kept-fields.js';
import { blockAsText } from '../messages/unknown-block.js';
import { textPart } from '../parts/content-parts.js';

export const OPENAI_CHAT = 'openai-chat';

/** A part of a user's content. */
export function readUserPart(part: unknown): UserPart {
  const fields = fieldsOf(part);
  return readTextPart(fields) ?? readFilePart(fields) ?? blockAsText(part, OPENAI_CHAT);
}

/** A text or a refusal; `undefined` for anything else. */
export function readTextPart(fields: Fields): TextPart | undefined {
  const { type, text, refusal } = fields;
  if (type === 'text' && typeof text === 'string') {
    return keep(textPart(text), OPENAI_CHAT, { fields: otherFields(fields, 'type', 'text') });
  }
  if (type !== 'refusal' || typeof refusal !== 'string') return undefined;
  return keep(textPart(refusal), OPENAI_CHAT, {
    refusal: 'part',
    fields: otherFields(fields, 'type', 'refusal'),
  });
}

function readFilePart(fields: Fields): FilePart | undefined {
  const kind = scalarText(fields['type']);
  const inner = fields[kind];
  if (!isFields(inner)) return undefined;
  const read = Object.hasOwn(fileReaders, kind) ? fileReaders[kind]?.(inner) : undefined;
  if (read === undefined) return undefined;
  const { part, known } = read;
  return keep(part, OPENAI_CHAT, {
    fields: otherFields(fields, 'type', kind),
    inner: otherFields(inner, ...known),
  });
}

type FileReader = (inner: Fields) => { part: FilePart; known: readonly string[] } | undefined;

const fileReaders: Readonly<Record<string, FileReader>> = {
  image_url({ url, detail }) {
    const part = typeof url === 'string' ? addressPart(url, 'image/*', OPENAI_CHAT) : undefined;
    if (part === undefined) return undefined;
    const known = typeof detail === 'string' ? ['url', 'detail'] : ['url'];
    return { part: withOptions(part, 'openai', { imageDetail: textOf(detail) }), known };
  },
  input_audio({ data, format }) {
    if (typeof data !== 'string' || (format !== 'wav' && format !== 'mp3')) return undefined;
    const mediaType = format === 'mp3' ? 'audio/mpeg' : 'audio/wav';
    const part: FilePart = { type: 'file', data: { type: 'data', data }, mediaType };
    return { part, known: ['data', 'format'] };
  },
  file({ file_data, file_id, filename }) {
    const named = typeof filename === 'string' ? { filename } : {};
    const known = Object.keys(named);
    if (typeof file_data === 'string') {
      const isAddress = file_data.startsWith('data:');
      const part = isAddress
        ? addressPart(file_data, 'application/pdf', OPENAI_CHAT)
        : keep(pdf(file_data), OPENAI_CHAT, { prefix: '' });
      if (part?.data === undefined) return undefined;
      return { part: { ...part, ...named }, known: ['file_data', ...known] };
    }
    if (typeof file_id !== 'string') return undefined;
    const data = { type: 'reference' as const, reference: { openai: file_id } };
    const part: FilePart = { type: 'file', data, mediaType: 'application/pdf', ...named };
    return { part, known: ['file_id', ...known] };
  },
};

function pdf(data: string): FilePart {
  return { type: 'file', data: { type: 'data', data }, mediaType: 'application/pdf' };
}
