import type { ToolResultContent, UserPart } from '@everlong/core';

import { type Fields, fieldsOf } from '../json/json-fields.js';
import { addressOf, isReadable } from '../messages/address-part.js';
import {
  fileIdAt,
  partText,
  type FileView,
  fileView,
  fullMediaType,
} from '../messages/file-view.js';
import { keptFields, keptIn, type Optioned } from '../messages/kept-fields.js';
import { loseOptions, type LossSink } from '../messages/loss.js';
import { blockOfText } from '../messages/unknown-block.js';
import { RESPONSES } from './read-input-part.js';

/** A part of a user's content, or of a result; a file that the API does not take becomes a text. */
export function writeInputPart(part: UserPart | ToolResultContent, losses: LossSink): Fields {
  if (part.type === 'text') {
    loseOptions(part, undefined, losses);
    const block = blockOfText(part, RESPONSES);
    return block ?? { type: 'input_text', text: part.text, ...keptFields(part, RESPONSES) };
  }
  loseOptions(part, { provider: 'openai', options: ['imageDetail'] }, losses);
  const view = fileView(part);
  const written = view === undefined ? undefined : writeFile(view, part, losses);
  if (written !== undefined) return { ...written, ...keptFields(part, RESPONSES) };
  losses.lose(view === undefined ? 'custom' : 'file', part.type);
  const text = partText(view, part);
  return { type: 'input_text', text };
}

function writeFile(given: FileView, part: Optioned, losses: LossSink): Fields | undefined {
  const mediaType = fullMediaType(given, losses);
  const view = { ...given, mediaType };
  if (mediaType.startsWith('image/')) return writeImage(view, part, losses);
  return /^(?:application|text)\//.test(mediaType) ? writeDocument(view, part, losses) : undefined;
}

function writeImage(view: FileView, part: Optioned, losses: LossSink): Fields | undefined {
  const { source, mediaType, filename } = view;
  const fileId =
    source.kind === 'reference' ? fileIdAt('openai', source.reference, losses) : undefined;
  const url = addressOf(view, part, RESPONSES);
  const isTaken =
    source.kind === 'base64' ? /^image\/(?:png|jpe?g|gif|webp)$/.test(mediaType) : isReadable(url);
  if (fileId === undefined && (url === undefined || !isTaken)) return undefined;
  if (filename !== undefined) losses.lose('file-name', filename);
  if (source.kind !== 'base64' && mediaType !== 'image/*') losses.lose('media-type', mediaType);
  const { imageDetail } = fieldsOf(part.providerOptions?.['openai']);
  const { noDetail } = keptIn(part, RESPONSES);
  return {
    type: 'input_image',
    ...(fileId === undefined ? { image_url: url } : { file_id: fileId }),
    ...(noDetail === true ? {} : { detail: imageDetail ?? 'auto' }),
  };
}

function writeDocument(view: FileView, part: Optioned, losses: LossSink): Fields | undefined {
  const { source, mediaType, filename } = view;
  const named = filename === undefined ? {} : { filename };
  if (source.kind === 'base64') {
    const extension = mediaType === 'application/pdf' ? 'pdf' : 'bin';
    if (filename === undefined) losses.lose('file-name', `the API asks for one: file.${extension}`);
    const file_data = addressOf(view, part, RESPONSES);
    return { type: 'input_file', filename: filename ?? `file.${extension}`, file_data };
  }
  if (source.kind === 'text') return undefined;
  const place =
    source.kind === 'url'
      ? { file_url: addressOf(view, part, RESPONSES) }
      : { file_id: fileIdAt('openai', source.reference, losses) };
  if (Object.values(place).every((value) => value === undefined)) return undefined;
  if (source.kind === 'url' && !isReadable(source.url)) return undefined;
  if (mediaType !== 'application/pdf') losses.lose('media-type', mediaType);
  return { type: 'input_file', ...named, ...place };
}
