import type { ValueKind } from '@everlong/core';

import { countWords } from '../reading/quote.js';
import { extractValues } from '../values/extract-values.js';
import { isAnswered } from './user-answers.js';

/**
 * What a sentence of the user is good for: it takes something back or puts it right, decides, says
 * what was found or did not work, gives a value, hints at a demand, asks for a single act, or was
 * pasted.
 */
export type StatementKind =
  | 'correction'
  | 'decision'
  | 'verdict'
  | 'value'
  | 'hint'
  | 'other'
  | 'request'
  | 'pasted';

const correction =
  /\b(?:instead|rather than|no longer|not any ?more|forget (?:the|that|about|what)|scrap|drop the|change of plans?|changed (?:my|our) minds?|take (?:that|it|this) back|(?:on|having) second thoughts?|overruled|correction|(?:new|newer) decision|from now on|was (?:wrong|mistaken)|i meant|turns out|not right|as of (?:now|today)|supersedes?|(?:now|actually),? (?:it is|it's|we|use|take))\b|,? (?:and )?not (?:the )?[`"'\d][^\s]*[`"'\d]?[.!]?$|^(?:no|nein|non)[,.] \S|^actually,? (?:no|not)\b/iu;
const decision =
  /\b(?:decided|decide|decision|settled (?:on|for)|agreed(?: on)?|we(?:'ll| will| should)? (?:use|take|keep|pick|choose|go (?:for|with)|stick (?:to|with)|want|prefer)|let(?:'s| us) (?:use|take|keep|pick|choose|go (?:for|with)|make|call|have|say)|(?:will|shall|is to|has to|have to) be|should be called|becomes|chosen|chose|our choice|i(?:'d| would) (?:go (?:for|with)|take|pick|choose))\b/i;
const verdict =
  /\b(?:(?:is|was|were) not(?: the| it)?\b|isn't|wasn't|rules? (?:it |that )?out|ruled out|innocent|refuted|disproved|cross(?:ed)? (?:it |that )?out|(?:made|makes) no difference|no (?:change|effect|difference|luck)|(?:did|does)(?: not|n't) (?:help|work|change|matter|fix)|still (?:\w+ing|hangs?|fails?|broken|crash(?:es)?|slow|wrong|there|the same)|the (?:cause|reason|culprit|problem|bug) (?:is|was))\b/i;
/** A sentence that asks for an act, after words of politeness. */
const request =
  /^(?:(?:please|now|next|then|also|and|so|ok(?:ay)?|first|finally|next up|once more|again|just|go ahead and|could you|can you|would you|will you|i want you to|i(?:'d| would) like you to|you (?:can|should|could))[,: ]+)*(?:add|analy[sz]e|answer|ask|build|bump|call|carry|check|clean|close|commit|compare|continue|convert|copy|create|debug|delete|deploy|describe|do|document|draft|edit|enable|execute|explain|extend|extract|fill|find|finish|fix|format|generate|get|give|go|have a look|help|implement|improve|inspect|install|investigate|let (?!us\b)|list|look|make|merge|migrate|modify|move|open|optimi[sz]e|paste|plan|prepare|print|propose|publish|pull|push|read|redo|refactor|release|remove|reorder|repeat|rerun|resolve|restart|return|review|rewrite|run|search|see|send|set up|show|skim|solve|sort|split|start|stop|suggest|summari[sz]e|take|tell|test|translate|try|update|upload|verify|write)\b/i;
/** A request that is to be carried out later. */
const putOff =
  /\b(?:for later|not (?:right )?now\b|later on\b|at some (?:later )?point|some ?day|before we (?:finish|are done|ship|release|merge|stop)|when(?:ever)? i (?:say|tell|ask|am ready)|once i (?:say|tell|ask)|remember to|don['’]t forget to|remind me|put (?:this|that|it) on (?:your|the|our) (?:to-?do )?list|eventually|after (?:this|that),? (?:we|you|please|i))\b/i;
/** "Not now.", "Later on, please.": what is put off stands in the sentence before. */
const MAX_BARE_WORDS = 3;
const hint =
  /\b(?:all|any|both|each|every|everything|nothing|none|no|not|only|one|same|still|will|need|needs|want|like|please|let's|should|can|cannot)\b|n't\b|'ll\b/i;
/** A name in backticks or quotes, or a word or number that something is said to be. */
const named =
  /`[^`\n]{1,80}`|"[^"\n]{1,60}"|\b(?:named|called) \S|(?:\b(?:is|are|as|of|gets?|takes?|to)|[=:]) ?[$€£]?\d/;
/** From one thing to another: "rename a to b", "b in place of a". */
const mapping =
  /`[^`\n]+`[^`\n]{1,40}\b(?:to|into|with|by|as|for|instead of|in place of)\b[^`\n]{0,20}`/i;

/** Kinds, the most important first, of which the newest of equals matters most. */
const RANKS: Readonly<Record<StatementKind, number>> = {
  correction: 0,
  decision: 0,
  verdict: 0,
  value: 0,
  hint: 1,
  other: 2,
  request: 3,
  pasted: 4,
};

/** Judges a sentence by its words alone. */
export function statementKind(sentence: string): StatementKind {
  const plain = sentence.replaceAll('’', "'");
  if (isAnswered(plain)) return 'decision';
  if (correction.test(plain)) return 'correction';
  if (isPutOff(plain)) return 'request';
  if (mapping.test(plain)) return 'value';
  if (request.test(plain)) return 'request';
  if (decision.test(plain)) return 'decision';
  if (verdict.test(plain)) return 'verdict';
  if (givesValue(plain)) return 'value';
  return hint.test(plain) ? 'hint' : 'other';
}

/** Whether a sentence asks for something that is to be done later. */
export function isPutOff(sentence: string): boolean {
  return putOff.test(sentence) && !/\?["')\]]*$/.test(sentence);
}

/** Whether a sentence only puts off what the one before it asks for: "Not now." */
export function isBarePutOff(sentence: string): boolean {
  return isPutOff(sentence) && countWords(sentence) <= MAX_BARE_WORDS;
}

/** Kinds of values that are not mentioned without being given. */
const givenKinds: ReadonlySet<ValueKind> = new Set([
  'url',
  'email',
  'uuid',
  'hash',
  'version',
  'port',
  'date',
]);
/** Words that tie a name to its value. */
const tie = /\b(?:is|are|as|has|have|gets?|gave|named|called|becomes?|means|equals)\b|[=:]\s/i;

/** Whether a sentence says what something is. */
function givesValue(sentence: string): boolean {
  const values = extractValues(sentence);
  if (values.some(({ kind }) => givenKinds.has(kind))) return true;
  return tie.test(sentence) && (values.length > 0 || named.test(sentence));
}

/** A low number stays longest when not all sentences have room. */
export function statementRank(kind: StatementKind): number {
  return RANKS[kind];
}
