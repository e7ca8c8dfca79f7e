import { fieldsOf, isMediaType, showValue } from '@everlong/core/internal';

import { invalidField } from '../http/problem.js';

/**
 * Throws the answer 400 to a file with an invalid media type, in messages of the AI SDK or in what
 * wraps them: no provider would take it. Anything else is checked where it is read. `first`: the
 * place of the first item in the request's list.
 */
export function requireMediaTypes(items: readonly unknown[], first = 0): void {
  for (const [index, item] of items.entries()) {
    const { message } = fieldsOf(item);
    const place = `messages.${first + index}`;
    const path = message === undefined ? place : `${place}.message`;
    const { content, parts } = fieldsOf(message ?? item);
    requireTypesOf(content, `${path}.content`);
    requireTypesOf(parts, `${path}.parts`);
  }
}

function requireTypesOf(parts: unknown, path: string): void {
  if (!Array.isArray(parts)) return;
  for (const [index, part] of parts.entries()) {
    const { type, mediaType, output } = fieldsOf(part);
    const place = `${path}.${index}`;
    if (type === 'tool-result') requireTypesOf(fieldsOf(output)['value'], `${place}.output.value`);
    if (!FILES.has(type) || typeof mediaType !== 'string' || isMediaType(mediaType)) continue;
    throw invalidField(
      `${place}.mediaType`,
      `${place}.mediaType is ${showValue(mediaType)}, which is no media type. Give one such as "image/png".`,
    );
  }
}

/** Parts that hold a file. */
const FILES: ReadonlySet<unknown> = new Set([
  'file',
  'image',
  'reasoning-file',
  'file-data',
  'file-url',
  'image-data',
  'media',
]);
