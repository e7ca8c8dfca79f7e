/**
 * English cue words for what people forbid, demand or prefer, anywhere in a sentence. The words
 * around them distinguish demands from facts and reports.
 */
const english: readonly RegExp[] = [
  // "don't touch", not "I don't know", "it doesn't", "they don't".
  /(?<!\b(?:i|we|you|they|it|that|this|these|those|who|which|tests?|files?) )\b(?:do not|don'?t)\b(?! (?:know|think|see|understand|mind|worry|remember|have|get|believe|seem|need to worry))/,
  /\b(?:i|we) (?:\w+ly )?(?:do not|don'?t) (?:want|wanna|need|like)\b/,
  /(?<!\b(?:i|we|have|has|had|was|were|is|it) )\bnever\b(?! ?mind)/,
  /\balways\b(?! (?:has|have|had|been|was|were|fails?|returns?|gets?)\b)/,
  /\bmust(?:n'?t)?\b(?! (?:have (?:been|\w+(?:ed|ft|t|en))|be (?:a|some|because|due))\b)/,
  /\bshall(?: not)?\b|\bmay not\b|\bshould(?:n'?t)?\b(?! (?:be (?:good|fine|ok|okay|able|done|enough|easy|possible)|work|i|we)\b)/,
  /\byou (?:can ?not|can'?t|can only)\b|\bnot (?:allowed|permitted)\b|\bforbidden\b|\bprohibited\b/,
  /(?:^|[^\w])only (?:use|do|edit|change|modify|touch|add|show|return|write|run|reply|answer|in|if|when|after|with|the|look|look)\b|\buse only\b|\b(?:one|nothing) (?:\w+ )?only\b|\bcan only\b|\bonly be\b/,
  // "to make sure" says what something is for.
  /(?<!(?<!want )\bto )\b(?:make|be|making) sure\b|(?<!\bto )\bensure\b(?!:$)|\bavoid(?:ing)?\b|\brefrain from\b|\bno need (?:to|for)\b/,
  /\bneeds to\b|\bhas to\b|\bhave to be\b/,
  /\binstead of\b|\brather than\b|\bprefer(?:ably|red)?\b|\b(?:i'd|would|i had) rather\b|\bas long as\b/,
  /\bstick (?:to|with)\b|\b(?:stay|leave|keep|kept) \w* ?(?:as (?:is|it is|they are)|alone|untouched|unchanged|intact)\b/,
  /\bkeep (?:it|them|this|that|the|all|your|our|every|each|using|only|changes|responses|answers|shared)\b|\bkeeping (?:it|the|them|everything|all|token|my|same)\b|\bpreserv(?:e|ing)\b/,
  /\bat (?:most|least|all times|all costs)\b|\bno (?:more|longer|fewer|less|later|earlier) than\b|\bwithin \d/,
  /\bunder no circumstances\b|\bstrictly\b|\bexplicitly (?:do|don'?t|not|ask|want)\b/,
  /\bexactly\b(?! (?:what|how|why|where|when|who))|\bin a way that\b/,
  // How large or of which form the result has to be.
  /\b\d+\s?(?:-|–|to)\s?\d+ (?:\w+ )?(?:words?|sentences?|lines?|bullets?|bullet points|paragraphs?|characters|pages|hours?|items)\b/,
  // Which of several: the means of payment, the cheapest, the same dates.
  /\b(?:want|like|prefer|wants?|need) (?:[\w'-]+ ){0,5}to use\b|\b(?:i'd|would) like to (?:use|keep)\b/,
  /\b(?:the|with the|keeping the) same (?:dates?|day|style|styles|format|names?|time|way|order)\b|\b(?:the|find|an?) (?:cheapest|fastest|quickest|shortest|earliest|simplest) \w+/,
  /\bwe(?: really)? want (?:something|the|an?|to use|it)\b|\blet'?s (?:use|keep|stick|make it|only|not)\b|\bdon'?t wanna\b|\bwe only\b|\bjust want to\b/,
  /\bwith(?:out) (?:changing|touching|breaking|modifying|adding|using|removing|having|losing|editing|installing|asking|rewriting)\b/,
];

/** Cue words at the start of a sentence or clause. */
const opening: readonly RegExp[] = [
  /^(?:use|using|prefer|keep|preserve|avoid|limit|restrict|target|respond|reply|answer|format|structure|include|mention|provide (?:exactly|only|the full)|be|treat|separate|ask before|minimi[sz]e|try to (?:use|avoid|minimi[sz]e|keep|limit))\b(?! (?:that (?:i|we|it) (?:was|had))\b)/,
  // "no deprecation alias!", not "no, that's not it" or "no such file".
  /^no (?!one|such|longer|problem|worries|idea|doubt|matter|thanks|wonder|module|results?|match|matches|errors?|issues?|changes?|files?|conflicts?|more\b|tests?|need\b)[\p{L}`*"]+(?: [^.?]{0,60})?[.!]?$/u,
  /^not (?:in|on|the|a|an|with|from|via|using) /,
  /^stop \w+ing\b/,
];

/** A rule for a recurring case: "when you edit a file, run the tests". */
const standing =
  /^(?:if|when(?:ever)?|before|after|every time|each time|for (?:each|every|all))\b[^,]{4,200},\s?(?:please |you |we |then |always |never |first )*(?:should|must|use|ask|stop|tell|let me know|say|show|try|run|re-run|make|do not|don'?t|prefer|keep|include|conduct|print)\b|^if you\b.*\bwill (?:fail|be rejected)\b/;

/** Matches questions, guesses, thanks and observations. */
const noDemand =
  /^(?:why|how|what|which|where|who|does|did|is|are|was|were|do (?:we|you|i|they)|have you|should (?:i|we)|can (?:i|we)|shall (?:i|we)|whether|maybe|perhaps)\b|\b(?:whether|wondering if|thanks for|thank you for|not sure (?:if|whether))\b/;

/** A polite demand is not a question if it says what is required. */
const polite =
  /^(?:hey,? |hi,? |please,? |and |ok,? )?(?:can|could|would|will) you (?:please )?(?:also )?(?:use|keep|not|never|always|make sure|ensure|avoid|only|stop)\b|^(?:can|could|would) you\b.*\b(?:while keeping|without (?:changing|touching|breaking|modifying|adding))\b/;

/** The start of a clause: after `,`, `;`, `:`, a dash or a conjunction. */
const parts = /[,;:]\s+|\s+[—–-]+\s+|\s{2,}/;
const lead =
  /^(?:(?:ok(?:ay)?|yes|yeah|well|so|and|but|then|also|please|plea?se|plz|now|just|alright|actually|oh|hmm+|important|note(?: that)?|remember|critical|omfg|dude|to be clear|instead|remember)[,:!]?\s+|no, )+/;

/**
 * Whether an English sentence forbids, demands or prefers something, judged by its words alone.
 * Expects lower case and straight apostrophes.
 */
export function isEnglishDemand(sentence: string): boolean {
  if (/\?["')\]]*$/.test(sentence)) return polite.test(sentence);
  if (noDemand.test(sentence.replace(lead, ''))) return false;
  if (english.some((cue) => cue.test(sentence)) || standing.test(sentence)) return true;
  return sentence.split(parts).some((part) => {
    const bare = part.replace(lead, '').replace(/^[*_`"'([]+/, '');
    return opening.some((cue) => cue.test(bare));
  });
}
