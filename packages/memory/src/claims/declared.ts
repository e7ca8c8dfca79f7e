import { cutSentences } from '../extraction/split-sentences.js';
import { withoutQuotations } from './quotations.js';

const verb =
  'what|whats|which|who|whos|whose|wheres?|why|hows?|is|are|can|could|would|should|shall|will|do|does|did|any';

/** How questions and requests begin, also those without a question mark. */
const asking = new RegExp(
  String.raw`^(?:(?:so|and|but|ok|okay|right|well|also|now|hey|please|pls|anyway|actually|perfect|great|nice|cheers|thanks|ta|ps|oh|good stuff),? )*(?!what a\b|which (?:means|is|meant)\b|(?:can|would|do) you (?:believe|know what)\b|who knew\b|will do\b|any(?:way|how)\b)(?:${verb}|when(?= (?:do|does|did|is|are|will|should|can)\b)|recommend|suggest|give me|gimme|make (?:me|a)|write|draft|rewrite|redo|explain|help|find|tell me|show|remind|convert|translate|summari[sz]e|add|list|describe|compare|sort|teach|quiz|ideas|tips|need|remember to|turn (?:this|these|that)|fix|spell)\b`,
  'iu',
);

/** Where a sentence that states something goes on to ask. */
const goesOn = new RegExp(
  String.raw`(?:[,;:–—-]| so| and| but)\s+(?:so |and |but )?(?:${verb}|recommend)\b`,
  'giu',
);

/** What only might have been: `imagine if I switched`, `we nearly moved`, `if I won the lottery`. */
const supposed = new RegExp(
  [
    String.raw`^(?:(?:haha|ha|lol|so|well|and|but|oh|hmm|ok|honestly|same),? )*(?:imagine|pretend|what if|suppose|april fools|maybe (?:I|we)|perhaps (?:I|we))\b`,
    String.raw`\bif (?:I|we) (?:ever |only )?(?:won|had|were|could|was|got|lived|moved|switched|owned)\b`,
    String.raw`\b(?:I|we) (?:very |so )?(?:nearly|almost) (?!always|every|never)`,
    String.raw`^(?:(?:I|we)(?:'m|'re| am| are| have been|'ve been)? )?(?:(?:still|also|now) )?(?:thinking (?:of|about) \p{L}+ing|toying with|tempted (?:to|by)|day-?dreaming|considering|wondering)\b`,
  ].join('|'),
  'iu',
);

/** What leads from a request to its reason, or to what is known of its object. */
const reason =
  /(?<=[\p{L}\p{N}],?) (?:because|since|given that|now that|seeing (?:as|that)|on account of|considering that|as (?:I|we|my|our|the|of)|who|which|in which case)\b/iu;

/** Shorter ones state little. */
const MIN_REASON_WORDS = 8;

/** Not the speaker's own statement. */
const pasted = /```[\s\S]*?(?:```|$)|^[ \t]*>.*$/gmu;

/** What a message states, without its questions and requests. */
export function declared(text: string): string {
  return cutSentences(withoutQuotations(text.replace(pasted, ' ')))
    .map((sentence) => stated(sentence.trim()))
    .filter(Boolean)
    .join(' ');
}

function stated(sentence: string): string {
  if (supposed.test(sentence)) return '';
  if (asking.test(sentence)) return reasonIn(sentence);
  if (!/[?？]["')]*$/.test(sentence)) return sentence;
  const last = [...sentence.matchAll(goesOn)].at(-1);
  return last === undefined ? '' : sentence.slice(0, last.index);
}

/** `draft an invitation, now that the tickets are in Corkboard`: what is so is said in passing. */
function reasonIn(sentence: string): string {
  const at = reason.exec(sentence)?.index;
  const found = at === undefined ? '' : sentence.slice(at).trim();
  return found.split(/\s+/).length < MIN_REASON_WORDS ? '' : found.replace(/[?？]+$/u, '.');
}
