import type { FilePart, TextPart, ToolResultContent, UserPart } from '@everlong/core';

import { type Fields, fieldsOf, isFields, textOf, scalarText } from '../json/json-fields.js';
import { addressOf, addressPart } from '../messages/address-part.js';
import {
  fileIdAt,
  partText,
  type FileView,
  fileView,
  fullMediaType,
} from '../messages/file-view.js';
import { keep, keptFields, keptIn, otherFields, withOptions } from '../messages/kept-fields.js';
import { loseOptions, type LossSink } from '../messages/loss.js';
import { blockAsText, blockOfText } from '../messages/unknown-block.js';
import { textPart } from '../parts/content-parts.js';
import { LANGCHAIN } from './envelope.js';

/** A block of content as a part: a text or a file, else its JSON as text. */
export function readBlock(block: unknown): TextPart | FilePart {
  if (typeof block === 'string') return keep(textPart(block), LANGCHAIN, { bare: true });
  const fields = fieldsOf(block);
  const { type, text, image_url } = fields;
  if (type === 'text' && typeof text === 'string') {
    return keep(textPart(text), LANGCHAIN, { fields: otherFields(fields, 'type', 'text') });
  }
  const file =
    type === 'image_url'
      ? readImageUrl(fields, image_url)
      : readDataBlock(fields, scalarText(type));
  return file ?? blockAsText(block, LANGCHAIN);
}

function readImageUrl(fields: Fields, image: unknown): FilePart | undefined {
  const isText = typeof image === 'string';
  const { url, detail } = fieldsOf(isText ? { url: image } : image);
  const part = typeof url === 'string' ? addressPart(url, 'image/*', LANGCHAIN) : undefined;
  if (part === undefined) return undefined;
  const chosen = textOf(detail);
  const detailed = withOptions(part, 'openai', { imageDetail: chosen });
  const inner = isText ? {} : otherFields(fieldsOf(image), 'url', ...(chosen ? ['detail'] : []));
  return keep(detailed, LANGCHAIN, {
    fields: otherFields(fields, 'type', 'image_url'),
    inner,
    ...(isText ? { isText } : {}),
  });
}

/**
 * `{ type, source_type, data | url | id | text, mime_type }`, or the same as
 * `{ type, data, mimeType }`.
 */
function readDataBlock(fields: Fields, type: string): FilePart | undefined {
  if (!/^(?:image|audio|video|file)$/.test(type)) return undefined;
  const { source_type, data, url, id, fileId, text, mime_type, mimeType, metadata } = fields;
  const isOld = typeof source_type === 'string';
  const stored = isOld ? id : fileId;
  const given = textOf(isOld ? mime_type : mimeType);
  const mediaType = given ?? (type === 'file' ? 'application/pdf' : `${type}/*`);
  const filename = textOf(fieldsOf(metadata)['filename']);
  const read = (field: string, part: FilePart | undefined): FilePart | undefined =>
    part === undefined
      ? undefined
      : keep(filename === undefined ? part : { ...part, filename }, LANGCHAIN, {
          block: isOld ? 'data' : 'standard',
          kind: type,
          fields: otherFields(
            fields,
            'type',
            'source_type',
            field,
            ...(given === undefined ? [] : [isOld ? 'mime_type' : 'mimeType']),
          ),
          ...(given === undefined ? { noType: true } : {}),
        });
  const file = (value: FilePart['data']): FilePart => ({ type: 'file', data: value, mediaType });
  if (typeof data === 'string') return read('data', file({ type: 'data', data }));
  if (typeof url === 'string') return read('url', addressPart(url, mediaType, LANGCHAIN));
  if (typeof text === 'string' && isOld) return read('text', file({ type: 'text', text }));
  if (typeof stored !== 'string') return undefined;
  return read(isOld ? 'id' : 'fileId', file({ type: 'reference', reference: { openai: stored } }));
}

/** A part as a block of content. */
export function writeBlock(part: UserPart | ToolResultContent, losses: LossSink): unknown {
  if (part.type === 'text') {
    loseOptions(part, undefined, losses);
    if (keptIn(part, LANGCHAIN)['bare'] === true) return part.text;
    const block = blockOfText(part, LANGCHAIN);
    return block ?? { type: 'text', text: part.text, ...keptFields(part, LANGCHAIN) };
  }
  loseOptions(part, { provider: 'openai', options: ['imageDetail'] }, losses);
  const given = fileView(part);
  const view =
    given === undefined ? undefined : { ...given, mediaType: fullMediaType(given, losses) };
  const { block } = keptIn(part, LANGCHAIN);
  if (view !== undefined) {
    const isImage = view.mediaType.startsWith('image/') && view.source.kind !== 'reference';
    const written =
      isImage && block === undefined
        ? writeImageUrl(view, part, losses)
        : writeDataBlock(view, part, losses);
    if (written !== undefined) return { ...written, ...keptFields(part, LANGCHAIN) };
  }
  losses.lose(view === undefined ? 'custom' : 'file', part.type);
  return {
    type: 'text',
    text: partText(view, part),
  };
}

function writeImageUrl(
  view: FileView,
  part: UserPart | ToolResultContent,
  losses: LossSink,
): Fields | undefined {
  const url = addressOf(view, part, LANGCHAIN);
  if (url === undefined) return undefined;
  if (view.filename !== undefined) losses.lose('file-name', view.filename);
  if (view.source.kind === 'url' && view.mediaType !== 'image/*') {
    losses.lose('media-type', view.mediaType);
  }
  const { isText, inner } = keptIn(part, LANGCHAIN);
  const { imageDetail: detail } = fieldsOf(part.providerOptions?.['openai']);
  const detailed = detail === undefined ? {} : { detail };
  const image_url = isText === true ? url : { url, ...detailed, ...fieldsOf(inner) };
  return { type: 'image_url', image_url };
}

function writeDataBlock(
  view: FileView,
  part: UserPart | ToolResultContent,
  losses: LossSink,
): Fields | undefined {
  const { source, mediaType, filename } = view;
  const { block, kind, noType } = keptIn(part, LANGCHAIN);
  const [family = ''] = mediaType.split('/');
  const type = kind ?? (/^(?:image|audio|video)$/.test(family) ? family : 'file');
  const isOld = block !== 'standard';
  const typed = noType === true ? {} : { [isOld ? 'mime_type' : 'mimeType']: mediaType };
  const named =
    filename === undefined || isFields(keptFields(part, LANGCHAIN)['metadata'])
      ? {}
      : { metadata: { filename } };
  const of = (source_type: string, field: string, value: unknown): Fields => ({
    type,
    ...(isOld ? { source_type } : {}),
    [field]: value,
    ...typed,
    ...named,
  });
  switch (source.kind) {
    case 'base64':
      return of('base64', 'data', source.data);
    case 'url':
      return of('url', 'url', addressOf(view, part, LANGCHAIN));
    case 'text':
      return isOld ? of('text', 'text', source.text) : undefined;
    case 'reference': {
      const id = fileIdAt('openai', source.reference, losses);
      return id === undefined ? undefined : of('id', isOld ? 'id' : 'fileId', id);
    }
  }
}
