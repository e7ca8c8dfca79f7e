import type { AskedMessage, KnownFact } from './fact-question.js';
import type { Statement } from './statement.js';

/** A fact proposed by the model. */
export interface ProposedFact {
  /** What later items refer to it by. */
  id: string;
  /** The number of the message that it quotes. */
  number: number;
  statement: Statement;
  /** Whether the model says that the subject has one such value at a time. */
  isSingle: boolean;
  /** Whether the speaker passes on what somebody else says. */
  isRetold: boolean;
  /** Ids of what holds no longer by these words, and of what it follows from. */
  ends: readonly string[];
  follows: readonly string[];
  /** A question that it answers; empty if there is none. */
  question: string;
}

const MAX_FACTS = 100;

/** The verified facts of an answer, in the order of the messages; none if it is not JSON. */
export function readProposals(
  answer: string,
  messages: readonly AskedMessage[],
  known: readonly KnownFact[],
): ProposedFact[] {
  const json = answer.slice(answer.indexOf('['), answer.lastIndexOf(']') + 1);
  let items: unknown;
  try {
    items = JSON.parse(json);
  } catch {
    return [];
  }
  if (!Array.isArray(items)) return [];
  const byNumber = new Map(messages.map((message) => [message.number, message]));
  const values = new Map(known.map(({ id, object }) => [id, object]));
  const found: ProposedFact[] = [];
  for (const item of items.slice(0, MAX_FACTS)) {
    const fact = verified(item, byNumber, values);
    if (fact === undefined || values.has(fact.id)) continue;
    values.set(fact.id, fact.statement.object);
    found.push(fact);
  }
  return found.toSorted((left, right) => left.number - right.number);
}

/**
 * A fact whose quote is in its message and whose value is in the quote. The value of what it ends
 * need not be: that was in a quote of its own.
 */
function verified(
  item: unknown,
  messages: ReadonlyMap<number, AskedMessage>,
  values: ReadonlyMap<string, string>,
): ProposedFact | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { id, message, quote, subject, predicate, object, single, negated, by, question } =
    item as Record<string, unknown>;
  const source = typeof message === 'number' ? messages.get(message) : undefined;
  if (source === undefined || typeof quote !== 'string' || quote.trim() === '') return undefined;
  if (!isShort(subject) || !isShort(predicate) || !isShort(object)) return undefined;
  const start = source.text.indexOf(quote);
  if (start < 0) return undefined;
  const { ends, follows } = references(item, values);
  const isEnd = negated === true && ends.some((each) => values.get(each) === object);
  if (!isEnd && !quote.includes(object)) return undefined;
  const isSpeaker = /^(?:user|i|me|the user)$/i.test(subject) || subject === source.speaker;
  return {
    id: isShort(id) ? id : '',
    number: source.number,
    isSingle: single === true,
    isRetold: isShort(by),
    ends,
    follows,
    question: isShort(question) ? question : '',
    statement: {
      subject: isSpeaker ? 'I' : subject,
      predicate,
      object,
      kind: 'attribute',
      isNegated: negated === true,
      importance: 0.5,
      confidence: 0.9,
      start,
      end: start + quote.length,
      validFrom: source.date,
    },
  };
}

/** Of known facts and earlier items only. */
function references(
  item: object,
  values: ReadonlyMap<string, string>,
): Pick<ProposedFact, 'ends' | 'follows'> {
  const { ends, follows } = item as Record<string, unknown>;
  const known = (list: unknown): string[] =>
    Array.isArray(list)
      ? list.filter((each): each is string => typeof each === 'string' && values.has(each))
      : [];
  return { ends: known(ends), follows: known(follows) };
}

function isShort(text: unknown): text is string {
  return (
    typeof text === 'string' && text.trim() !== '' && text.length <= 200 && !text.includes('\n')
  );
}
