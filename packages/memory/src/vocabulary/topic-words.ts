/** What kind of value answers a question on a topic. */
export type AnswerKind = 'place' | 'person' | 'number' | 'time' | 'name' | 'any';

/** The words of a topic, apart by spaces; two words that belong together are joined by `_`. */
export interface TopicWords {
  answer: AnswerKind;
  /** Words of questions, which occur in statements as well. */
  asks: string;
  /** Words of statements and events alone: objects, verbs, occasions. */
  says: string;
}
