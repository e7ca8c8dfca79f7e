import type { FilePart } from '@everlong/core';
import { isGeminiFile } from '@everlong/core/internal';

import { type FileView } from './file-view.js';
import { keep, type KeptFormat, keptIn, type Optioned } from './kept-fields.js';

/** A file part for a URL, with the content of a data URL; `undefined` for an invalid URL. */
export function addressPart(
  url: string,
  mediaType: string,
  format: KeptFormat,
): FilePart | undefined {
  const inline = /^data:([^;,]+)(?:;[^;,]*)*;base64,/.exec(url);
  if (inline !== null) {
    const [prefix, named = mediaType] = inline;
    const data = { type: 'data' as const, data: url.slice(prefix.length) };
    const isPlain = prefix === `data:${named};base64,`;
    const part: FilePart = { type: 'file', data, mediaType: named };
    return keep(part, format, isPlain ? {} : { prefix });
  }
  if (!URL.canParse(url)) return undefined;
  const address = new URL(url);
  const part: FilePart = { type: 'file', data: { type: 'url', url: address }, mediaType };
  return keep(part, format, address.href === url ? {} : { url });
}

/** The URL of a file, spelled as it was read; `undefined` if it has none. */
export function addressOf(
  { source, mediaType }: FileView,
  part: Optioned,
  format: KeptFormat,
): string | undefined {
  const { prefix, url } = keptIn(part, format);
  if (source.kind === 'base64') {
    return `${typeof prefix === 'string' ? prefix : `data:${mediaType};base64,`}${source.data}`;
  }
  if (source.kind !== 'url') return undefined;
  const isSame = typeof url === 'string' && URL.canParse(url) && new URL(url).href === source.url;
  return isSame ? url : source.url;
}

/** Whether a provider can read an address: one of the web, but for files that Gemini's API keeps. */
export function isReadable(url: string | undefined): boolean {
  return url !== undefined && /^https?:/.test(url) && !isGeminiFile(url);
}
