/** How alike two messages and a question are by meaning, each from 0 to 1. */
export interface Similarity {
  /** The question and the earlier message. */
  ofEarlier: number;
  /** The question and the later message. */
  ofLater: number;
  ofBoth: number;
}

/** More similarity says no more: two messages in nearly the same words may be on two things. */
const ENOUGH = 0.25;

/**
 * What words and topics say counts less where meaning is known, and similarity adds to the logarithm
 * of the odds. Fitted to 240 cases among messages on other matters and to the cases whose later
 * message changes nothing, then lowered for fewer needless marks.
 */
const weights = { bias: -2.3, score: 0.8, ofEarlier: 2.9, ofLater: 2.9, ofBoth: 3.8 };

/** Below this, a later message has nothing to do with the earlier one nor with the question. */
const UNRELATED = 0.1;

/** @param score that a later message replaces an earlier one, by words and topics */
export function weighMeaning(score: number, similarity: Similarity): number {
  const names = ['ofEarlier', 'ofLater', 'ofBoth'] as const;
  return names.reduce(
    (sum, name) => sum + weights[name] * Math.min(ENOUGH, similarity[name]),
    weights.bias + weights.score * score,
  );
}

/** Whether the later message is on something else, whatever words it shares with the earlier. */
export function isElsewhereByMeaning({ ofLater, ofBoth }: Similarity): boolean {
  return ofLater + ofBoth < UNRELATED;
}
