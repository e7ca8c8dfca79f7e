import type { Segment } from '../reading/entry-segments.js';
import type { ExtractedValue } from '../values/extracted-value.js';

/** A segment with what stands in it. */
export interface SegmentWithValues extends Segment {
  /** Where its text begins in the text of the entry. */
  start: number;
  values: readonly ExtractedValue[];
}
