import type { UserPart } from '@everlong/core';

import { fieldsOf } from '../json/json-fields.js';
import { addressOf, isReadable } from '../messages/address-part.js';
import {
  fileIdAt,
  fileText,
  partText,
  type FileView,
  fileView,
  fullMediaType,
} from '../messages/file-view.js';
import { keptFields, keptIn, type Optioned } from '../messages/kept-fields.js';
import { loseOptions, type LossSink } from '../messages/loss.js';
import { blockOfText } from '../messages/unknown-block.js';
import type { OpenAIChatTextPart, OpenAIChatUserPart } from './chat-message.js';
import { OPENAI_CHAT } from './read-chat-part.js';

/** A part of a user's content; a file that the API does not take becomes a text. */
export function writeUserPart(part: UserPart, losses: LossSink): OpenAIChatUserPart {
  if (part.type === 'text') return writeTextPart(part, losses);
  const view = fileView(part);
  loseOptions(part, { provider: 'openai', options: ['imageDetail'] }, losses);
  const written = view === undefined ? undefined : writeFile(view, part, losses);
  if (written !== undefined) {
    const { inner } = keptIn(part, OPENAI_CHAT);
    const content = fieldsOf(written[written.type as never]);
    const whole = { ...written, [written.type]: { ...content, ...fieldsOf(inner) } };
    return { ...whole, ...keptFields(part, OPENAI_CHAT) };
  }
  losses.lose('file', view === undefined ? part.type : fileText(view));
  return textOf(partText(view, part));
}

/** A text with the other fields of its block, or the block that it was read from. */
export function writeTextPart(
  part: { type: 'text'; text: string } & Optioned,
  losses: LossSink,
): OpenAIChatTextPart {
  loseOptions(part, undefined, losses);
  const block = blockOfText(part, OPENAI_CHAT);
  if (block !== undefined) return block as unknown as OpenAIChatTextPart;
  return { ...textOf(part.text), ...keptFields(part, OPENAI_CHAT) };
}

function textOf(text: string): OpenAIChatTextPart {
  return { type: 'text', text };
}

function writeFile(
  view: FileView,
  part: UserPart,
  losses: LossSink,
): OpenAIChatUserPart | undefined {
  const mediaType = fullMediaType(view, losses);
  const [kind] = mediaType.split('/');
  if (kind === 'image') return writeImage({ ...view, mediaType }, part, losses);
  if (kind === 'audio') return writeAudio({ ...view, mediaType }, losses);
  if (kind !== 'application' && kind !== 'text') return undefined;
  const { source, filename } = view;
  const named = filename === undefined ? {} : { filename };
  if (source.kind === 'reference') {
    const openai = fileIdAt('openai', source.reference, losses);
    if (openai === undefined) return undefined;
    if (mediaType !== 'application/pdf') losses.lose('media-type', mediaType);
    return { type: 'file', file: { file_id: openai, ...named } };
  }
  if (source.kind !== 'base64') return undefined;
  const file_data = addressOf({ ...view, mediaType }, part, OPENAI_CHAT);
  if (file_data === undefined) return undefined;
  if (filename === undefined)
    losses.lose('file-name', `the API asks for one: file.${extension(mediaType)}`);
  return {
    type: 'file',
    file: { filename: filename ?? `file.${extension(mediaType)}`, file_data },
  };
}

function writeImage(
  view: FileView,
  part: UserPart,
  losses: LossSink,
): OpenAIChatUserPart | undefined {
  const { source, mediaType, filename } = view;
  const url = addressOf(view, part, OPENAI_CHAT);
  const isTaken =
    source.kind === 'base64' ? /^image\/(?:png|jpe?g|gif|webp)$/.test(mediaType) : isReadable(url);
  if (url === undefined || !isTaken) return undefined;
  if (filename !== undefined) losses.lose('file-name', filename);
  if (source.kind === 'url' && mediaType !== 'image/*') losses.lose('media-type', mediaType);
  const detail = fieldsOf(part.providerOptions?.['openai'])['imageDetail'];
  const image_url = { url, ...(typeof detail === 'string' ? { detail: detail as 'auto' } : {}) };
  return { type: 'image_url', image_url };
}

function writeAudio(
  { source, mediaType, filename }: FileView,
  losses: LossSink,
): OpenAIChatUserPart | undefined {
  const format = /^audio\/(?:mp3|mpeg)$/.test(mediaType)
    ? 'mp3'
    : /^audio\/(?:x-)?wav$/.test(mediaType)
      ? 'wav'
      : undefined;
  if (source.kind !== 'base64' || format === undefined) return undefined;
  if (filename !== undefined) losses.lose('file-name', filename);
  if (mediaType !== 'audio/mpeg' && mediaType !== 'audio/wav') losses.lose('media-type', mediaType);
  return { type: 'input_audio', input_audio: { data: source.data, format } };
}

function extension(mediaType: string): string {
  return mediaType === 'application/pdf' ? 'pdf' : mediaType === 'text/plain' ? 'txt' : 'bin';
}
