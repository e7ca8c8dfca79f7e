import type { AssistantPart, CustomPart, ProviderOptions } from '@everlong/core';
import { type InlinePart, textPart, urlPart } from './content-parts.js';
import {
  type Fields,
  fieldsOf,
  isFields,
  present,
  textOf,
  scalarText,
} from '../json/json-fields.js';

/** A text or file part of a UI message; any other one gives nothing. */
export function inlinePart(part: Fields): InlinePart[] {
  const { type, text, providerMetadata } = part;
  if (type === 'text') return [{ ...textPart(textOf(text) ?? ''), ...optionsOf(providerMetadata) }];
  return type === 'file' ? [{ ...filePart(part), ...optionsOf(providerMetadata) }] : [];
}

/** What a model sees of a part of an assistant message that is not a tool part. */
export function contentPart(part: Fields): AssistantPart[] {
  const { type, text, kind, url, mediaType, providerMetadata } = part;
  const options = optionsOf(providerMetadata);
  switch (type) {
    case 'reasoning':
      return [{ type, text: textOf(text) ?? '', ...options }];
    case 'reasoning-file': {
      const file = urlPart(scalarText(url), textOf(mediaType) ?? 'image/*');
      const data = file.type === 'file' ? file.data : undefined;
      if (data?.type !== 'data' && data?.type !== 'url') return [];
      return [{ type, data, mediaType: textOf(mediaType) ?? 'image/*', ...options }];
    }
    case 'custom':
      return isKind(kind) ? [{ type, kind, ...options }] : [];
    default:
      return inlinePart(part);
  }
}

function isKind(kind: unknown): kind is CustomPart['kind'] {
  return typeof kind === 'string' && kind.includes('.');
}

/** Provider metadata of a UI part, as the provider options that it becomes. */
export function optionsOf(providerMetadata: unknown): { providerOptions?: ProviderOptions } {
  const options = Object.entries(fieldsOf(providerMetadata)).filter(([, value]) => isFields(value));
  return options.length === 0
    ? {}
    : { providerOptions: Object.fromEntries(options) as ProviderOptions };
}

function filePart({ url, mediaType, filename, providerReference }: Fields): InlinePart {
  const type = textOf(mediaType) ?? 'application/octet-stream';
  if (!isFields(providerReference)) return urlPart(scalarText(url), type, textOf(filename));
  return {
    type: 'file',
    data: { type: 'reference', reference: providerReference as Record<string, string> },
    mediaType: type,
    ...present({ filename: textOf(filename) }),
  };
}
