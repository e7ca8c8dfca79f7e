import type { ValueKind } from '@everlong/core';

/** An exact value in a text: `text.slice(start, end) === value`. */
export interface ExtractedValue {
  kind: ValueKind;
  value: string;
  start: number;
  end: number;
}
