import type { SectionName } from '../sections/section-names.js';

/**
 * What a model asks to change in a record: a new line, an item that is done or open no longer, or a
 * line in place of another. `id` names a numbered line, `evidence` the entries said to show it.
 */
export type LineChange =
  | { kind: 'add'; section: SectionName; text: string }
  | { kind: 'close'; id: string; evidence: number[] }
  | { kind: 'supersede'; id: string; text: string; evidence: number[] };
