/** Ways to say an old value (`{o}`) and a new one (`{n}`), and questions for it. */
export interface Wording {
  old: readonly string[];
  new: readonly string[];
  ask: readonly string[];
}

/** What is said: by the user, or by another (`user`, `assistant`, `tool`, or a name). */
export type SaidLine = string | readonly [who: string, text: string];

/** A conversation, a question after it, and what must and must not come. */
export interface UpdateCase {
  kind: string;
  /**
   * `plain`: as such things usually are said. `other`, `fresh`, `drafted`: on purpose differently.
   * `everyday`, `reporting`: by people who had not seen the rules. `apart`: a later sentence that
   * changes nothing, since it is about something else.
   */
  wording: 'plain' | 'other' | 'fresh' | 'drafted' | 'everyday' | 'reporting' | 'apart';
  said: readonly SaidLine[];
  ask: string;
  /** In the first hit. */
  current: string;
  /** What the first hit says as well. */
  currentPattern?: string;
  /** Values that no hit may show. */
  stale: readonly string[];
  /** A fact that no hit may state. */
  staleFact?: string;
  /** A value that no hit may show without a mark. */
  unmarked?: string;
  /** Values of facts that hold. */
  keeps?: readonly string[];
  /** Values that no valid fact needs to have, but that whoever asks for them must be shown. */
  shown?: readonly string[];
  /** Values that hold, as the hits of the question must show. */
  holds?: readonly string[];
  /** Another question, of which the same is asked. */
  also?: { ask: string; current: string };
}
