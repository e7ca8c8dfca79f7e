import { stopWords } from '../reading/stop-words.js';

/** The whole sentence withdraws what was said just before. */
const bare =
  /^(?:(?:oh|ok|okay|actually|no|wait|sorry|and|well)[,. ]+)*(?:never ?mind(?: (?:that|it|about (?:that|it)))?|forget (?:it|that|about (?:it|that))|scrap (?:it|that)|(?:please )?(?:disregard|ignore|cancel) (?:that|it)|vergiss (?:es|das)|doch nicht|schon gut|laisse tomber|oublie(?: ça)?|olvídalo|déjalo|забудь|неважно|отставить|算了|不用了|没事了|やっぱり(?:いい|なし)です?)[.!。！]*$/iu;

/** Something is allowed again or no longer applies; the sentence names it. */
const lifting: readonly RegExp[] = [
  /\b(?:you|u|we) (?:may|can|are allowed to|are free to)(?! not\b| never\b| only\b)\b.*\b(?:now|again|after all|anyway|from now on)\b|\bnow (?:you|we) (?:may|can|are allowed to)(?! not\b| only\b)\b/i,
  /\b(?:it'?s|it is|is) (?:ok|okay|fine|allowed|alright) (?:now )?(?:to|for you to|if you)\b|\b(?:is|are) (?:ok|okay|fine|allowed|alright) (?:from now on|after all)\b/i,
  /(?:\b(?:no longer|not)|n['’]t) (?:need(?:ed|s)?|have to|necessary|required|applies|apply|matters?)\b/i,
  /\b(?:never ?mind|forget|ignore|drop|lift|scrap|disregard|remove|cancel) (?:about )?(?:that|the|my|what i|this)\b.*\b(?:rule|constraint|requirement|restriction|instruction|request|limit|ban|said|thing)\b/i,
  /\bdu (?:darfst|kannst) (?:jetzt|nun|doch|wieder)\b|\b(?:nicht mehr|kein\w* .*mehr) (?:nötig|notwendig|erforderlich)\b/i,
  /\b(?:tu peux|vous pouvez) (?:maintenant|désormais|de nouveau)\b|\b(?:ya puedes|ahora puedes|ya no (?:es necesario|hace falta))\b/i,
  /(?<!\p{L})(?:теперь можно|больше не (?:нужно|надо|обязательно))(?!\p{L})/iu,
];

/** The share of a constraint's words that a sentence must repeat to be about it. */
const SAME_SUBJECT = 0.5;
const words = /[\p{L}\p{N}][\p{L}\p{N}'’_./-]{2,40}/gu;
/** What ends a sentence or a path, not its last word. */
const trailing = /[.'’/-]+$/;

/** Whether a sentence withdraws what comes directly before it, without naming it. */
export function takesBackLast(sentence: string): boolean {
  return bare.test(sentence.trim());
}

/** Whether a sentence says that something is allowed again or no longer applies. */
export function isLifting(sentence: string): boolean {
  return !/\?["')\]]*$/.test(sentence) && lifting.some((cue) => cue.test(sentence));
}

/** Whether a withdrawal is about the same thing as a constraint. */
export function isAbout(sentence: string, constraint: string): boolean {
  const subject = subjectOf(constraint);
  if (subject.size === 0) return false;
  const said = subjectOf(sentence);
  let same = 0;
  for (const word of subject) if (said.has(word)) same++;
  return same >= subject.size * SAME_SUBJECT;
}

/** The topic of a sentence: its word stems without cue words. */
function subjectOf(sentence: string): Set<string> {
  const subject = new Set<string>();
  for (const [found] of sentence.toLowerCase().matchAll(words)) {
    const word = found.replace(trailing, '');
    if (!stopWords.has(word) && !demanding.test(word)) {
      subject.add(word.replace(/(?:ing|ed|es|s)$/, ''));
    }
  }
  return subject;
}

const demanding =
  /^(?:not|don't|don’t|dont|never|always|must|mustn't|only|should|shouldn't|please|you|can|can't|cannot|may|now|again|make|sure|ensure|avoid|need|needs|want|the|use|keep|anymore|longer|any|more|after|all|may|allowed|fine|okay)$/;
