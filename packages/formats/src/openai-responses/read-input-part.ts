import type { FilePart, TextPart } from '@everlong/core';

import { type Fields, fieldsOf, listOf, textOf } from '../json/json-fields.js';
import { addressPart } from '../messages/address-part.js';
import { keep, otherFields, withOptions } from '../messages/kept-fields.js';
import { blockAsText } from '../messages/unknown-block.js';
import { textPart } from '../parts/content-parts.js';

export const RESPONSES = 'openai-responses';

/** The parts of a user's content, or of a result. */
export function readInputParts(content: unknown): (TextPart | FilePart)[] {
  return listOf(content).map((part) => readInputPart(part));
}

function readInputPart(part: unknown): TextPart | FilePart {
  const fields = fieldsOf(part);
  const { type, text } = fields;
  if (type === 'input_text' && typeof text === 'string') {
    return keep(textPart(text), RESPONSES, { fields: otherFields(fields, 'type', 'text') });
  }
  if (type === 'input_image') return readImage(fields) ?? blockAsText(part, RESPONSES);
  if (type === 'input_file') return readFile(fields) ?? blockAsText(part, RESPONSES);
  return blockAsText(part, RESPONSES);
}

function readImage(fields: Fields): FilePart | undefined {
  const { image_url, file_id, detail } = fields;
  const isStored = typeof file_id === 'string' && typeof image_url !== 'string';
  const part = isStored
    ? storedFile(file_id, 'image/*')
    : typeof image_url === 'string'
      ? addressPart(image_url, 'image/*', RESPONSES)
      : undefined;
  if (part === undefined) return undefined;
  const chosen = textOf(detail);
  const read = chosen === undefined ? [] : ['detail'];
  const detailed = withOptions(part, 'openai', {
    imageDetail: chosen === 'auto' ? undefined : chosen,
  });
  return keep(detailed, RESPONSES, {
    fields: otherFields(fields, 'type', isStored ? 'file_id' : 'image_url', ...read),
    ...(detail === undefined ? { noDetail: true } : {}),
  });
}

function readFile(fields: Fields): FilePart | undefined {
  const { file_id, file_url, file_data, filename } = fields;
  const named = typeof filename === 'string' ? { filename } : {};
  const read = (field: string, part: FilePart | undefined): FilePart | undefined =>
    part === undefined
      ? undefined
      : keep({ ...part, ...named }, RESPONSES, {
          fields: otherFields(fields, 'type', field, ...Object.keys(named)),
        });
  if (typeof file_data === 'string') {
    const inline = file_data.startsWith('data:')
      ? addressPart(file_data, 'application/pdf', RESPONSES)
      : keep(inlinePdf(file_data), RESPONSES, { prefix: '' });
    return read('file_data', inline);
  }
  if (typeof file_url === 'string') {
    return read('file_url', addressPart(file_url, 'application/pdf', RESPONSES));
  }
  return typeof file_id === 'string'
    ? read('file_id', storedFile(file_id, 'application/pdf'))
    : undefined;
}

function inlinePdf(data: string): FilePart {
  return { type: 'file', data: { type: 'data', data }, mediaType: 'application/pdf' };
}

function storedFile(openai: string, mediaType: string): FilePart {
  return { type: 'file', data: { type: 'reference', reference: { openai } }, mediaType };
}
