import type { SegmentWithValues } from './segment-values.js';
import type { ExtractedValue } from '../values/extracted-value.js';

/** The leads of what an edit removes, and of what it puts there. */
export const oldText = / (?:old_?(?:string|str|text)|oldString|oldText|search|find)$/i;
export const newText = / (?:new_?(?:string|str|text)|newString|newText|replace(?:ment)?)$/i;
const patchStart = '*** Begin Patch';

/**
 * By segment of an entry, the values that its edits only remove: those that stand in the old text
 * of a call and in no new one, or in the removed lines of a patch alone.
 */
export function removedValues(
  segments: readonly SegmentWithValues[],
): Map<SegmentWithValues, Set<string>> {
  const removed = new Map<SegmentWithValues, Set<string>>();
  for (const segment of segments) {
    if (!segment.spoken || segment.lead === '' || segment.values.length === 0) continue;
    if (oldText.test(segment.lead)) {
      const stay = segments.filter(
        ({ callId, lead }) => callId === segment.callId && newText.test(lead),
      );
      // Without a new text it is no edit but a search.
      if (stay.length > 0) removed.set(segment, without(segment.values, valuesOf(stay)));
    } else if (segment.text.includes(patchStart)) {
      const [out, others] = byLine(segment);
      removed.set(segment, without(out, new Set(others.map(({ value }) => value))));
    }
  }
  return removed;
}

/** The values in the removed lines of a patch, and the others. */
function byLine({ text, values }: SegmentWithValues): [ExtractedValue[], ExtractedValue[]] {
  const out: ExtractedValue[] = [];
  const others: ExtractedValue[] = [];
  let lineStart = 0;
  let lineEnd = -1;
  for (const value of values) {
    if (value.start > lineEnd) {
      lineStart = text.lastIndexOf('\n', value.start) + 1;
      const next = text.indexOf('\n', value.start);
      lineEnd = next < 0 ? text.length : next;
    }
    (text[lineStart] === '-' ? out : others).push(value);
  }
  return [out, others];
}

function valuesOf(segments: readonly SegmentWithValues[]): Set<string> {
  return new Set(segments.flatMap(({ values }) => values.map(({ value }) => value)));
}

function without(values: readonly ExtractedValue[], stay: ReadonlySet<string>): Set<string> {
  return new Set(values.map(({ value }) => value).filter((value) => !stay.has(value)));
}
