import { CorruptRecordError } from '@everlong/core';
import { JSONParser } from '@streamparser/json';

/**
 * The items of a JSON array whose text comes in pieces, those that end in the same piece together.
 * Rejects with `CorruptRecordError` where the text ends or is no JSON, behind the items before.
 */
export async function* arrayItems(
  chunks: AsyncIterable<string>,
  file: string,
): AsyncGenerator<unknown[]> {
  let items: unknown[] = [];
  let count = 0;
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
  parser.onValue = ({ value }) => {
    items.push(value);
    count++;
  };
  let damage: unknown;
  parser.onError = (error) => {
    damage ??= error;
  };
  for await (const chunk of chunks) {
    if (!parser.isEnded) parser.write(chunk);
    if (items.length > 0) yield items;
    items = [];
    if (damage !== undefined) break;
  }
  if (damage === undefined && parser.isEnded) return;
  throw new CorruptRecordError(
    file,
    `is no JSON behind item ${count} of its list${damage === undefined ? ', where it ends' : ''}. ` +
      'What stands before was read; export it again for the rest.',
    damage,
  );
}
