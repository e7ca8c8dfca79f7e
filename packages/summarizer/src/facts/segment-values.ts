import type { Segment } from '../reading/entry-segments.js';
import type { ExtractedValue } from '../values/extracted-value.js';

/** A segment and the values in it. */
export interface SegmentWithValues extends Segment {
  /** The offset of its text in the text of the entry, in UTF-16 units. */
  start: number;
  values: readonly ExtractedValue[];
}
