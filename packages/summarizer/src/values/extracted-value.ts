import type { ValueKind } from '@everlong/core';

/** An exact value in a text: `text.slice(start, end) === value`, in UTF-16 units. */
export interface ExtractedValue {
  kind: ValueKind;
  value: string;
  start: number;
  end: number;
}
