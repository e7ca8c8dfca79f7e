import type { TextPart } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import { textPart } from '../parts/content-parts.js';
import { type Fields, isFields } from '../json/json-fields.js';
import { keep, type KeptFormat, keptIn } from './kept-fields.js';

/** A block of a kind that no message part can hold: its JSON as text, so that it is not lost. */
export function blockAsText(block: unknown, format: KeptFormat): TextPart {
  return keep(textPart(jsonText(block)), format, { block: true });
}

/** The block in such a text; `undefined` for any other text, and for one truncated since. */
export function blockOfText(part: TextPart, format: KeptFormat): Fields | undefined {
  if (keptIn(part, format)['block'] !== true) return undefined;
  try {
    const block: unknown = JSON.parse(part.text);
    return isFields(block) ? block : undefined;
  } catch {
    return undefined;
  }
}
