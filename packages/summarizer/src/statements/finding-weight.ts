import { cueWeight, type SentenceCues } from './best-sentence.js';

/** A sentence that weighs less tells nothing that a later reader misses. */
export const MIN_FINDING_WEIGHT = 3;

const decision =
  /\b(?:decided|decision|(?:we|I)(?:['’]ll| will| should)? (?:go with|going with|use|keep|leave|skip|assume|stick (?:to|with)|switch(?:ed)? to|picked|prefer)|going with|chose|chosen|opted|settled on|agreed|instead of|rather than|(?:simpler|cleaner|safer|better) (?:approach|way|solution|option))\b/i;
/** Words that give a reason or name the rejected option. */
const reason =
  /\b(?:because|since|so that|due to|caused by|as a result|therefore|(?:which|this|that|it) means|(?:this|that) (?:explains|is) why|this explains|to (?:avoid|keep|prevent|ensure)|otherwise|instead of|rather than|reason)\b|, (?:so|as)\b/i;

/** What makes a sentence tell something: a cause, a choice, a result, and what it is about. */
const cues: SentenceCues = [
  [
    /\b(?:root cause|turns out|turned out)\b|\bthe (?:problem|issue|bug|reason|cause|culprit|fault) (?:is|was)(?: \S+){4}/i,
    3,
  ],
  [
    /\b(?:(?:did|does)(?: not|n['’]t) (?:help|work|fix|change anything)|made no difference|had no effect|(?:is|was) not the (?:cause|reason|culprit|problem)|(?:can|could|have|has|be) (?:be )?ruled out|ruled out|turned out (?:to be )?(?:wrong|false)|(?:that|this|the) (?:approach|attempt|idea|hypothesis|theory|assumption) (?:failed|was wrong|is wrong|does(?: not|n['’]t)))\b/i,
    3,
  ],
  [reason, 2],
  [/\b(?:but|however|although|though|actually|even though|only|except)\b/i, 1],
  [
    /\b(?:fails?|failed|failing|raises?|raised|returns?|returned|throws?|breaks?|broke|crash(?:es|ed)?|missing|wrong|incorrect(?:ly)?|correct(?:ly)?|expected|unexpected|works?|pass|passe[sd]|true|false|none|null|undefined|empty|same|identical|different|never|no longer|already|(?:does|is|did|was|are|were)n['’]t|not (?:found|defined|called|set|used|applied|imported|available|installed|supported|needed|handled|passed|included|there))\b/i,
    1,
  ],
  [
    /\b(?:is|are|was|were|has|have|shows?|prints?|gives?|contains?|says?) (?:still |now |also |not )*`/i,
    1,
  ],
  // A name of code: what the sentence says, it says of something.
  [/`|\b\w+(?:_\w+)+\b|\b\w+\(\)|\b[a-z]+[A-Z]\w+\b|\b\w+\.(?:\w+\.)*\w{2,}\b/, 1],
  [
    /^\W*(?:(?:so|ah|oh|okay|right)\W+)*(?:I|we)(?:['’]ve| have)? (?:\w+ed|made|wrote|forgot|broke|left|found|saw|put|ran|had)\b/i,
    1,
  ],
];

/** Guesses, questions and momentary plans, which tell nothing. */
const chatter =
  /^\W*(?:if|maybe|perhaps|wait|hmm|let me|let['’]s|now|just|please|any|next)\b|\b(?:might|guess|suspect|bet|seems?|likely|should (?:now |still |also |not )*(?:be|have|pass|work)|would you|do you|should i|if you)\b|[:?]["')\]]*$|^(?:I['’]m|I am) \w+ing\b|\bI(?:['’]ll| will| can| should| could| must| (?:need|want|have) to|['’]m going to) (?:also |now |first |then |just |try to )?(?:check|look|rerun|run|start|try|verify|see|read|search|find|explore|examine|investigate|create|view|locate|inspect|print|write|modify|add|update|apply|confirm|test|reproduce|analy[sz]e)\b/i;

/**
 * How much a sentence tells: a cause, what did not work, a decision with its reason, a result. The
 * first sentence of a message weighs 1 more, since it says what came of the call before it. 0 for
 * guesses, questions and plans, and for a decision without a reason.
 */
export function findingWeight(sentence: string, isFirst = false): number {
  // The words of code say nothing of their own.
  const words = sentence.replaceAll(/`[^`]*`/g, '``');
  if (chatter.test(words)) return 0;
  const decided = decision.test(words) && reason.test(words) ? 1 : 0;
  return cueWeight(words, cues) + decided + (isFirst ? 1 : 0);
}

/** Whether a sentence decides something for whose reason the next one may be read. */
export function decides(sentence: string): boolean {
  return decision.test(sentence) && !chatter.test(sentence);
}
