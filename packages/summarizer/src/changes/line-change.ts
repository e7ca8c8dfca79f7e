import type { SectionName } from '../sections/section-names.js';

/**
 * A change that a model asks for: a new line, an item to close, or a line that replaces another.
 * `id` names a numbered line, `evidence` the entries said to show it.
 */
export type LineChange =
  | { kind: 'add'; section: SectionName; text: string }
  | { kind: 'close'; id: string; evidence: number[] }
  | { kind: 'supersede'; id: string; text: string; evidence: number[] };
