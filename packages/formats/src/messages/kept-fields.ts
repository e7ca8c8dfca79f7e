import type { JsonObject, ProviderOptions } from '@everlong/core';

import { type Fields, fieldsOf, isFields } from '../json/json-fields.js';

/** What carries provider options: a message or a part of one. */
export interface Optioned {
  providerOptions?: ProviderOptions;
}

/** The formats whose own details are kept under `providerOptions.everlong`, each under its name. */
export type KeptFormat =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  | 'langchain'
  | 'ai-sdk-ui'
  | 'mcp';

/**
 * Details of a format that no field of a message or part holds, kept so that the same format can be
 * written back: unknown fields, and marks of the original spelling.
 */
export interface Kept {
  /** Fields that everlong does not know, as they were. */
  fields?: Fields;
  /** Marks of a format's own. */
  [mark: string]: unknown;
}

/**
 * The item with these details added, or unchanged if there are none. They are stored as JSON, in
 * which `NaN` and `Infinity` become null.
 */
export function keep<Item extends object>(item: Item, format: KeptFormat, kept: Kept): Item {
  const marks = Object.entries(kept).filter(([, value]) => !isNothing(value));
  if (marks.length === 0) return item;
  return withOptions(item, 'everlong', {
    [format]: { ...keptIn(item, format), ...asJson(Object.fromEntries(marks)) },
  });
}

function asJson(value: Fields): Fields {
  return JSON.parse(JSON.stringify(value)) as Fields;
}

/** What `keep` left on the item for this format. */
export function keptIn(item: Optioned, format: KeptFormat): Kept {
  return fieldsOf(fieldsOf(item.providerOptions?.['everlong'])[format]);
}

/** The unknown fields that `keep` left on the item for this format. */
export function keptFields(item: Optioned, format: KeptFormat): Fields {
  return fieldsOf(keptIn(item, format).fields);
}

/** The item with more options of one provider; the item itself where there are none. */
export function withOptions<Item extends object>(
  item: Item,
  provider: string,
  options: Fields,
): Item {
  const own = Object.entries(options).filter(([, value]) => value !== undefined);
  if (own.length === 0) return item;
  const { providerOptions } = item as Optioned;
  const merged = { ...providerOptions?.[provider], ...Object.fromEntries(own) } as JsonObject;
  return { ...item, providerOptions: { ...providerOptions, [provider]: merged } };
}

/** The fields but those named, without the undefined ones. */
export function otherFields(fields: Fields, ...known: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => value !== undefined && !known.includes(key)),
  );
}

function isNothing(value: unknown): boolean {
  if (value === undefined) return true;
  return isFields(value) && Object.keys(value).length === 0;
}
