import { english } from '../text/english.js';
import { sharedTopics, type TopicWeights } from '../vocabulary/read-topics.js';
import type { AskedQuestion } from '../claims/asked-question.js';
import type { StatedMessage } from '../claims/stated-message.js';
import { type ValueSigns, valueSigns } from './value-signs.js';

/** Signs that a later message replaces what an earlier one says on a question, each from 0 to 1. */
export interface ReplacementSigns extends ValueSigns {
  /** Question, earlier and later message share a topic. */
  topicOfAll: number;
  topicOfQuestionAndEarlier: number;
  topicOfQuestionAndLater: number;
  topicOfBoth: number;
  /** How many topics the later message has: it says more than one thing. */
  manyTopics: number;
  /** Words that the messages share and the question does not have. */
  sharedWords: number;
  /** Words of the question in the earlier message that the later one lacks, of all such. */
  missingWords: number;
  /** The same where the later one tells of nothing that happened. */
  missingWordsAtRest: number;
  /** The later message tells of something that happened. */
  happened: number;
  /** So it does, on the topic of the question. */
  happenedOnTopic: number;
  /** It says on the topic of all that something is different now. */
  nowOnTopic: number;
  /** So it does, to the speaker. */
  happenedToSpeaker: number;
  /** Both have a name of the question. */
  sharedName: number;
  /** The earlier message is on somebody of the question, the later one does not mention them. */
  missingName: number;
  missingPerson: number;
  /** The later message is on somebody whom nothing mentioned before. */
  otherPerson: number;
  otherSubject: number;
  /**
   * The later message reports what somebody said, retells what others say of the speaker, supposes,
   * tells of a visit or of fiction, declines an offer, or adds to what holds.
   */
  reported: number;
  retold: number;
  supposed: number;
  visited: number;
  fictional: number;
  declined: number;
  added: number;
  /** It takes something back, on a topic of the earlier message. */
  correctedOnTopic: number;
  /** It says hardly anything, and nothing on the topic of the question. */
  short: number;
}

/** What tells a pair apart besides the signs of its messages, each 0 or 1. */
export interface PairSigns extends ReplacementSigns {
  /** The question names a value of the earlier message that the later one lacks. */
  askedByValue: number;
  /** Every statement of the later message is on another owner, part, place or time. */
  apart: number;
  /** How much of the later message is about others than those of the question and the earlier one. */
  aboutOthers: number;
  /** The later message claims nothing. */
  noClaim: number;
  /** The earlier one shares nothing with it, and nothing with the question. */
  unrelated: number;
}

/** Words that messages share whatever they are about. */
const generic = new Set(
  `get go come make take do have be give put keep let see look know think want need like love good great
  nice new old big small little long short last next first second one two three time day days week weeks
  weekend month months year years today tonight yesterday tomorrow morning evening afternoon night hour
  minute monday tuesday wednesday thursday friday saturday sunday january february march april may june
  july august september october november december thing way lot bit something anything nothing everything
  someone people man woman really actually finally now then back still even never always ever every another
  half whole right left well too much many more most less say said tell ask call use start stop end turn run
  show try feel seem help work please thank sorry yes no ok yeah lol oh leave bring buy sell pay find meet
  hear read write open close change set off on in out over fine sure happy mad lovely cheap free own same
  different part place home house name`
    .split(/\s+/)
    .map((word) => english.stem(english.lemmas.get(word) ?? word)),
);

/** So many topics are all that a message can be on. */
const MANY_TOPICS = 10;

/** Fewer words say hardly anything. */
const FEW_TERMS = 4;

export function replacementSigns(
  question: AskedQuestion,
  earlier: StatedMessage,
  later: StatedMessage,
): ReplacementSigns {
  const happened = is(later.happened);
  const missing = missingWords(question, earlier, later);
  const onTopic = sharedTopics(question.topics, later.topics);
  const ofAll = sharedTopics(question.topics, common(later.topics, earlier.allTopics));
  return {
    topicOfAll: ofAll,
    topicOfQuestionAndEarlier: sharedTopics(question.topics, earlier.allTopics),
    topicOfQuestionAndLater: onTopic,
    topicOfBoth: sharedTopics(earlier.allTopics, later.topics),
    manyTopics: Math.min(1, later.topics.size / MANY_TOPICS),
    sharedWords: sharedWords(question, earlier, later),
    missingWords: missing,
    missingWordsAtRest: (1 - happened) * missing,
    happened,
    happenedOnTopic: happened * onTopic,
    nowOnTopic: is(later.saysNow) * ofAll,
    happenedToSpeaker: happened * is(later.isSelf),
    ...namingSigns(question, earlier, later),
    ...valueSigns(question, earlier, later),
    correctedOnTopic: is(later.corrected) * sharedTopics(earlier.allTopics, later.topics),
    reported: is(later.reported),
    retold: is(later.retold),
    supposed: is(later.supposed),
    visited: is(later.visited),
    fictional: is(later.fictional),
    declined: is(later.declined),
    added: is(later.added),
    short: is(later.terms.size < FEW_TERMS && onTopic === 0),
  };
}

function namingSigns(question: AskedQuestion, earlier: StatedMessage, later: StatedMessage) {
  const isOpen = later.isOpen;
  const names = [...question.names].filter((name) => earlier.words.has(name));
  const people = [...question.people].filter((each) => earlier.people.has(each));
  return {
    sharedName: is(names.some((name) => later.words.has(name))),
    missingName: is(!isOpen && names.some((name) => !later.words.has(name))),
    missingPerson: is(!isOpen && people.some((each) => !later.people.has(each))),
    otherPerson: is(
      [...later.people].some((each) => !question.people.has(each) && !earlier.people.has(each)),
    ),
    otherSubject: is(later.isOfOther),
  };
}

function missingWords(question: AskedQuestion, earlier: StatedMessage, later: StatedMessage) {
  const asked = [...question.terms].filter((term) => earlier.allTerms.has(term));
  const missing = asked.filter((term) => !later.terms.has(term));
  return asked.length === 0 ? 0 : missing.length / asked.length;
}

function sharedWords(question: AskedQuestion, earlier: StatedMessage, later: StatedMessage) {
  const shared = [...later.terms].filter(
    (term) => earlier.allTerms.has(term) && !question.terms.has(term) && !generic.has(term),
  );
  return Math.min(1, shared.length / 2);
}

function common(one: TopicWeights, other: TopicWeights): TopicWeights {
  return new Map(
    [...one].map(([topic, weight]) => [topic, Math.min(weight, other.get(topic) ?? 0)]),
  );
}

function is(value: boolean): number {
  return value ? 1 : 0;
}
